import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import { type AwsDouble, startAwsDouble } from '../../harness/aws/aws-double.ts';
import { mustSkipMoto } from '../../harness/aws/moto-environment.ts';
import { describeCensus } from './cases/census.ts';
import { describeDependencies } from './cases/dependencies.ts';
import { describeEndpoints } from './cases/endpoints.ts';
import { describeFaults } from './cases/faults.ts';
import { describeIdentities } from './cases/identities.ts';
import { describeLag } from './cases/lag.ts';
import { describeLimits } from './cases/limits.ts';
import { describeLoadBalancers } from './cases/load-balancers.ts';
import { describeNatGateways } from './cases/nat-gateways.ts';
import { describePermissions } from './cases/permissions.ts';
import { describePlaces } from './cases/places.ts';
import { describeRoles } from './cases/roles.ts';
import { describeRoutes } from './cases/routes.ts';
import { describeSharing } from './cases/sharing.ts';
import { describeZones } from './cases/zones.ts';
import type { World } from './world.ts';

// One moto for all: it takes two seconds of a core to start.
describe.skipIf(await mustSkipMoto('the double of AWS'))('the double of AWS', () => {
  let double: AwsDouble;
  beforeAll(async () => {
    double = await startAwsDouble();
  }, 600_000);
  afterAll(() => double?.stop());
  beforeEach(() => double.reset());

  const world: World = {
    get double() {
      return double;
    },
  };
  describeLag(world);
  describeNatGateways(world);
  describeDependencies(world);
  describeRoutes(world);
  describeEndpoints(world);
  describeLoadBalancers(world);
  describePlaces(world);
  describeLimits(world);
  describeIdentities(world);
  describeRoles(world);
  describePermissions(world);
  describeZones(world);
  describeSharing(world);
  describeFaults(world);
  describeCensus(world);
});
