import type { JsonObject } from '../shared/json.ts';
import { type FieldProblem, pointerOf } from '../shared/problem.ts';
import { maxPathLength, parseClaimPath, readClaim, readClaimTexts } from './claim-path.ts';
import type { Grant } from './principal.ts';
import { type TenantRole, tenantRoles } from './role.ts';

/**
 * How a claim is compared. Exactly one is given. Texts are compared as they are: upper case is not lower case.
 * `equals`: the claim is this text. `oneOf`: the claim is one of these texts. `contains`: the claim is a list with this text in it.
 * `hasWord`: the claim is a text of words with spaces between them, as `scope` is, and this is one of them.
 */
export interface ClaimMatch {
  readonly equals?: string;
  readonly oneOf?: readonly string[];
  readonly contains?: string;
  readonly hasWord?: string;
}

export interface ClaimRule extends ClaimMatch {
  /** Path of the claim: `groups`, `realm_access.roles`. */
  readonly claim: string;
  /** Roles of the fleet are never given by an issuer of a tenant. */
  readonly role: TenantRole;
  /** Absent: in the whole tenant. */
  readonly projectId?: string;
}

const maxClaimRules = 100;
const maxValues = 50;
const maxValueLength = 255;

const matchers = ['equals', 'oneOf', 'contains', 'hasWord'] as const;

const isMatched = (claims: JsonObject, { claim, equals, oneOf, contains, hasWord }: ClaimRule): boolean => {
  const value = readClaim(claims, claim);
  if (equals !== undefined) return value === equals;
  if (oneOf !== undefined) return typeof value === 'string' && oneOf.includes(value);
  if (contains !== undefined) return Array.isArray(value) && value.includes(contains);
  return hasWord !== undefined && typeof value === 'string' && value.split(' ').includes(hasWord);
};

const toGrant = ({ role, projectId }: ClaimRule): Grant =>
  projectId === undefined ? { role } : { role, projectId };

/** What a token with these claims may do, each grant once, in the order of the rules. Without a rule that fits: nothing. */
export const decideGrants = (rules: readonly ClaimRule[], claims: JsonObject): readonly Grant[] => {
  const grants = new Map<string, Grant>();
  for (const rule of rules)
    if (isMatched(claims, rule)) grants.set(`${rule.role} ${rule.projectId ?? ''}`, toGrant(rule));
  return [...grants.values()];
};

const isUsableValue = (value: string): boolean => value !== '' && value.length <= maxValueLength;

const checkMatch = (rule: ClaimRule, at: string): readonly FieldProblem[] => {
  const given = matchers.flatMap((name) => {
    const value = rule[name];
    return value === undefined ? [] : [{ name, values: [value].flat() }];
  });
  const [match, ...more] = given;
  if (match === undefined || more.length > 0)
    return [
      {
        pointer: at,
        code: 'exactly-one',
        detail: `A rule compares in exactly one way, not ${given.length}.`,
        allowed: matchers,
      },
    ];
  const { name, values } = match;
  if (values.length > 0 && values.length <= maxValues && values.every(isUsableValue)) return [];
  return [
    {
      pointer: `${at}/${name}`,
      code: 'out-of-range',
      detail: `It must be 1 to ${maxValues} texts of 1 to ${maxValueLength} characters each.`,
    },
  ];
};

const checkRule = (rule: ClaimRule, index: number): readonly FieldProblem[] => {
  const at = pointerOf('rules', index);
  const problems = [...checkMatch(rule, at)];
  if (parseClaimPath(rule.claim) === undefined)
    problems.push({
      pointer: `${at}/claim`,
      code: 'malformed',
      detail: `The path of a claim is 1 to 8 names with dots between them, ${maxPathLength} characters at most; a dot inside a name is written \\. (backslash, dot).`,
    });
  if (!tenantRoles.includes(rule.role))
    problems.push({
      pointer: `${at}/role`,
      code: 'not-allowed',
      detail: 'An issuer of a tenant gives roles of the tenant only.',
      allowed: tenantRoles,
    });
  return problems;
};

/** All that is wrong with the rules of an issuer. Whether the projects exist is for whoever can look. */
export const checkClaimRules = (rules: readonly ClaimRule[]): readonly FieldProblem[] => {
  if (rules.length > maxClaimRules)
    return [
      {
        pointer: pointerOf('rules'),
        code: 'out-of-range',
        detail: `An issuer has ${maxClaimRules} rules at most, not ${rules.length}.`,
      },
    ];
  return rules.flatMap(checkRule);
};

/** Groups of whoever a token speaks for, by the claim that the issuer names for them. */
export const readGroups = (claims: JsonObject, groupsClaim: string | undefined): readonly string[] =>
  groupsClaim === undefined ? [] : readClaimTexts(claims, groupsClaim);
