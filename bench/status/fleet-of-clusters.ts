import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import {
  clusterLabels,
  hostedClusterApiVersion,
  nodePoolIdLabel,
} from '../../src/domain/shared/kube-names.ts';
import type { KubeObject } from '../../src/domain/shared/kube-object.ts';
import type { ManagementClusterStub } from './management-cluster.ts';
import { fineWeather, hostedClusterStatus, nodePoolStatus } from './operator-status.ts';

/** A cluster whose HostedCluster stands on the stub. */
export interface ReportedCluster {
  readonly id: string;
  readonly tenantId: string;
  readonly path: string;
}

interface Row {
  readonly id: string;
  readonly tenant_id: string;
  readonly namespace: string;
  readonly name: string;
  readonly image: string;
  readonly pools: readonly { readonly id: string; readonly replicas: number }[];
}

const base = '/apis/hypershift.openshift.io/v1beta1/namespaces';

const objectOf = (kind: string, row: Row, name: string, labels: object, spec: object): KubeObject => ({
  apiVersion: hostedClusterApiVersion,
  kind,
  metadata: { name, namespace: row.namespace, labels: { ...clusterLabels(row.id), ...labels } },
  spec: { release: { image: row.image }, ...spec },
});

/** Gives every cluster that stands on a management cluster its objects on the stub, as an operator shows them. */
export const reportClusters = async (
  pool: Pool,
  stub: ManagementClusterStub,
): Promise<readonly ReportedCluster[]> => {
  const { rows } = await pool.query<Row>(
    `SELECT c.id, c.tenant_id, c.placement->>'namespace' AS namespace, c.placement->>'hostedClusterName' AS name,
       c.release_image AS image, jsonb_agg(jsonb_build_object('id', p.id, 'replicas', p.spec->'replicas')) AS pools
     FROM clusters c JOIN node_pools p ON p.tenant_id = c.tenant_id AND p.cluster_id = c.id
     WHERE c.management_cluster_id IS NOT NULL GROUP BY c.tenant_id, c.id`,
  );
  return rows.map((row) => {
    const path = `${base}/${row.namespace}/hostedclusters/${row.name}`;
    const object = objectOf('HostedCluster', row, row.name, {}, {});
    stub.put(path, { ...object, status: hostedClusterStatus(object, fineWeather) });
    for (const { id, replicas } of row.pools) {
      const name = id.replace('_', '-');
      const nodePool = objectOf('NodePool', row, name, { [nodePoolIdLabel]: id }, { replicas });
      stub.put(`${base}/${row.namespace}/nodepools/${name}`, {
        ...nodePool,
        status: nodePoolStatus(nodePool),
      });
    }
    return { id: row.id, tenantId: row.tenant_id, path };
  });
};

const patienceMs = 120_000;
const quietMs = 1_500;

/** Waits until the worker has taken in all that it was shown: no status has been written for a while. */
export const waitUntilQuiet = async (pool: Pool): Promise<void> => {
  const end = performance.now() + patienceMs;
  let last = '';
  let since = performance.now();
  while (performance.now() < end) {
    const { rows } = await pool.query<{ state: string }>(
      `SELECT (SELECT sum(revision) FROM clusters WHERE management_cluster_id IS NOT NULL)
         || ' ' || (SELECT count(*) FROM observations) || ' ' || (SELECT count(*) FROM events WHERE sequence IS NULL) AS state`,
    );
    const state = rows[0]?.state ?? '';
    if (state !== last) since = performance.now();
    if (performance.now() - since > quietMs) return;
    last = state;
    await delay(100);
  }
  throw new Error('the worker does not come to rest');
};
