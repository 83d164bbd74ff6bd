import type { CredentialBook } from '../../accounts/credential-book.ts';
import { Refusal, xmlAnswer } from '../../protocol/aws-answer.ts';
import type { AwsCall } from '../../protocol/aws-call.ts';
import { parseXml, textAt } from '../../protocol/xml.ts';
import type { Scene, StrictRule } from '../rule.ts';
import { roleBornAt } from './iam-visibility.ts';
import { isTrusted, statementsOf, type TrustQuestion } from './policy.ts';
import { accountOfArn, roleOfArn, trustOfRole } from './role-documents.ts';
import { readClaims } from './web-identity.ts';

const denied = (call: AwsCall, caller: string, arn: string): Refusal =>
  new Refusal(
    'AccessDenied',
    `User: ${caller} is not authorized to perform: sts:${call.action} on resource: ${arn}`,
    403,
  );

const invalid = (message: string): Refusal => new Refusal('ValidationError', message);

/** Longest session of a role that was assumed by a session, in seconds. */
const longestChained = 3600;

const checkRequest = ({ parameters }: AwsCall, { access }: Scene): void => {
  const name = parameters.get('RoleSessionName') ?? '';
  if (!/^[\w+=,.@-]{2,64}$/.test(name))
    throw invalid(
      `1 validation error detected: Value '${name}' at 'roleSessionName' failed to satisfy constraint`,
    );
  const policy = parameters.get('Policy') ?? '';
  if (policy.length > 2048)
    throw new Refusal('PackedPolicyTooLarge', 'The session policy is larger than 2048 characters');
  if (access.session !== undefined && Number(parameters.get('DurationSeconds') ?? '0') > longestChained)
    throw invalid(
      'The requested DurationSeconds exceeds the 1 hour session limit for roles assumed by role chaining',
    );
  try {
    if (policy !== '') statementsOf(policy);
  } catch {
    throw new Refusal('MalformedPolicyDocument', 'The session policy is not a policy document');
  }
};

/** Whether a principal of a trust policy is the caller: itself, its role, or the whole account. */
const isCaller =
  ({ account, arn, session }: Scene['access']) =>
  (type: string, value: string): boolean =>
    type === 'AWS' &&
    ['*', account, `arn:aws:iam::${account}:root`, arn, session?.roleArn ?? arn].includes(value);

/** What has to be allowed by the trust, besides the assuming itself. */
const furtherActions = ({ parameters }: AwsCall): readonly string[] => [
  ...(parameters.has('SourceIdentity') ? ['sts:SetSourceIdentity'] : []),
  ...(parameters.has('Tags.member.1.Key') ? ['sts:TagSession'] : []),
];

const checkTrust = async (
  call: AwsCall,
  scene: Scene,
  caller: string,
  question: Omit<TrustQuestion, 'action'>,
): Promise<void> => {
  const arn = call.parameters.get('RoleArn') ?? '';
  const account = accountOfArn(arn);
  const role = roleOfArn(arn);
  const trust = await trustOfRole(scene.motoOf(account), role);
  const bornAt = roleBornAt(account, role, scene);
  const isNew = bornAt !== undefined && scene.now() < bornAt + scene.knobs.iamSeconds * 1000;
  const actions = [`sts:${call.action}`, ...furtherActions(call)];
  if (trust === undefined || isNew || !actions.every((action) => isTrusted(trust, { ...question, action })))
    throw denied(call, caller, arn);
};

const addSession =
  (book: CredentialBook) =>
  (call: AwsCall, answer: { readonly body: Buffer }, { now }: Scene): void => {
    const result = parseXml(answer.body.toString('utf8'));
    const at = (...path: readonly string[]): string => textAt(result, `${call.action}Result`, ...path);
    const roleArn = call.parameters.get('RoleArn') ?? '';
    const account = accountOfArn(roleArn);
    const session = call.parameters.get('RoleSessionName') ?? '';
    const policy = call.parameters.get('Policy');
    book.addSession(
      {
        key: at('Credentials', 'AccessKeyId'),
        token: at('Credentials', 'SessionToken'),
        roleArn,
        ...(policy === null ? {} : { policy }),
        endsAt: now() + Number(call.parameters.get('DurationSeconds') ?? '3600') * 1000,
      },
      { account, arn: `arn:aws:sts::${account}:assumed-role/${roleOfArn(roleArn)}/${session}` },
    );
  };

/** Moto hands every role to everybody, also roles that do not exist. */
export const createAssumeRoleRules = (book: CredentialBook): StrictRule => ({
  before: {
    'sts:AssumeRole': async (call, scene) => {
      checkRequest(call, scene);
      await checkTrust(call, scene, scene.access.arn, {
        isPrincipal: isCaller(scene.access),
        context: {
          'sts:externalid': call.parameters.get('ExternalId') ?? undefined,
          'sts:rolesessionname': call.parameters.get('RoleSessionName') ?? undefined,
          'sts:sourceidentity': call.parameters.get('SourceIdentity') ?? undefined,
          'aws:principalarn': scene.access.session?.roleArn ?? scene.access.arn,
          'aws:principalaccount': scene.access.account,
        },
      });
    },
    'sts:AssumeRoleWithWebIdentity': async (call, scene) => {
      const account = accountOfArn(call.parameters.get('RoleArn') ?? '');
      const { provider, context } = await readClaims(call, scene.motoOf(account), Date.now());
      await checkTrust(call, scene, provider, {
        isPrincipal: (type, value) => type === 'Federated' && value === provider,
        context,
      });
    },
    'sts:GetCallerIdentity': ({ action }, { access }) => {
      const id = access.session?.key ?? `AIDA${access.account}`;
      return xmlAnswer(
        200,
        `<${action}Response xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><${action}Result><Arn>${access.arn}</Arn><UserId>${id}</UserId><Account>${access.account}</Account></${action}Result><ResponseMetadata><RequestId>double</RequestId></ResponseMetadata></${action}Response>`,
      );
    },
  },
  after: {
    'sts:AssumeRole': addSession(book),
    'sts:AssumeRoleWithWebIdentity': addSession(book),
    'iam:CreateAccessKey': ({ account }, answer) => {
      const key = textAt(
        parseXml(answer.body.toString('utf8')),
        'CreateAccessKeyResult',
        'AccessKey',
        'AccessKeyId',
      );
      book.addUserKey(key, { account, arn: `arn:aws:iam::${account}:user/admin` });
    },
  },
});
