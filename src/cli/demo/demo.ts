import { parseArgs } from 'node:util';
import { type Census, listNodes, takeCensus } from './census.ts';
import { startChaos } from './chaos.ts';
import { demoCluster } from './clusters.ts';
import { type DemoTenant, prepareFleet } from './prepare.ts';
import { followMany, followOperation, say } from './progress.ts';
import { type Stack, startStack } from './stack.ts';

interface Options {
  readonly clusters: number;
  readonly killWorkers: boolean;
  readonly keep: boolean;
}

const leastKills = 10;
const secondsPerRun = 900;

const readOptions = (args: string[]): Options => {
  const { values } = parseArgs({
    args,
    options: {
      clusters: { type: 'string', default: '1' },
      'kill-workers': { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
    },
  });
  const clusters = Number(values.clusters);
  if (!Number.isInteger(clusters) || clusters < 1 || clusters > 1000) {
    throw new Error('--clusters must be a whole number from 1 to 1000');
  }
  return { clusters, killWorkers: values['kill-workers'], keep: values.keep };
};

interface Made {
  readonly id: string;
  readonly operationId: string;
}

const createClusters = async (tenant: DemoTenant, count: number): Promise<readonly Made[]> => {
  const made: Made[] = [];
  for (let index = 0; index < count; index += 1) {
    const body = demoCluster(index, tenant.pullSecretCredentialId);
    const { cluster, operation } = await tenant.client.post<{
      cluster: { id: string };
      operation: { id: string };
    }>('/v1/clusters', body);
    made.push({ id: cluster.id, operationId: operation.id });
  }
  return made;
};

const showKubeconfig = async (tenant: DemoTenant, id: string): Promise<void> => {
  const { kubeconfig, expiresAt } = await tenant.client.get<{ kubeconfig: string; expiresAt: string }>(
    `/v1/clusters/${id}/kubeconfig?ttl=PT1H`,
  );
  say(`\nNodes, with the kubeconfig of ${id} (valid until ${expiresAt}):`);
  const nodes = await listNodes(kubeconfig);
  for (const node of nodes) say(`  ${node}`);
  if (nodes.length === 0) throw new Error('the cluster shows no nodes');
};

/** As many of each as there should be: one more is a duplicate, or was left behind; one less was lost. */
const expectCensus = (census: Census, clusters: number, when: string): void => {
  const { hostedClusters, nodePools, namespaces, controlPlanes } = census;
  const found = [hostedClusters, nodePools, namespaces, controlPlanes].map((names) => names.length);
  const [hc, np, own, others] = found;
  say(
    `\nOn the management cluster ${when}: ${hc} HostedClusters, ${np} NodePools, ${own} + ${others} namespaces`,
  );
  if (found.some((count) => count !== clusters)) throw new Error(`expected ${clusters} of each`);
};

const deleteClusters = async (tenant: DemoTenant, made: readonly Made[]): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (const { id } of made) {
    const { operation } = await tenant.client.delete<{ operation: { id: string } }>(`/v1/clusters/${id}`);
    ids.push(operation.id);
  }
  return ids;
};

const follow = (
  tenant: DemoTenant,
  ids: readonly string[],
  what: string,
  startedAt: number,
): Promise<void> => {
  const [only] = ids;
  return ids.length === 1 && only !== undefined
    ? followOperation(tenant.client, only, startedAt)
    : followMany(tenant.client, ids, what, startedAt, secondsPerRun);
};

const play = async (stack: Stack, options: Options, startedAt: number): Promise<void> => {
  const tenant = await prepareFleet(stack);
  const chaos = options.killWorkers ? startChaos(stack) : undefined;
  say(`\nPOST /v1/clusters (${options.clusters})`);
  const made = await createClusters(tenant, options.clusters);
  await follow(
    tenant,
    made.map((entry) => entry.operationId),
    'ready',
    startedAt,
  );
  const [first] = made;
  if (first !== undefined) await showKubeconfig(tenant, first.id);
  expectCensus(await takeCensus(stack.sandboxKubeconfig), options.clusters, 'now');
  if (options.keep) return;
  say(`\nDELETE /v1/clusters/{id} (${made.length})`);
  await follow(tenant, await deleteClusters(tenant, made), 'deleted', startedAt);
  await chaos?.stop(leastKills);
  if (chaos !== undefined) say(`\nThe worker was killed ${chaos.kills()} times, the API once.`);
  expectCensus(await takeCensus(stack.sandboxKubeconfig), 0, 'after the deletion');
  const { items } = await tenant.client.get<{ items: unknown[] }>('/v1/clusters');
  if (items.length > 0) throw new Error(`${items.length} clusters are still listed`);
};

/** The main job, start to end, as a user would do it. Returns 0 only when all of it worked. */
export const runDemo = async (args: string[]): Promise<number> => {
  const options = readOptions(args);
  const startedAt = performance.now();
  say('Starting PostgreSQL, the sandbox management cluster, the API and a worker …');
  const stack = await startStack({ speed: 600, apiProcesses: 1 });
  let code = 0;
  try {
    await play(stack, options, startedAt);
    say(`\nAll of it worked, in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
    if (options.keep) await waitForEnd(stack);
  } catch (error) {
    code = 1;
    say(`\nIt did not work: ${error instanceof Error ? error.message : String(error)}`);
    say(`Logs are kept in ${stack.directory}`);
  }
  await stack.stop(code === 0);
  return code;
};

const waitForEnd = async (stack: Stack): Promise<void> => {
  say(`Kept running at ${stack.apiUrl}. Press Ctrl-C to stop.`);
  await new Promise<void>((resolve) => process.once('SIGINT', () => resolve()));
};
