import { takeLease } from '../../../src/db/lease.ts';
import { clusterLabels, clusterNamespace, nodePoolIdLabel } from '../../../src/domain/shared/kube-names.ts';
import type { KubeObject } from '../../../src/domain/shared/kube-object.ts';
import { FakeCloud } from '../../../src/providers/infrastructure/fake/fake-cloud.ts';
import { createFakeProvider } from '../../../src/providers/infrastructure/fake/fake-provider.ts';
import { createFakeManagementCluster } from '../../../src/providers/management-cluster/fake.ts';
import { systemTiming } from '../../../src/providers/management-cluster/timing.ts';
import type { LeakReport } from '../../../src/services/leak-contract.ts';
import {
  cleanDue,
  leakDependencies,
  leakLease,
  scanDuePlaces,
} from '../../../src/workers/leaks/leak-finder.ts';
import { createConnections } from '../../../src/workers/management-cluster-connections.ts';
import { createTestWorld, newId, type TestTenant } from '../../harness/test-world.ts';

export const hypershift = 'hypershift.openshift.io/v1beta1';
const region = 'eu-west-1';
const hour = 3_600_000;

/** The marks of a thing, as the plan would make them. */
export interface Marks {
  readonly instance?: string;
  readonly tenantId?: string;
  readonly clusterId?: string;
  readonly infraId?: string;
  /** Hours since `berth-created-at`; null: it is not marked. */
  readonly ageHours?: number | null;
  readonly isProtected?: boolean;
}

