import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  awsPermissions,
  grantsOf,
  permissionSetsOf,
} from '../../../../../src/domain/platforms/aws/plan/aws-permissions.ts';
import {
  sessionPolicyLimit,
  sessionPolicyOf,
} from '../../../../../src/domain/platforms/aws/plan/session-policies.ts';

const provider = new URL('../../../../../src/providers/infrastructure/aws', import.meta.url).pathname;

const services: Readonly<Record<string, string>> = {
  'client-ec2': 'ec2',
  'client-iam': 'iam',
  'client-kms': 'kms',
  'client-ram': 'ram',
  'client-route-53': 'route53',
  'client-s3': 's3',
  'client-service-quotas': 'servicequotas',
  'client-elastic-load-balancing': 'elasticloadbalancing',
  'client-elastic-load-balancing-v2': 'elasticloadbalancing',
};

/** Actions whose permission has another name. Source: the service authorization reference. */
const named: Readonly<Record<string, string>> = {
  's3:DeleteObjects': 's3:DeleteObject',
  's3:ListBuckets': 's3:ListAllMyBuckets',
  's3:ListMultipartUploads': 's3:ListBucketMultipartUploads',
  's3:ListObjectVersions': 's3:ListBucketVersions',
};

/** Every command and every paginator that the provider imports. */
const askedFor = (): readonly string[] => {
  const files = readdirSync(provider, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const found = files.flatMap((name) => {
    const text = readFileSync(join(provider, name), 'utf8');
    const imports = [...text.matchAll(/import (?:type )?\{([^}]*)\} from '@aws-sdk\/([\w-]+)'/g)];
    return imports.flatMap(([, names = '', from = '']) => {
      const service = services[from];
      if (service === undefined) return [];
      const plain = names.replaceAll(/\bas \w+/g, '');
      return [...plain.matchAll(/\b(?:paginate(\w+)|(\w+)Command)\b/g)].map(
        ([, paged, command]) => `${service}:${paged ?? command}`,
      );
    });
  });
  return [...new Set(found)].map((action) => named[action] ?? action).sort();
};

const actionsOf = (sets: readonly (keyof typeof awsPermissions)[]): readonly string[] =>
  sets.flatMap((set) => awsPermissions[set].flatMap(({ actions }) => actions));

const allows = (policy: string, action: string): boolean =>
  (JSON.parse(policy) as { Statement: { Action: string[] }[] }).Statement.flatMap(
    ({ Action }) => Action,
  ).some((pattern) => new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(action));

describe('the permissions that a customer grants', () => {
  it('hold every call that the provider makes', () => {
    const asked = askedFor();
    expect(asked.length).toBeGreaterThan(80);
    const granted = actionsOf(['scan', 'network', 'iam', 'destroy']);
    expect(asked.filter((action) => !granted.includes(action))).toEqual([]);
  });

  it('hold nothing that no call needs', () => {
    const asked = askedFor();
    // Tags that are given with a create, versions that are deleted by name, and a profile's hold on its role.
    const implied = ['iam:PassRole', 'ram:TagResource', 's3:DeleteObjectVersion'];
    const granted = actionsOf(['scan', 'network', 'iam', 'destroy']);
    expect(granted.filter((action) => !asked.includes(action) && !implied.includes(action))).toEqual([]);
  });

  it('hold nothing that starts machines or reaches roles of others', () => {
    const granted = actionsOf(['scan', 'network', 'iam', 'destroy']);
    expect(granted).not.toContain('ec2:RunInstances');
    const onRoles = grantsOf('iam', 'prod').filter(({ actions }) => actions.includes('iam:CreateRole'));
    expect(onRoles.map(({ resources }) => resources)).toEqual([['arn:*:iam::*:role/berth/prod/*']]);
  });

  it('are read-only for a look', () => {
    const readings = /:(?:Describe|Get|List|Simulate)/;
    expect(actionsOf(['scan']).filter((action) => !readings.test(action))).toEqual([]);
  });
});

describe.each(['scan', 'create', 'destroy'] as const)('the policy of a session for %s', (phase) => {
  const policy = sessionPolicyOf(phase, 'a-rather-long-name-x');

  it('is short enough for the security token service', () => {
    expect(policy.length).toBeLessThanOrEqual(sessionPolicyLimit);
  });

  it('leaves all that the phase needs', () => {
    expect(actionsOf(permissionSetsOf[phase]).filter((action) => !allows(policy, action))).toEqual([]);
  });

  it('leaves nothing that starts machines or changes users', () => {
    for (const action of ['ec2:RunInstances', 'iam:CreateUser', 'iam:CreateAccessKey', 's3:PutObject'])
      expect(allows(policy, action)).toBe(false);
  });
});

it('keeps a look from changing anything', () => {
  const policy = sessionPolicyOf('scan', 'prod');
  for (const action of actionsOf(['network', 'destroy'])) {
    if (/:(?:List|Describe|Get)/.test(action)) continue;
    expect(allows(policy, action)).toBe(false);
  }
});

it('keeps a session that makes from ending machines and a session that removes from making', () => {
  expect(allows(sessionPolicyOf('create', 'prod'), 'ec2:TerminateInstances')).toBe(false);
  expect(allows(sessionPolicyOf('create', 'prod'), 's3:DeleteObject')).toBe(false);
  for (const action of ['ec2:CreateVpc', 'iam:CreateRole', 'iam:PutRolePolicy', 'iam:PassRole'])
    expect(allows(sessionPolicyOf('destroy', 'prod'), action)).toBe(false);
});
