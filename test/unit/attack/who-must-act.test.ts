import { describe, expect, it } from 'vitest';
import type { ClusterFacts } from '../../../src/domain/cluster/cluster-facts.ts';
import { judgeWaiting } from '../../../src/domain/cluster/cluster-waiting.ts';
import { judgeMachines } from '../../../src/domain/node-pool/machine-trouble.ts';
import { at, clusterOf, kubevirtSpec, now, placement } from '../domain/factories.ts';

const hostedCluster = { uid: 'u1', deleting: false, paused: false, conditions: [], endpoints: {} };

const facts = (change: Partial<ClusterFacts> = {}): ClusterFacts => ({
  now,
  cluster: clusterOf(kubevirtSpec),
  placement,
  applied: { hash: 'a', generation: 1, at: now },
  attempt: { failures: 0 },
  managementCluster: { reachable: true, message: '' },
  hostedCluster,
  removed: { hostedCluster: false, namespace: false },
  pools: [],
  availableVersions: [],
  deadlinePassed: false,
  ...change,
});

describe('a HostedCluster that was paused on the management cluster', () => {
  const paused = { ...hostedCluster, paused: true };

  it('waits for the fleet operator', () => {
    expect(judgeWaiting(facts({ hostedCluster: paused }))).toEqual({
      party: 'fleetOperator',
      reason: 'PausedByHand',
      action: 'Take spec.pausedUntil from the HostedCluster on the management cluster to go on.',
    });
  });

  it('waits for nobody while the change that takes the pause away is still to be applied', () => {
    const cluster = clusterOf(kubevirtSpec, { generation: 2 });
    expect(judgeWaiting(facts({ hostedCluster: paused, cluster }))).toBeUndefined();
  });

  it('waits for nobody when it is deleted, which takes the pause away', () => {
    const cluster = clusterOf(kubevirtSpec, { deletionRequestedAt: now });
    expect(judgeWaiting(facts({ hostedCluster: paused, cluster }))).toBeUndefined();
  });
});

describe('an upgrade to the next minor version', () => {
  const blocked = (upgradeable: string) => ({
    ...hostedCluster,
    conditions: [
      { type: 'Progressing', status: 'False', reason: 'Blocked', message: 'Admin ack is required.' },
      { type: 'ClusterVersionUpgradeable', status: upgradeable, reason: 'x', message: 'y' },
    ],
  });

  it('waits for the user while the cluster says that it is not ready', () => {
    expect(judgeWaiting(facts({ hostedCluster: blocked('False') }))).toEqual({
      party: 'user',
      reason: 'UpgradeBlocked',
      action:
        'Make the cluster ready for the next minor version; the upgrade goes on by itself. Admin ack is required.',
    });
  });

  it('waits for nobody when something else holds it', () => {
    expect(judgeWaiting(facts({ hostedCluster: blocked('True') }))).toBeUndefined();
  });
});

describe('cloud resources that a deletion leaves behind', () => {
  const message = 'Remaining resources: load balancers (1)';
  const conditions = [
    { type: 'CloudResourcesDestroyed', status: 'False', reason: 'RemainingCloudResources', message },
  ];
  const cluster = clusterOf(kubevirtSpec, { deletionRequestedAt: at(-4000) });
  const deleting = facts({ cluster, hostedCluster: { ...hostedCluster, conditions } });

  it('are waited for by nobody while the stage is within its time', () => {
    expect(judgeWaiting(deleting)).toBeUndefined();
  });

  it('are named to whoever owns the account once it is not', () => {
    const late = { ...deleting, stalledStage: { stage: 'hostedCluster', since: at(-4000) } };
    expect(judgeWaiting(late)).toEqual({
      party: 'cloud',
      reason: 'RemainingCloudResources',
      action: `Remove what is left in the account. ${message}`,
    });
  });
});

describe('the configuration of machines', () => {
  const pool = (message: string) => ({
    uid: 'u2',
    deleting: false,
    paused: false,
    replicas: 0,
    conditions: [{ type: 'ValidMachineConfig', status: 'False', reason: 'ValidationFailed', message }],
  });

  it('is not the affair of the user while the control plane has not made its part', () => {
    expect(judgeMachines(pool('Core ignition config has not been created yet'))).toBeUndefined();
  });

  it('is the affair of the user when it is refused', () => {
    expect(judgeMachines(pool('ConfigMap x not found'))).toEqual({
      party: 'user',
      reason: 'ValidationFailed',
      action: 'Change the configuration of the node pool. ConfigMap x not found',
    });
  });
});
