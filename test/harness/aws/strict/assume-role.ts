import { refusal } from '../aws-answer.ts';
import type { AwsCall } from '../aws-call.ts';
import type { RuleWorld, StrictRule } from './rule.ts';

interface Statement {
  readonly Effect?: string;
  readonly Principal?: { readonly AWS?: string | readonly string[] };
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

const listOf = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

const trustOf = async (
  call: AwsCall,
  world: RuleWorld,
  arn: string,
): Promise<readonly Statement[] | undefined> => {
  const name = arn.replace(/^.*\//, '');
  const account = /:iam::(\d{12}):/.exec(arn)?.[1] ?? '';
  const body = await world.ask(
    { service: 'iam', region: call.region, account },
    new URLSearchParams({ Action: 'GetRole', RoleName: name, Version: '2010-05-08' }).toString(),
  );
  const document = /<AssumeRolePolicyDocument>([^<]*)</.exec(body)?.[1];
  if (document === undefined) return undefined;
  const text = document.startsWith('%7B') ? decodeURIComponent(document) : document.replaceAll('&quot;', '"');
  const policy = JSON.parse(text) as { readonly Statement: Statement | readonly Statement[] };
  return Array.isArray(policy.Statement) ? policy.Statement : [policy.Statement as Statement];
};

const allows = (statement: Statement, caller: string, externalId: string | null): boolean => {
  const principals = listOf(statement.Principal?.AWS);
  const isNamed = principals.some(
    (principal) => principal === '*' || principal.includes(`:${caller}:`) || principal === caller,
  );
  const wanted = listOf(statement.Condition?.['StringEquals']?.['sts:ExternalId']);
  return (
    statement.Effect === 'Allow' &&
    isNamed &&
    (wanted.length === 0 || (externalId !== null && wanted.includes(externalId)))
  );
};

/** Trust and ExternalId are believed by moto without a look. */
export const createAssumeRoleRule = (): StrictRule => ({
  refuse: async (call, world) => {
    if (call.service !== 'sts' || call.action !== 'AssumeRole') return undefined;
    const arn = call.parameters.get('RoleArn') ?? '';
    const denied = refusal(
      call,
      403,
      'AccessDenied',
      `User: arn:aws:iam::${call.account}:user/berth is not authorized to perform: sts:AssumeRole on resource: ${arn}`,
    );
    const trust = await trustOf(call, world, arn);
    if (trust === undefined) return denied;
    const externalId = call.parameters.get('ExternalId');
    return trust.some((statement) => allows(statement, call.account, externalId)) ? undefined : denied;
  },
});
