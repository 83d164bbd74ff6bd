import type { InfrastructureRequest } from '../../../src/domain/infrastructure/infrastructure-plan.ts';
import type { AwsManagedInfrastructure, AwsPlatform } from '../../../src/domain/platforms/aws/aws-spec.ts';
import { awsManaged } from '../../../src/domain/platforms/aws/plan/aws-plan.ts';
import { platformBlock } from '../../../src/domain/platforms/platform-rules.ts';
import type {
  AccessPhase,
  CloudAccess,
  CloudSession,
  InfrastructureProvider,
  StepContext,
} from '../../../src/providers/infrastructure/contract.ts';
import { destroyInfrastructure } from '../../../src/providers/infrastructure/engine/destroy.ts';
import { ensureInfrastructure } from '../../../src/providers/infrastructure/engine/ensure.ts';
import type { PassInput } from '../../../src/providers/infrastructure/engine/pass.ts';
import { stepContext } from '../../../src/providers/infrastructure/engine/step-context.ts';
import { type CustomerRoleOptions, createCustomerRole } from '../../harness/aws/accounts/customer-role.ts';
import { createZone } from '../../harness/aws/accounts/public-zone.ts';
import type { AwsDouble } from '../../harness/aws/aws-double.ts';
import { providerOn } from '../../harness/aws/aws-life-cloud.ts';
import {
  awsAccess,
  awsRequest,
  customerAccount,
  grantedActions,
  lifeRegion,
} from '../../harness/aws/aws-requests.ts';
import {
  createInfrastructureLife,
  type MemoryJournal,
} from '../../harness/infrastructure/infrastructure-life.ts';

/** The double of a test file, started once and forgotten between tests. */
export interface World {
  readonly double: AwsDouble;
}

export const vpcOwnerAccount = '111111111111';
export const vpcOwnerCredentialId = 'cr_01jzc8w2q5e8rv9n3k7m4x6t0v';
const baseDomain = 'example.org';
export const externalId = 'berth-of-this-credential';

export interface RequestOptions {
  readonly zones?: readonly string[];
  readonly infraId?: string;
  readonly infrastructure?: Partial<AwsManagedInfrastructure>;
  readonly aws?: Partial<AwsPlatform>;
  readonly spec?: Partial<InfrastructureRequest['spec']>;
  readonly request?: Partial<InfrastructureRequest>;
}

/** A cluster over three zones, unless said otherwise. */
export const requestOf = (options: RequestOptions = {}): InfrastructureRequest => {
  const request = awsRequest(options.zones ?? ['a', 'b', 'c'], options.infraId);
  const { aws } = platformBlock(request.spec, 'aws');
  const infrastructure = { ...aws.infrastructure, ...options.infrastructure } as AwsManagedInfrastructure;
  return {
    ...request,
    spec: {
      ...request.spec,
      platform: { type: 'aws', aws: { ...aws, infrastructure, ...options.aws } },
      ...options.spec,
    },
    ...options.request,
  };
};

/** What a customer has beforehand: a role for Berth with just what Berth asks for, and the zone of the base domain. */
export const furnish = async (
  double: AwsDouble,
  { account = customerAccount, ...role }: CustomerRoleOptions & { readonly account?: string } = {},
): Promise<{ readonly roleArn: string; readonly zoneId: string }> => {
  const place = double.at(account, lifeRegion);
  const { roleArn } = await createCustomerRole(place, { externalId, actions: grantedActions, ...role });
  return { roleArn, zoneId: await createZone(place, baseDomain) };
};

export const accessOf = (
  roleArn: string,
  phase: AccessPhase,
  others?: readonly CloudAccess[],
): CloudAccess => ({
  ...awsAccess({ roleArn, externalId }, phase),
  ...(others === undefined ? {} : { others: others.map((other) => ({ ...other, phase })) }),
});

export interface LifeInput {
  readonly request: InfrastructureRequest;
  readonly roleArn: string;
  readonly others?: readonly CloudAccess[];
  readonly journal?: MemoryJournal;
  readonly provider?: InfrastructureProvider;
}

/** The life of one cluster's infrastructure. */
export const lifeOn = (double: AwsDouble, input: LifeInput) => {
  const { request, roleArn, others, journal, provider = providerOn(double) } = input;
  const life = createInfrastructureLife({
    request,
    plan: awsManaged.plan(request),
    open: (phase) => provider.open(accessOf(roleArn, phase, others), lifeRegion),
    clock: double.clock,
    advance: double.advance,
    ...(journal === undefined ? {} : { journal }),
  });
  const openSession = (phase: AccessPhase): Promise<CloudSession> =>
    provider.open(accessOf(roleArn, phase, others), lifeRegion);
  const inSession = async <Outcome>(
    phase: AccessPhase,
    run: (input: PassInput) => Promise<Outcome>,
  ): Promise<Outcome> => {
    const session = await openSession(phase);
    try {
      return await run({ ...life.pass(), handlers: session.handlers });
    } finally {
      session.close();
    }
  };
  return {
    ...life,
    openSession,
    /** One pass that makes what is missing. */
    advanceOnce: () =>
      inSession('create', (input) =>
        ensureInfrastructure(input, { isCheck: false, isReferredTo: () => false }),
      ),
    /** One pass that takes away. */
    destroyOnce: () => inSession('destroy', destroyInfrastructure),
    /** A step as its handler sees it. */
    stepOf: (id: string): StepContext => {
      const planned = awsManaged.plan(request).find((step) => step.id === id);
      if (planned === undefined) throw new Error(`no step ${id}`);
      return stepContext(life.pass(), planned, `token-of-${id}`);
    },
    /** The id of a step, as the journal has it. */
    idOf: (step: string): string => {
      const id = life.journal.get(step)?.externalId;
      if (id === undefined) throw new Error(`no id of ${step}`);
      return id;
    },
  };
};

export const accountOf = (double: AwsDouble, account = customerAccount) => double.at(account, lifeRegion);

/** Names of everything in an account, sorted. */
export const namesIn = async (double: AwsDouble, account = customerAccount): Promise<readonly string[]> =>
  (await double.census({ account, region: lifeRegion })).map(({ type, name }) => `${type} ${name}`);
