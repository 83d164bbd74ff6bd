import type { JsonObject, JsonValue } from '../../../shared/json.ts';
import { members } from '../../../shared/present.ts';
import type { PolicyResource, PolicyStatement, RoleTrust } from './step-inputs.ts';

/** Version of the policy language. Source: IAM JSON policy elements. */
const version = '2012-10-17';

const documentOf = (statements: readonly JsonObject[]): JsonObject => ({
  Version: version,
  Statement: statements,
});

/** AWS takes one text and a list of one as the same, and shows either. */
const oneOrMany = (values: readonly string[]): JsonValue => (values.length === 1 ? values.join() : values);

export interface PolicyPlaces {
  readonly partition: string;
  /** Id of a hosted zone by its step. */
  readonly zoneIdOf: (step: string) => string;
}

const arnOf = (resource: PolicyResource, { partition, zoneIdOf }: PolicyPlaces): string =>
  typeof resource === 'string'
    ? resource
    : `arn:${partition}:route53:::hostedzone/${zoneIdOf(resource.hostedZone)}`;

/** What a role may do, as IAM reads it. */
export const policyDocument = (statements: readonly PolicyStatement[], places: PolicyPlaces): JsonObject =>
  documentOf(
    statements.map(({ actions, resources = ['*'], condition }) =>
      members({
        Effect: 'Allow',
        Action: oneOrMany(actions),
        Resource: oneOrMany(resources.map((resource) => arnOf(resource, places))),
        Condition: condition,
      }),
    ),
  );

/** An issuer as IAM names it in ARNs and conditions. */
export const issuerNameOf = (issuerUrl: string): string => issuerUrl.replace(/^https?:\/\//, '');

export const providerArnOf = (partition: string, accountId: string, issuerUrl: string): string =>
  `arn:${partition}:iam::${accountId}:oidc-provider/${issuerNameOf(issuerUrl)}`;

export interface TrustPlaces {
  readonly partition: string;
  readonly accountId: string;
  /** ARN of a role by its step. */
  readonly roleArnOf: (step: string) => string;
}

/** Only `sub` tells clusters apart, and it is the same in all of them: the issuer must be the cluster's alone. */
export const trustDocument = (trust: RoleTrust, places: TrustPlaces): JsonObject => {
  switch (trust.kind) {
    case 'webIdentity': {
      const { issuerUrl, serviceAccounts } = trust;
      return documentOf([
        {
          Effect: 'Allow',
          Principal: { Federated: providerArnOf(places.partition, places.accountId, issuerUrl) },
          Action: 'sts:AssumeRoleWithWebIdentity',
          Condition: { StringEquals: { [`${issuerNameOf(issuerUrl)}:sub`]: oneOrMany(serviceAccounts) } },
        },
      ]);
    }
    case 'service':
      return documentOf([
        { Effect: 'Allow', Principal: { Service: trust.service }, Action: 'sts:AssumeRole' },
      ]);
    case 'roles':
      return documentOf([
        {
          Effect: 'Allow',
          Principal: { AWS: oneOrMany(trust.steps.map(places.roleArnOf)) },
          Action: 'sts:AssumeRole',
        },
      ]);
  }
};

const sorted = (value: JsonValue | undefined): JsonValue | undefined => {
  if (Array.isArray(value)) {
    const items = (value as readonly JsonValue[]).map((item) => sorted(item) ?? null);
    if (items.length === 1) return items[0];
    return items.toSorted((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as JsonObject)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  );
};

/** Whether two policies say the same; order does not matter, and one text is a list of one. */
export const isSamePolicy = (left: JsonValue | undefined, right: JsonValue): boolean =>
  JSON.stringify(sorted(left)) === JSON.stringify(sorted(right));
