import { awsManaged } from '../../../src/domain/platforms/aws/plan/aws-plan.ts';
import { createAwsProvider } from '../../../src/providers/infrastructure/aws/aws-provider.ts';
import type { InfrastructureProvider } from '../../../src/providers/infrastructure/contract.ts';
import type { LifeCloud } from '../../crash/cloud-life.ts';
import { type CustomerRole, createCustomerRole } from './accounts/customer-role.ts';
import { createNeighbours } from './accounts/neighbours.ts';
import { createZone } from './accounts/public-zone.ts';
import { type AwsDouble, startAwsDouble } from './aws-double.ts';
import {
  awsAccess,
  awsRequest,
  customerAccount,
  grantedActions,
  lifeInstance,
  lifeRegion,
} from './aws-requests.ts';
import { linesOf } from './census/census.ts';

export interface AwsLifeCloud extends LifeCloud {
  readonly double: AwsDouble;
  stop(): Promise<void>;
}

export interface AwsLifeOptions {
  /** Letters of the zones of the cluster, and those after its change; `a`, and then `a` and `b`. */
  readonly zones?: readonly string[];
  readonly changedZones?: readonly string[];
}

/** NAT gateways come and go between two looks at them: more looks of the same kind are no further places to die at. */
const haste = { natCreateSeconds: 25, natDeleteSeconds: 25 } as const;

/** What the customer has beforehand: a role that trusts Berth, the zone of the base domain, and things that look like ours. */
const furnish = async (double: AwsDouble): Promise<CustomerRole> => {
  const place = double.at(customerAccount, lifeRegion);
  const role = await createCustomerRole(place, {
    externalId: 'berth-of-this-credential',
    actions: grantedActions,
  });
  await createZone(place, 'example.org');
  const { infraId, hostedClusterName: clusterName } = awsRequest(['a']);
  await createNeighbours(place, { infraId, clusterName, instance: lifeInstance });
  return role;
};

/** The provider on a double, in the double's time: whoever waits for his turn moves its clock. */
export const providerOn = (double: AwsDouble): InfrastructureProvider => {
  const { endpoint, credentials } = double.settings();
  return createAwsProvider({
    instance: lifeInstance,
    endpoint,
    sourceCredentials: credentials,
    clock: {
      now: double.clock,
      sleep: async (milliseconds) => double.advance(milliseconds / 1000),
    },
  });
};

/** A life on moto behind the layer that refuses what AWS refuses, in an account of the customer's own. */
export const createAwsLifeCloud = async ({
  zones = ['a'],
  changedZones = ['a', 'b'],
}: AwsLifeOptions = {}): Promise<AwsLifeCloud> => {
  const double = await startAwsDouble();
  const request = awsRequest(zones);
  const changed = awsRequest(changedZones);
  let role: CustomerRole | undefined;
  let provider = providerOn(double);
  return {
    name: 'AWS',
    double,
    reset: async ({ lagSeconds }) => {
      await double.reset();
      role = await furnish(double);
      provider = providerOn(double);
      Object.assign(double.strict.knobs, { ...haste, hideSeconds: lagSeconds, lingerSeconds: lagSeconds });
    },
    request,
    plan: awsManaged.plan(request),
    changed: { request: changed, plan: awsManaged.plan(changed) },
    open: (phase) => {
      if (role === undefined) throw new Error('the account is not furnished');
      return provider.open(awsAccess(role, phase), lifeRegion);
    },
    clock: double.clock,
    advance: double.advance,
    watch: (decide) =>
      double.watch(
        decide &&
          (({ service, action, isWrite, phase }) =>
            decide({ action: `${service}:${action}`, isWrite, phase })),
      ),
    census: async () => linesOf(await double.census({ account: customerAccount, region: lifeRegion })),
    stop: double.stop,
  };
};
