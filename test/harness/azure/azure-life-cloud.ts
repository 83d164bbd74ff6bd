import type { AzureManagedInfrastructure } from '../../../src/domain/platforms/azure/azure-spec.ts';
import { azureManaged } from '../../../src/domain/platforms/azure/plan/azure-plan.ts';
import { createAzureProvider } from '../../../src/providers/infrastructure/azure/azure-provider.ts';
import type { LifeCloud } from '../../crash/cloud-life.ts';
import { type AzureDouble, startAzureDouble } from './azure-double.ts';
import { azureAccess, azureRequest } from './azure-requests.ts';

export interface AzureLifeCloud extends LifeCloud {
  readonly double: AzureDouble;
}

/** Group that the customer has, and what is in it beforehand. */
export const customersGroup = 'theirs';

/** Look-alikes: of another cluster, of another installation, of nobody. */
const furnish = (double: AzureDouble): void => {
  const group = `/subscriptions/${double.subscriptionId}/resourceGroups/${customersGroup}`;
  const placed = { location: 'westeurope' };
  const add = (provider: string, type: string, name: string, tags: Record<string, string>): void =>
    double.furnish(`${group}/providers/${provider}/${type}/${name}`, `${provider}/${type}`, {
      ...placed,
      tags,
    });
  double.furnish(group, 'Microsoft.Resources/resourceGroups', placed);
  add('Microsoft.Compute', 'disks', 'pvc-other', { 'kubernetes.io_cluster.b2c3d4e5f6g7x': 'owned' });
  add('Microsoft.Network', 'networkSecurityGroups', 'b2c3d4e5f6g7x-nsg', {
    'berth-instance': 'stage',
    'berth-infra-id': 'b2c3d4e5f6g7h',
  });
  add('Microsoft.Storage', 'storageAccounts', 'imageregistry', {});
};

/** A life on the double of Azure. Controllers make things as soon as there is a load balancer. */
export const startAzureLifeCloud = async (
  infrastructure: Partial<AzureManagedInfrastructure> = {},
): Promise<AzureLifeCloud> => {
  const double = await startAzureDouble();
  const request = azureRequest(undefined, infrastructure);
  return {
    name: 'Azure',
    double,
    reset: async ({ lagSeconds }) => {
      double.reset();
      furnish(double);
      Object.assign(double.knobs, {
        hideSeconds: lagSeconds,
        principalSeconds: Math.max(10, lagSeconds),
        federatedSeconds: 1,
        polls: { default: 2, resourceGroups: 4 },
        hasControllers: true,
      });
    },
    request,
    plan: azureManaged.plan(request),
    open: () =>
      createAzureProvider({
        clientAssertions: async () => '',
        fetch: double.fetch,
        tokensOf: () => ({ get: async () => double.issueToken() }),
      }).open(azureAccess(), 'westeurope'),
    clock: double.clock,
    advance: double.advance,
    watch: double.watch,
    census: async () => double.census(),
    stop: double.stop,
  };
};
