import { type MotoPlace, MotoRefusal } from '../../moto-client.ts';
import { findAll, textAt, type XmlElement } from '../../protocol/xml.ts';

/** Documents of IAM are written in percent-encoding. */
const decode = (document: string): string =>
  document.trimStart().startsWith('{') ? document : decodeURIComponent(document.replaceAll('+', ' '));

export const accountOfArn = (arn: string): string => /^arn:[^:]*:\w+:[^:]*:(\d{12}):/.exec(arn)?.[1] ?? '';

export const roleOfArn = (arn: string): string => arn.replace(/^.*\//, '');

const ask = async (
  moto: MotoPlace,
  action: string,
  parameters: Readonly<Record<string, string>>,
): Promise<XmlElement | undefined> => {
  try {
    return await moto.query('iam', action, parameters);
  } catch (error) {
    if (error instanceof MotoRefusal && error.status === 404) return undefined;
    throw error;
  }
};

/** Who may assume a role, as JSON; undefined when there is no such role. */
export const trustOfRole = async (moto: MotoPlace, role: string): Promise<string | undefined> => {
  const reply = await ask(moto, 'GetRole', { RoleName: role });
  const document = textAt(reply, 'GetRoleResult', 'Role', 'AssumeRolePolicyDocument');
  return reply === undefined ? undefined : decode(document);
};

const inlineOf = async (moto: MotoPlace, role: string): Promise<readonly string[]> => {
  const reply = await ask(moto, 'ListRolePolicies', { RoleName: role });
  const names = findAll(reply, 'ListRolePoliciesResult', 'PolicyNames', 'member').map(({ text }) => text);
  const documents: string[] = [];
  for (const name of names) {
    const policy = await ask(moto, 'GetRolePolicy', { RoleName: role, PolicyName: name });
    documents.push(decode(textAt(policy, 'GetRolePolicyResult', 'PolicyDocument')));
  }
  return documents;
};

const attachedOf = async (moto: MotoPlace, role: string): Promise<readonly string[]> => {
  const reply = await ask(moto, 'ListAttachedRolePolicies', { RoleName: role });
  const attached = findAll(reply, 'ListAttachedRolePoliciesResult', 'AttachedPolicies', 'member');
  const documents: string[] = [];
  for (const arn of attached.map((item) => textAt(item, 'PolicyArn'))) {
    const policy = await ask(moto, 'GetPolicy', { PolicyArn: arn });
    const version = textAt(policy, 'GetPolicyResult', 'Policy', 'DefaultVersionId');
    const found = await ask(moto, 'GetPolicyVersion', { PolicyArn: arn, VersionId: version });
    documents.push(decode(textAt(found, 'GetPolicyVersionResult', 'PolicyVersion', 'Document')));
  }
  return documents;
};

/** What a role may do: its inline and attached policies, as JSON. */
export const policiesOfRole = async (moto: MotoPlace, role: string): Promise<readonly string[]> => [
  ...(await inlineOf(moto, role)),
  ...(await attachedOf(moto, role)),
];
