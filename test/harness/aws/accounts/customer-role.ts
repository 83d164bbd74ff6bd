import type { MotoPlace } from '../moto-client.ts';
import { textAt } from '../protocol/xml.ts';
import { homeAccount } from './access.ts';

export interface CustomerRole {
  readonly roleArn: string;
  readonly account: string;
  readonly externalId: string | undefined;
}

export interface CustomerRoleOptions {
  readonly name?: string;
  /** Undefined: whoever is trusted may assume it without one, which Berth must refuse. */
  readonly externalId?: string;
  /** Who may assume it: the home account unless said. `*`: everybody. */
  readonly trusted?: string;
  /** What it may do; everything unless said. */
  readonly actions?: readonly string[];
  /** What the trust lets a session say of itself; both unless said. */
  readonly sessionActions?: readonly string[];
}

/** A role as a customer makes it for Berth, in the account of `place`. */
export const createCustomerRole = async (
  place: MotoPlace,
  {
    name = 'berth-access',
    externalId,
    trusted = `arn:aws:iam::${homeAccount}:root`,
    actions = ['*'],
    sessionActions = ['sts:TagSession', 'sts:SetSourceIdentity'],
  }: CustomerRoleOptions = {},
): Promise<CustomerRole> => {
  const trust = {
    Version: '2012-10-17',
    Statement: {
      Effect: 'Allow',
      Principal: { AWS: trusted },
      Action: ['sts:AssumeRole', ...sessionActions],
      ...(externalId === undefined ? {} : { Condition: { StringEquals: { 'sts:ExternalId': externalId } } }),
    },
  };
  const made = await place.query('iam', 'CreateRole', {
    RoleName: name,
    AssumeRolePolicyDocument: JSON.stringify(trust),
  });
  await setRoleActions(place, name, actions);
  return {
    roleArn: textAt(made, 'CreateRoleResult', 'Role', 'Arn'),
    account: place.account,
    externalId,
  };
};

/** Changes what a role may do, as a customer who takes rights away or adds some. The double looks again with the next session. */
export const setRoleActions = async (
  place: MotoPlace,
  name: string,
  actions: readonly string[],
): Promise<void> => {
  const policy = { Version: '2012-10-17', Statement: { Effect: 'Allow', Action: actions, Resource: '*' } };
  await place.query('iam', 'PutRolePolicy', {
    RoleName: name,
    PolicyName: 'berth',
    PolicyDocument: JSON.stringify(policy),
  });
};

/** Takes a role away, as a customer who has had enough. */
export const deleteCustomerRole = async (place: MotoPlace, name: string): Promise<void> => {
  await place.query('iam', 'DeleteRolePolicy', { RoleName: name, PolicyName: 'berth' });
  await place.query('iam', 'DeleteRole', { RoleName: name });
};
