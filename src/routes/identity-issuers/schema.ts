import { Type } from 'typebox';
import { maxClaimRules } from '../../domain/access/claim-rules.ts';
import { type TokenAlgorithm, tokenAlgorithms } from '../../domain/access/identity-issuer.ts';
import { tenantRoles } from '../../domain/access/role.ts';
import { IssuerName } from '../shared/names.ts';
import { OpenWord, Reply, ReplyId, ReplyList, ReplyText } from '../shared/reply-fields.ts';
import { versionMembers } from '../shared/resource-reply.ts';
import { HttpUrl, Id, Text, Word } from '../shared/text.ts';

const closed = { additionalProperties: false } as const;

const ClaimText = (description: string) =>
  Text('^[^\\p{Cc}\\p{Cs}]+$', { maxLength: 255, hint: 'a text of one line', description });

const ClaimPath = (description: string) =>
  Text('^[^\\p{Cc}\\p{Cs}]+$', {
    maxLength: 255,
    hint: 'the path of a claim',
    description,
    examples: ['realm_access.roles'],
  });

const Rule = Type.Object(
  {
    claim: ClaimPath('Path of the claim: names with dots between them.'),
    equals: Type.Optional(ClaimText('The claim is this text.')),
    oneOf: Type.Optional(
      Type.Array(ClaimText('A text.'), {
        minItems: 1,
        maxItems: 50,
        description: 'The claim is one of these texts.',
      }),
    ),
    contains: Type.Optional(ClaimText('The claim is a list with this text in it.')),
    hasWord: Type.Optional(ClaimText('The claim is a text of words, and this is one of them.')),
    role: Word(tenantRoles, 'Role that it gives.'),
    projectId: Type.Optional(Id('project', 'Project in which the role holds. Absent: in the whole tenant.')),
  },
  { ...closed, title: 'ClaimRule', description: 'Exactly one of equals, oneOf, contains and hasWord.' },
);

const trustMembers = {
  audiences: Type.Array(ClaimText('An audience.'), {
    minItems: 1,
    maxItems: 20,
    uniqueItems: true,
    description: 'A token has to name one of them in `aud`.',
  }),
  algorithms: Type.Optional(
    Type.Array(Word(tokenAlgorithms), {
      minItems: 1,
      maxItems: tokenAlgorithms.length,
      uniqueItems: true,
      description: 'Signatures that are accepted. Absent: RS256 and ES256.',
    }),
  ),
  clockToleranceSeconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 300,
      description: 'How far the clock of the issuer may be off. Absent: 30.',
    }),
  ),
  groupsClaim: Type.Optional(ClaimPath('Path of the claim that holds the groups. Absent: no groups.')),
  rules: Type.Optional(
    Type.Array(Rule, { maxItems: maxClaimRules, description: 'Roles by claims, beside role bindings.' }),
  ),
};

const exampleTrust = {
  audiences: ['berth'],
  groupsClaim: 'groups',
  rules: [{ claim: 'groups', contains: 'platform-team', role: 'admin' }],
};

export const CreateIdentityIssuerBody = Type.Object(
  {
    name: IssuerName,
    issuer: HttpUrl('The `iss` of its tokens, letter for letter. It has to publish its metadata below it.'),
    ...trustMembers,
  },
  {
    ...closed,
    title: 'CreateIdentityIssuerRequest',
    examples: [{ name: 'corporate', issuer: 'https://login.example.com/realms/main', ...exampleTrust }],
  },
);

export const UpdateIdentityIssuerBody = Type.Object(trustMembers, {
  ...closed,
  title: 'UpdateIdentityIssuerRequest',
  description: 'All of it: what is absent is as in a new one. `name` and `issuer` stay.',
  examples: [exampleTrust],
});

interface TrustBody {
  readonly audiences: string[];
  readonly algorithms?: TokenAlgorithm[];
  readonly clockToleranceSeconds?: number;
  readonly groupsClaim?: string;
}

/** What is trusted, with what a request may leave out. */
export const readTrust = <Rules>({ rules, ...body }: TrustBody & { readonly rules?: Rules[] }) => ({
  audiences: body.audiences,
  algorithms: body.algorithms ?? (['RS256', 'ES256'] as const),
  clockToleranceSeconds: body.clockToleranceSeconds ?? 30,
  ...(body.groupsClaim === undefined ? {} : { groupsClaim: body.groupsClaim }),
  rules: rules ?? [],
});

const RuleReply = Reply('ShownClaimRule', {
  claim: ReplyText(255, 'Path of the claim.'),
  equals: Type.Optional(ReplyText(255, 'The claim is this text.')),
  oneOf: Type.Optional(ReplyList(ReplyText(255, 'A text.'), 'The claim is one of these texts.', 50)),
  contains: Type.Optional(ReplyText(255, 'The claim is a list with this text in it.')),
  hasWord: Type.Optional(ReplyText(255, 'The claim is a text of words, and this is one of them.')),
  role: OpenWord(tenantRoles, 'Role that it gives.'),
  projectId: Type.Optional(ReplyId('project', 'Project in which the role holds.')),
});

export const IdentityIssuerReply = Reply(
  'IdentityIssuer',
  {
    id: ReplyId('identityIssuer', 'Id; never reused.'),
    name: ReplyText(63, 'Name; unique in the tenant.'),
    tenantId: ReplyId('tenant', 'Tenant.'),
    issuer: ReplyText(2048, 'The `iss` of its tokens.'),
    audiences: ReplyList(ReplyText(255, 'An audience.'), 'Audiences of its tokens.', 20),
    algorithms: ReplyList(ReplyText(16, 'An algorithm.'), 'Signatures that are accepted.', 16),
    clockToleranceSeconds: Type.Integer({ minimum: 0, description: 'How far its clock may be off.' }),
    groupsClaim: Type.Optional(ReplyText(255, 'Path of the claim that holds the groups.')),
    rules: ReplyList(RuleReply, 'Roles by claims.', maxClaimRules),
    ...versionMembers,
  },
  'An identity provider whose tokens the tenant accepts.',
);
