import type { JsonObject } from '../../../src/domain/shared/json.ts';
import { objectIn, objectsIn, propertiesIn, textIn } from './arm/fields.ts';
import { runningOn } from './arm/operations.ts';
import { keyOf } from './arm/resource-id.ts';
import { childrenOf, nameOf, thingsOfType } from './arm/things.ts';
import type { ArmThing, ArmWorld } from './arm/world.ts';
import { addThing } from './arm/writes.ts';
import { groupType } from './kinds/resource-groups.ts';
import { subnetType } from './kinds/virtual-networks.ts';

/** What the controllers of a cluster make, without Berth. */
export interface AzureForeign {
  /** In a group: a machine with its network card and disk, a volume, an inner load balancer, an account of the registry. */
  machines(groupName: string, infraId?: string): void;
  /** A service of type LoadBalancer: a frontend, an address and a rule on the balancer that is there. */
  services(groupName: string, infraId?: string): void;
  /** `*.apps.NAME` in the public zone, as the ingress operator writes it. */
  records(clusterName: string, infraId?: string): void;
}

/** `berth-ID` is the group of one cluster. */
const idIn = (groupName: string): string => groupName.replace(/^berth-/, '');

const ownedBy = (infraId: string) => ({ tags: { [`kubernetes.io_cluster.${infraId}`]: 'owned' } });

const balancerType = 'Microsoft.Network/loadBalancers';

export const createForeign = (world: ArmWorld, publicZoneId: string): AzureForeign => {
  const groupOf = (name: string): ArmThing => {
    const id = `/subscriptions/${world.subscriptionId}/resourceGroups/${name}`;
    const group = world.things.get(keyOf(id));
    if (group === undefined) throw new TypeError(`there is no group ${name}`);
    return group;
  };
  const add = (group: ArmThing, type: string, name: string, body: JsonObject): ArmThing => {
    const [namespace, ...types] = type.split('/');
    const id = `${group.id}/providers/${namespace}/${types.join('/')}/${name}`;
    return addThing(world, id, type, { location: group.body['location'], ...body }, 'controllers');
  };
  return {
    machines: (groupName, infraId) => {
      const group = groupOf(groupName);
      const prefix = infraId ?? idIn(groupName);
      const [subnet] = childrenOf(world, group.id, subnetType);
      const [balancer] = childrenOf(world, group.id, balancerType);
      const [pool] = objectsIn(propertiesIn(balancer?.body), 'backendAddressPools');
      const owned = ownedBy(prefix);
      const inSubnet = subnet === undefined ? {} : { subnet: { id: subnet.id } };
      const inPool =
        balancer === undefined || pool === undefined
          ? {}
          : {
              loadBalancerBackendAddressPools: [{ id: `${balancer.id}/backendAddressPools/${pool['name']}` }],
            };
      const disk = add(group, 'Microsoft.Compute/disks', `${prefix}-node-os`, owned);
      add(group, 'Microsoft.Compute/disks', `pvc-${prefix}`, owned);
      const card = add(group, 'Microsoft.Network/networkInterfaces', `${prefix}-node-nic`, {
        ...owned,
        properties: { ipConfigurations: [{ name: 'pipConfig', properties: { ...inSubnet, ...inPool } }] },
      });
      add(group, 'Microsoft.Compute/virtualMachines', `${prefix}-node`, {
        ...owned,
        properties: {
          networkProfile: { networkInterfaces: [{ id: card.id }] },
          storageProfile: { osDisk: { managedDisk: { id: disk.id } } },
        },
      });
      add(group, balancerType, `${prefix}-internal`, {
        ...owned,
        sku: { name: 'Standard' },
        properties: { frontendIPConfigurations: [{ name: 'inner', properties: inSubnet }] },
      });
      add(group, 'Microsoft.Storage/storageAccounts', `imageregistry${prefix.replaceAll('-', '')}`, owned);
    },
    services: (groupName, infraId) => {
      const group = groupOf(groupName);
      const balancer = childrenOf(world, group.id, balancerType).find(
        ({ id }) => !nameOf({ id }).endsWith('-internal'),
      );
      if (balancer === undefined) throw new TypeError(`there is no load balancer in ${groupName}`);
      const prefix = infraId ?? idIn(groupName);
      const address = add(group, 'Microsoft.Network/publicIPAddresses', `${prefix}-service`, {
        ...ownedBy(prefix),
        sku: { name: 'Standard' },
        properties: { publicIPAllocationMethod: 'Static' },
      });
      const properties = propertiesIn(balancer.body);
      const frontend = { name: 'service', properties: { publicIPAddress: { id: address.id } } };
      const rule = {
        name: 'service-443',
        properties: { protocol: 'Tcp', frontendPort: 443, backendPort: 30_443 },
      };
      balancer.body = {
        ...balancer.body,
        properties: {
          ...properties,
          frontendIPConfigurations: [...objectsIn(properties, 'frontendIPConfigurations'), frontend],
          loadBalancingRules: [...objectsIn(properties, 'loadBalancingRules'), rule],
        },
      };
    },
    records: (clusterName, infraId) => {
      const metadata = infraId === undefined ? {} : { metadata: ownedBy(infraId).tags };
      addThing(
        world,
        `${publicZoneId}/A/*.apps.${clusterName}`,
        'Microsoft.Network/dnsZones/A',
        { properties: { TTL: 30, ARecords: [{ ipv4Address: '203.0.113.7' }], ...metadata } },
        'controllers',
      );
    },
  };
};

const privateZoneType = 'Microsoft.Network/privateDnsZones';

/** Controllers begin their work in a group once its load balancer and its private zone are done. */
export const populate = (world: ArmWorld, foreign: AzureForeign): void => {
  if (!world.knobs.hasControllers) return;
  for (const group of thingsOfType(world, groupType)) {
    if (world.populated.has(keyOf(group.id))) continue;
    const balancers = childrenOf(world, group.id, balancerType);
    const [zone] = childrenOf(world, group.id, privateZoneType);
    if (balancers.length === 0 || zone === undefined) continue;
    if ([group, zone, ...balancers].some(({ id }) => runningOn(world, id) !== undefined)) continue;
    world.populated.add(keyOf(group.id));
    const marks = balancers.map(({ body }) => textIn(objectIn(body, 'tags'), 'berth-infra-id'));
    const infraId = marks.find((mark) => mark !== undefined) ?? idIn(nameOf(group));
    foreign.machines(nameOf(group), infraId);
    foreign.services(nameOf(group), infraId);
    foreign.records(nameOf(zone).split('.')[0] ?? '', infraId);
  }
};
