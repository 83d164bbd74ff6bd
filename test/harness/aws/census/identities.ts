import type { MotoPlace } from '../moto-client.ts';
import { findAll, textAt, type XmlElement } from '../protocol/xml.ts';
import { type Counted, counted, tagsOf, texts } from './counted.ts';

const listAll = async (moto: MotoPlace, action: string, set: string): Promise<readonly XmlElement[]> => {
  const items: XmlElement[] = [];
  let marker = '';
  do {
    const reply = await moto.query('iam', action, marker === '' ? {} : { Marker: marker });
    items.push(...findAll(reply, `${action}Result`, set, 'member'));
    marker = textAt(reply, `${action}Result`, 'Marker');
  } while (marker !== '');
  return items;
};

const tagsBy = async (
  moto: MotoPlace,
  action: string,
  parameters: Readonly<Record<string, string>>,
): Promise<Record<string, string>> =>
  tagsOf(
    findAll(await moto.query('iam', action, parameters), `${action}Result`, 'Tags', 'member'),
    'Key',
    'Value',
  );

interface Options {
  readonly hasAllTags: boolean;
}

const countRole = async (moto: MotoPlace, item: XmlElement, { hasAllTags }: Options): Promise<Counted> => {
  const name = textAt(item, 'RoleName');
  const inline = await moto.query('iam', 'ListRolePolicies', { RoleName: name });
  const attached = await moto.query('iam', 'ListAttachedRolePolicies', { RoleName: name });
  return counted('role', textAt(item, 'Arn'), {
    name,
    tags: hasAllTags ? await tagsBy(moto, 'ListRoleTags', { RoleName: name }) : {},
    parts: [
      ...texts(inline, 'ListRolePoliciesResult', 'PolicyNames', 'member').map((policy) => `policy ${policy}`),
      ...texts(attached, 'ListAttachedRolePoliciesResult', 'AttachedPolicies', 'member', 'PolicyName').map(
        (policy) => `attached ${policy}`,
      ),
    ],
  });
};

/** Roles that AWS keeps for its services are left out. */
export const countIdentities = async (moto: MotoPlace, options: Options): Promise<readonly Counted[]> => {
  const all: Counted[] = [];
  for (const role of await listAll(moto, 'ListRoles', 'Roles'))
    if (!textAt(role, 'Path').startsWith('/aws-service-role/'))
      all.push(await countRole(moto, role, options));
  for (const profile of await listAll(moto, 'ListInstanceProfiles', 'InstanceProfiles')) {
    const name = textAt(profile, 'InstanceProfileName');
    const tags = options.hasAllTags ? tagsOf(findAll(profile, 'Tags', 'member'), 'Key', 'Value') : {};
    const roles = texts(profile, 'Roles', 'member', 'RoleName').map((role) => `role ${role}`);
    all.push(counted('instanceProfile', textAt(profile, 'Arn'), { name, tags, parts: roles }));
  }
  for (const provider of await listAll(moto, 'ListOpenIDConnectProviders', 'OpenIDConnectProviderList')) {
    const arn = textAt(provider, 'Arn');
    const tags = options.hasAllTags
      ? await tagsBy(moto, 'ListOpenIDConnectProviderTags', { OpenIDConnectProviderArn: arn })
      : {};
    all.push(counted('oidcProvider', arn, { name: arn.replace(/^.*:oidc-provider\//, ''), tags }));
  }
  return all;
};
