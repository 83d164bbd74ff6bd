import type { PlannedStep } from '../../../infrastructure/infrastructure-plan.ts';
import { filled } from '../../../shared/present.ts';
import {
  karpenterRole,
  kmsRole,
  type OperatorRole,
  operatorRoles,
  workerRoleSuffix,
} from './operator-roles.ts';
import { iamPathOf, type PlanFrame, tagsOf } from './plan-frame.ts';
import { worker } from './policies.ts';
import { type AwsAccountName, awsStep, type PolicyStatement, type RoleTrust } from './step-inputs.ts';

const oidcProviderStep = 'oidcProvider';
const instanceProfileStep = 'instanceProfile';
export const roleStep = (suffix: string): string => `role/${suffix}`;

/** Root of the certificates of S3; IAM asks for one though it looks at none when the issuer is a bucket. */
const s3Thumbprint = 'A9D53002E97E00E043244F3D170D6F4C414104FD';

const isBucket = (issuerUrl: string): boolean =>
  /\.s3[.-][a-z0-9.-]*amazonaws\.com/.test(new URL(issuerUrl).host);

interface RoleParts {
  readonly id: string;
  readonly suffix: string;
  readonly account: AwsAccountName;
  readonly trust: RoleTrust;
  readonly statements: readonly PolicyStatement[];
  readonly rosaPolicy?: string;
  readonly after: readonly string[];
}

const zoneStepsOf = (statements: readonly PolicyStatement[]): readonly string[] =>
  statements.flatMap(({ resources = [] }) =>
    resources.flatMap((resource) => (typeof resource === 'string' ? [] : [resource.hostedZone])),
  );

/** A role by its name: made again, it has the same ARN. */
export const roleOf = (frame: PlanFrame, parts: RoleParts): PlannedStep => {
  const { id, suffix, account, trust, statements, rosaPolicy } = parts;
  const name = `${frame.infraId}-${suffix}`;
  const boundary = filled(frame.infrastructure.permissionsBoundaryArn);
  return awsStep({
    id,
    type: 'role',
    name,
    after: [...parts.after, ...zoneStepsOf(statements)],
    input: {
      account,
      tags: tagsOf(frame, name),
      path: iamPathOf(frame.request.instance),
      trust,
      statements,
      ...(rosaPolicy === undefined
        ? {}
        : { managedPolicyArn: `arn:${frame.partition}:iam::aws:policy/service-role/${rosaPolicy}` }),
      ...(boundary === undefined ? {} : { permissionsBoundaryArn: boundary }),
    },
    hasStableId: true,
  });
};

/** Ingress keeps a policy of its own besides the managed one, and others what lets them into the other account. */
const ownStatements = (role: OperatorRole): readonly PolicyStatement[] =>
  role.suffix === 'openshift-ingress'
    ? role.statements
    : role.statements.filter(({ actions }) => actions.includes('sts:AssumeRole'));

const operatorRole = (frame: PlanFrame, role: OperatorRole): PlannedStep => {
  const isRosa = frame.infrastructure.rosaManagedPolicies === true && role.rosaPolicy !== undefined;
  return roleOf(frame, {
    id: roleStep(role.suffix),
    suffix: role.suffix,
    account: 'cluster',
    trust: {
      kind: 'webIdentity',
      issuerUrl: frame.request.issuerUrl,
      serviceAccounts: role.serviceAccounts.map((account) => `system:serviceaccount:${account}`),
    },
    statements: isRosa ? ownStatements(role) : role.statements,
    ...(isRosa && role.rosaPolicy !== undefined ? { rosaPolicy: role.rosaPolicy } : {}),
    after: [oidcProviderStep],
  });
};

const workerSteps = (frame: PlanFrame): readonly PlannedStep[] => {
  const name = `${frame.infraId}-worker`;
  const workerRole = roleStep(workerRoleSuffix);
  const suffix = frame.partition === 'aws-cn' ? '.cn' : '';
  return [
    roleOf(frame, {
      id: workerRole,
      suffix: workerRoleSuffix,
      account: 'cluster',
      trust: { kind: 'service', service: `ec2.amazonaws.com${suffix}` },
      statements: worker,
      after: [],
    }),
    awsStep({
      id: instanceProfileStep,
      type: 'instanceProfile',
      name,
      after: [workerRole],
      input: {
        account: 'cluster',
        tags: tagsOf(frame, name),
        path: iamPathOf(frame.request.instance),
        roleStep: workerRole,
      },
      hasStableId: true,
    }),
  ];
};

/** The issuer of the cluster's tokens, and a role for every part of OpenShift that calls AWS. */
export const identitySteps = (frame: PlanFrame): readonly PlannedStep[] => {
  const { issuerUrl } = frame.request;
  const name = `${frame.infraId}-oidc`;
  const roles = [...Object.values<OperatorRole>(operatorRoles(frame)), kmsRole(frame), karpenterRole(frame)];
  return [
    awsStep({
      id: oidcProviderStep,
      type: 'oidcProvider',
      name,
      after: [],
      input: {
        account: 'cluster',
        tags: tagsOf(frame, name),
        issuerUrl,
        audiences: ['openshift', 'sts.amazonaws.com'],
        thumbprints: isBucket(issuerUrl) ? [s3Thumbprint] : [],
      },
      fixed: ['issuerUrl'],
      hasStableId: true,
    }),
    ...roles.flatMap((role) => (role === undefined ? [] : [operatorRole(frame, role)])),
    ...workerSteps(frame),
  ];
};
