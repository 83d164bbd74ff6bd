import type {
  InfrastructureRequest,
  PlannedStep,
} from '../../../../../src/domain/infrastructure/infrastructure-plan.ts';
import type {
  AwsManagedInfrastructure,
  AwsPlatform,
} from '../../../../../src/domain/platforms/aws/aws-spec.ts';
import { awsManaged } from '../../../../../src/domain/platforms/aws/plan/aws-plan.ts';

interface Options {
  readonly infrastructure?: Partial<AwsManagedInfrastructure>;
  readonly aws?: Partial<AwsPlatform>;
  readonly spec?: Partial<InfrastructureRequest['spec']>;
  readonly issuerUrl?: string;
}

/** A cluster over two zones of Ireland. */
export const requestOf = ({ infrastructure, aws, spec, issuerUrl }: Options = {}): InfrastructureRequest => ({
  instance: 'prod',
  tenantId: 'ten_1',
  clusterId: 'cl_1',
  infraId: 'b2c3d4e5f6g7h',
  hostedClusterName: 'payments',
  createdAt: '2026-12-01T00:00:00.000Z',
  issuerUrl: issuerUrl ?? 'https://oidc.example.org/b2c3d4e5f6g7h',
  jwks: { keys: [] },
  spec: {
    version: '4.20.3',
    pullSecretCredentialId: 'cr_pull',
    dns: { baseDomain: 'example.org' },
    platform: {
      type: 'aws',
      aws: {
        region: 'eu-west-1',
        credentialId: 'cr_aws',
        infrastructure: { mode: 'managed', zones: ['eu-west-1a', 'eu-west-1b'], ...infrastructure },
        ...aws,
      },
    },
    ...spec,
  },
});

export const sharedVpc = { vpcOwnerCredentialId: 'cr_owner' } as const;

export const planOf = (options?: Options): readonly PlannedStep[] => awsManaged.plan(requestOf(options));

export const idsOf = (plan: readonly PlannedStep[]): readonly string[] => plan.map(({ id }) => id);

export const stepOf = (plan: readonly PlannedStep[], id: string): PlannedStep => {
  const step = plan.find((candidate) => candidate.id === id);
  if (step === undefined) throw new Error(`no step ${id}`);
  return step;
};

/** What goes before a step when all is taken away: everything that names it, and what names that. */
export const removedBefore = (plan: readonly PlannedStep[], id: string): ReadonlySet<string> => {
  const before = new Set<string>();
  const visit = (step: string): void => {
    for (const other of plan.filter(({ after }) => after.includes(step)))
      if (!before.has(other.id)) {
        before.add(other.id);
        visit(other.id);
      }
  };
  visit(id);
  return before;
};
