import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parse } from 'yaml';
import { connectKube, type KubeConnection, requestKube } from './kube-connection.ts';

export type CrdVariant = 'Default' | 'TechPreviewNoUpgrade';

const servedDeadline = 60_000;
const servedPoll = 100;
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/**
 * Applies the `*-VARIANT.crd.yaml` files of a directory, and returns the names of the definitions once all of
 * them are established and served. Server-side: HostedCluster is too large for a client-side apply.
 * Throws when one is refused, or is not served within a minute.
 */
export async function installCrds(
  kubeconfig: string,
  crdDirectory: string,
  variant: CrdVariant = 'Default',
): Promise<string[]> {
  const connection = connectKube(kubeconfig);
  const files = (await readdir(crdDirectory)).filter((name) => name.endsWith(`-${variant}.crd.yaml`));
  if (files.length === 0) throw new Error(`${crdDirectory} has no *-${variant}.crd.yaml`);
  const install = async (file: string) =>
    applyAndAwait(connection, await readFile(join(crdDirectory, file), 'utf8'));
  const names = await Promise.all(files.sort().map(install));
  connection.agent.destroy();
  return names;
}

async function applyAndAwait(connection: KubeConnection, yaml: string): Promise<string> {
  const { metadata, spec } = parse(yaml);
  const path = `${definitions}/${metadata.name}`;
  const { status, body } = await requestKube(connection, {
    method: 'PATCH',
    path: `${path}?fieldManager=berth-test&force=true`,
    contentType: 'application/apply-patch+yaml',
    body: yaml,
  });
  if (status >= 300) throw new Error(`${metadata.name} was refused with ${status}: ${body.message}`);

  const served = spec.versions.filter((version: { served: boolean }) => version.served);
  const lists: string[] = served.map(
    (version: { name: string }) => `/apis/${spec.group}/${version.name}/${spec.names.plural}?limit=1`,
  );
  const deadline = Date.now() + servedDeadline;
  while (!(await isServed(connection, path, lists))) {
    if (Date.now() > deadline)
      throw new Error(`${metadata.name} is not served ${servedDeadline} ms after apply`);
    await delay(servedPoll);
  }
  return metadata.name;
}

/** Established comes first; the handlers that answer lists follow it by up to some seconds. */
async function isServed(connection: KubeConnection, path: string, lists: string[]): Promise<boolean> {
  const { body } = await requestKube(connection, { path });
  const conditions: { type: string; status: string }[] = body.status?.conditions ?? [];
  if (!conditions.some(({ type, status }) => type === 'Established' && status === 'True')) return false;
  const answers = await Promise.all(lists.map((list) => requestKube(connection, { path: list })));
  return answers.every(({ status }) => status === 200);
}
