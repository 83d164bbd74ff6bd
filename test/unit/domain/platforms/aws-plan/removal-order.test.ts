import { describe, expect, it } from 'vitest';
import { idsOf, planOf, removedBefore, sharedVpc, stepOf } from './requests.ts';

const plan = planOf();

describe('the order in which a cluster on AWS goes', () => {
  it('takes what controllers made in the VPC before subnets, gateways and the VPC', () => {
    for (const id of ['subnet/private/eu-west-1a', 'subnet/public/eu-west-1b', 'internetGateway', 'vpc'])
      expect([...removedBefore(plan, id)]).toEqual(
        expect.arrayContaining([
          'sweep/instances',
          'sweep/classicLoadBalancers',
          'sweep/loadBalancers',
          'sweep/targetGroups',
          'sweep/endpoints',
          'sweep/networkInterfaces',
          'sweep/securityGroups',
        ]),
      );
  });

  it('ends machines before their interfaces, volumes and identities', () => {
    for (const id of [
      'sweep/networkInterfaces',
      'sweep/volumes',
      'sweep/loadBalancers',
      'role/node-pool',
      'role/worker-role',
      'instanceProfile',
      'oidcProvider',
    ])
      expect(removedBefore(plan, id)).toContain('sweep/instances');
  });

  it('takes interfaces before the security groups that they are in, and balancers before their target groups', () => {
    expect(removedBefore(plan, 'sweep/securityGroups')).toContain('sweep/networkInterfaces');
    expect(removedBefore(plan, 'sweep/targetGroups')).toContain('sweep/loadBalancers');
    expect(removedBefore(plan, 'sweep/loadBalancers')).toContain('sweep/endpointServices');
    expect(removedBefore(plan, 'sweep/snapshots')).toContain('sweep/volumes');
  });

  it('takes tables, then NAT gateways, then their addresses, then the internet gateway', () => {
    expect(removedBefore(plan, 'natGateway/eu-west-1a')).toContain('routeTable/private/eu-west-1a');
    expect(removedBefore(plan, 'address/eu-west-1a')).toContain('natGateway/eu-west-1a');
    expect(removedBefore(plan, 'internetGateway')).toContain('address/eu-west-1a');
    expect(removedBefore(plan, 'subnet/public/eu-west-1a')).toContain('natGateway/eu-west-1a');
  });

  it('takes the roles before the provider and the zones that they name', () => {
    expect(removedBefore(plan, 'oidcProvider')).toContain('role/openshift-ingress');
    expect(removedBefore(plan, 'role/worker-role')).toContain('instanceProfile');
    expect(removedBefore(plan, 'zone/private')).toContain('role/openshift-ingress');
  });

  it('never takes the public zone, only the names of the cluster in it', () => {
    expect(stepOf(plan, 'zone/public').role).toBe('found');
    expect(stepOf(plan, 'sweep/records').input).toEqual({
      account: 'cluster',
      zoneStep: 'zone/public',
      names: ['*.apps.payments.example.org', 'api.payments.example.org'],
    });
  });

  it('takes only the wildcard from a domain that is the user’s own', () => {
    const dns = { baseDomain: 'example.org', baseDomainPrefix: '' };
    expect(stepOf(planOf({ spec: { dns } }), 'sweep/records').input['names']).toEqual(['*.apps.example.org']);
  });

  it('takes nothing of others that is not planned as such', () => {
    expect(idsOf(plan.filter(({ role }) => role === 'sweep'))).toEqual([
      'sweep/instances',
      'sweep/endpointServices',
      'sweep/classicLoadBalancers',
      'sweep/loadBalancers',
      'sweep/targetGroups',
      'sweep/endpoints',
      'sweep/networkInterfaces',
      'sweep/securityGroups',
      'sweep/volumes',
      'sweep/snapshots',
      'sweep/records',
      'sweep/buckets',
    ]);
    expect(stepOf(plan, 'sweep/buckets').input['prefix']).toBe('b2c3d4e5f6g7h-image-registry-');
  });

  it('sweeps both accounts of a shared VPC before the share ends', () => {
    const shared = planOf({ infrastructure: { sharedVpc } });
    expect(removedBefore(shared, 'share')).toContain('sweep/securityGroups');
    expect(removedBefore(shared, 'subnet/private/eu-west-1a')).toContain('sweep/vpcOwner/securityGroups');
    expect(stepOf(shared, 'sweep/securityGroups').input).toEqual({
      account: 'cluster',
      vpcStep: 'vpc',
      vpcAccount: 'vpcOwner',
    });
    expect(idsOf(shared)).not.toContain('sweep/temporaryVpcs');
  });

  it('looks for stopgap VPCs where zones are in another account than their VPC', () => {
    const apart = { ...sharedVpc, privateZonesInClusterAccount: true };
    const shared = planOf({ infrastructure: { sharedVpc: apart } });
    expect(stepOf(shared, 'sweep/temporaryVpcs').input).toEqual({ account: 'cluster' });
    expect(stepOf(shared, 'zone/private').input).toMatchObject({
      account: 'cluster',
      vpcAccount: 'vpcOwner',
    });
    expect(stepOf(shared, 'sharedRole/route53').input['account']).toBe('cluster');
  });
});
