import { describe, expect, it } from 'vitest';
import { chargeOf, demandOfCluster, settleCharge } from '../../../../src/domain/quota/charge.ts';
import { findExceeded, type Quota, remainingOf } from '../../../../src/domain/quota/quota.ts';
import { quotaRefusal } from '../../../../src/domain/quota/quota-refusal.ts';

const tenant: Quota = {
  scope: 'tenant',
  tenantId: 'ten_1',
  fromDefaults: false,
  dimensions: [
    { dimension: 'clusters', limit: 3, used: 2 },
    { dimension: 'nodes', limit: 10, used: 12 },
    { dimension: 'vcpu', used: 900 },
  ],
  nodesWithoutVcpu: 0,
};
const project: Quota = {
  ...tenant,
  scope: 'project',
  projectId: 'prj_1',
  dimensions: [{ dimension: 'clusters', limit: 2, used: 2 }],
};

describe('findExceeded', () => {
  it('finds every limit that would be passed, of each scope', () => {
    expect(findExceeded([tenant, project], { clusters: 1, nodes: 1, vcpu: 10_000 })).toEqual([
      { scope: 'tenant', dimension: 'nodes', limit: 10, used: 12, requested: 1 },
      { scope: 'project', projectId: 'prj_1', dimension: 'clusters', limit: 2, used: 2, requested: 1 },
    ]);
  });

  it('lets through what fits exactly, and what asks for nothing of what is used up', () => {
    expect(findExceeded([tenant], { clusters: 1, nodes: 0 })).toEqual([]);
    expect(findExceeded([tenant], {})).toEqual([]);
  });
});

it('leaves nothing, and not less, of a limit below what is used', () => {
  expect(tenant.dimensions.map(remainingOf)).toEqual([1, 0, undefined]);
});

it('refuses with each limit, what is left of it and who sets it', () => {
  const refusal = quotaRefusal(findExceeded([tenant, project], { clusters: 5 }));
  expect(refusal.code).toBe('quota-exceeded');
  expect(refusal.kind.status).toBe(422);
  expect(refusal.problems.map(({ detail }) => detail)).toEqual([
    'clusters of the tenant: 2 of 3 are used, 1 are left, 5 more are asked for. The limit is set by the fleet operator.',
    'clusters of the project: 2 of 2 are used, 0 are left, 5 more are asked for. The limit is set by an admin of the tenant.',
  ]);
  expect(refusal.extensions['quotas']).toMatchObject([
    { actor: 'fleetOperator', remaining: 1 },
    { actor: 'tenantAdmin', remaining: 0 },
  ]);
});

describe('the charge of a node pool', () => {
  it.each([
    ['kubevirt', { replicas: 3, platform: { cores: 8 } }, { nodes: 3, vcpu: 24 }],
    ['kubevirt', { replicas: 2 }, { nodes: 2, vcpu: 4 }],
    ['kubevirt', { autoscaling: { min: 1, max: 5 } }, { nodes: 5, vcpu: 10 }],
    ['aws', { replicas: 2, platform: { instanceType: 'm6i.2xlarge' } }, { nodes: 2, vcpu: 16 }],
    ['aws', { replicas: 2, platform: { instanceType: 'm6i.metal' } }, { nodes: 2 }],
    ['azure', { replicas: 1, platform: { instanceType: 'Standard_D4s_v5' } }, { nodes: 1, vcpu: 4 }],
    ['gcp', { replicas: 1, platform: { instanceType: 'n2-standard-8' } }, { nodes: 1, vcpu: 8 }],
    ['none', { replicas: 4 }, { nodes: 4 }],
    ['agent', {}, { nodes: 0 }],
  ] as const)('on %s for %j is %j', (platform, spec, charge) => {
    expect(chargeOf(platform, spec)).toEqual(charge);
  });

  it('stays the larger one until the pool has settled', () => {
    const [large, small] = [
      { nodes: 5, vcpu: 10 },
      { nodes: 2, vcpu: 16 },
    ];
    expect(settleCharge(large, small, false)).toEqual({ nodes: 5, vcpu: 16 });
    expect(settleCharge(large, small, true)).toEqual(small);
    expect(settleCharge(large, { nodes: 2 }, false)).toEqual({ nodes: 5 });
    expect(settleCharge({ nodes: 1 }, small, false)).toEqual({ nodes: 2, vcpu: 16 });
  });

  it('is added up over the pools of a new cluster', () => {
    expect(demandOfCluster('kubevirt', [{ replicas: 3 }, { autoscaling: { min: 0, max: 2 } }])).toEqual({
      clusters: 1,
      nodePools: 2,
      nodes: 5,
      vcpu: 10,
      runningOperations: 1,
    });
    expect(demandOfCluster('none', [{ replicas: 3 }])).toMatchObject({ nodes: 3, vcpu: 0 });
  });
});