/** Berth without its loops, a cloud and a management cluster in memory, and one clock for all that judges. */
export const createLeakWorld = async () => {
  let time = Date.now();
  let ticks = 0;
  const cloud = new FakeCloud(() => time);
  const provider = createFakeProvider('aws', cloud);
  const clouds = {
    instance: 'test',
    issuerUrl: 'https://oidc.test.example',
    providerOf: (platform: string) => (platform === 'aws' ? provider : undefined),
  };
  const world = await createTestWorld(clouds);
  const management = createFakeManagementCluster({
    timeoutMs: 200,
    timing: { ...systemTiming, now: () => time },
  });
  const { database, sealer, logger } = world;
  const { pool } = world.testDatabase;
  const connections = createConnections({
    database,
    sealer,
    connect: () => management,
    // The list of management clusters is read anew each time.
    monotonic: () => {
      ticks += 10_000;
      return ticks;
    },
    logger,
  });
  const workerDeps = {
    database,
    connections,
    clouds,
    sealer,
    newId,
    random: Math.random,
    logger,
    holder: 'test',
  };
  const deps = leakDependencies(workerDeps, { now: async () => new Date(time).toISOString() });

  const createAccount = async (tenant: TestTenant, account: string): Promise<string> => {
    const id = newId('credential');
    await pool.query(
      `INSERT INTO credentials (tenant_id, id, name, kind, settings) VALUES ($1, $2, $3, 'awsRole', $4)`,
      [
        tenant.id,
        id,
        `account-${account}`,
        { roleArn: `arn:aws:iam::${account}:role/berth`, externalId: 'x' },
      ],
    );
    return id;
  };

  /** Something in an account, with marks or without. */
  const put = (
    account: string,
    type: string,
    name: string,
    marks: Marks | undefined,
    needs: readonly string[] = [],
  ): string => {
    const { ageHours = 48 } = marks ?? {};
    const tags = {
      ...(marks === undefined ? {} : { 'berth-instance': marks.instance ?? 'test' }),
      ...(marks?.tenantId === undefined ? {} : { 'berth-tenant': marks.tenantId }),
      ...(marks?.clusterId === undefined ? {} : { 'berth-cluster': marks.clusterId }),
      ...(marks === undefined || ageHours === null
        ? {}
        : { 'berth-created-at': String(Math.floor((time - ageHours * hour) / 1000)) }),
      ...(marks?.isProtected === true ? { 'berth-do-not-delete': '' } : {}),
    };
    const infraId = marks?.infraId ?? '';
    return cloud.add({ type, name, account, region, tags, infraId, needs, step: '', input: {} });
  };

  const namespaceOf = (clusterId: string, name?: string, labels?: Record<string, string>): KubeObject => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: {
      name: name ?? clusterNamespace(clusterId),
      labels: labels ?? { ...clusterLabels(clusterId) },
    },
  });
  const hostedCluster = (
    clusterId: string,
    name: string,
    infraID: string,
    labels = clusterLabels(clusterId),
  ) => ({
    apiVersion: hypershift,
    kind: 'HostedCluster',
    metadata: { name, namespace: clusterNamespace(clusterId), labels: { ...labels } },
    spec: { infraID },
  });
  const nodePool = (clusterId: string, poolId: string) => ({
    apiVersion: hypershift,
    kind: 'NodePool',
    metadata: {
      name: `np-${poolId.slice(3)}`,
      namespace: clusterNamespace(clusterId),
      labels: { ...clusterLabels(clusterId), [nodePoolIdLabel]: poolId },
    },
    spec: { replicas: 1 },
  });

  /** The database remembers that it deleted it. */
  const remember = (tenantId: string, type: string, clusterId: string, targetId = clusterId) =>
    pool.query(
      `INSERT INTO operations (tenant_id, id, type, target_kind, target_id, cluster_id, state, generation, deadline_at, ended_at)
       VALUES ($1, $2, $3, 'cluster', $4, $5, 'succeeded', 2, now(), now())`,
      [tenantId, newId('operation'), type, targetId, clusterId],
    );

  /** A cluster that lives: its row, placed and applied. */
  const createLive = async (
    tenant: TestTenant,
    credentialId: string,
    name: string,
    managementClusterId: string,
  ) => {
    const { resource } = await world.services.clusters.createCluster(tenant.context, {
      name,
      labels: {},
      spec: {
        version: '4.20.3',
        platform: {
          type: 'aws',
          aws: { region, credentialId, infrastructure: { mode: 'managed', zones: ['eu-west-1a'] } },
        },
        dns: { baseDomain: 'example.org', domainPrefix: name },
        pullSecretCredentialId: tenant.pullSecretId,
      },
      nodePools: [],
    });
    const placement = {
      managementClusterId,
      namespace: clusterNamespace(resource.id),
      hostedClusterName: name,
    };
    await pool.query(
      `UPDATE clusters SET placement = $2, management_cluster_id = $3, applied = $4 WHERE id = $1`,
      [
        resource.id,
        { ...placement, reason: 'test', decidedAt: new Date(time).toISOString() },
        managementClusterId,
        { hash: 'h', generation: 1, at: new Date(time - hour).toISOString() },
      ],
    );
    return { id: resource.id, infraId: resource.infraId, tenantId: tenant.id };
  };

  /** A row of a cluster's journal, `minutes` old. */
  const journal = (
    cluster: { id: string; tenantId: string },
    step: string,
    type: string,
    externalId: string | null,
    minutes = 60,
  ) =>
    pool.query(
      `INSERT INTO infrastructure_steps (tenant_id, cluster_id, step, type, ownership, state, external_id, client_token,
         input_hash, input, updated_at) VALUES ($1, $2, $3, $4, 'managed', $5, $6, 'token', 'h', '{}', $7)`,
      [
        cluster.tenantId,
        cluster.id,
        step,
        type,
        externalId === null ? 'intended' : 'settled',
        externalId,
        new Date(time - minutes * 60_000).toISOString(),
      ],
    );

  const underLease = async (
    work: (lease: NonNullable<Awaited<ReturnType<typeof takeLease>>>) => Promise<unknown>,
  ) => {
    const lease = await takeLease(database.system(), leakLease, 'test');
    if (lease === undefined) throw new Error('somebody else holds the lease');
    await work(lease);
    await pool.query(`UPDATE leases SET expires_at = '-infinity'`);
  };

  const report = (): Promise<LeakReport> => world.services.leaks.listLeaks({ limit: 500 }, {});

  return {
    ...world,
    pool,
    cloud,
    management,
    deps,
    workerDeps,
    createAccount,
    put,
    namespaceOf,
    hostedCluster,
    nodePool,
    remember,
    createLive,
    journal,
    report,
    now: () => time,
    passHours: (hours: number) => {
      time += hours * hour;
    },
    /** Every place is looked at once. */
    scan: async () => {
      await world.services.leaks.scanLeaks(world.operator, undefined);
      await underLease((lease) => scanDuePlaces(deps, lease));
    },
    /** One pass of the cleaning that is open. */
    cleanPass: async () => {
      await pool.query("UPDATE leak_cleanings SET next_pass_at = now() - interval '1 s'");
      await underLease((lease) => cleanDue(deps, lease));
    },
    /** What the report says, as `verdict type id`, sorted. */
    verdicts: async () =>
      (await report()).items.map(({ verdict, thing }) => `${verdict} ${thing.type} ${thing.id}`).sort(),
  };
};

export type LeakWorld = Awaited<ReturnType<typeof createLeakWorld>>;
