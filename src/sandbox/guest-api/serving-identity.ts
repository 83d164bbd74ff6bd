import { randomBytes } from 'node:crypto';
import type { KubeObject } from '../../domain/shared/kube-object.ts';
import { hasStatus } from '../kube-client/kube-api-error.ts';
import type { KubeClient } from '../kube-client/kube-client.ts';
import { resources } from '../kube-client/resource.ts';
import { makeServingCertificate, type ServingCertificate } from './self-signed.ts';

/** What kubeconfigs that were handed out rest on. */
export interface ServingIdentity {
  readonly signingKey: Buffer;
  readonly tls: ServingCertificate;
  /** Where the last start listened; 0 before the first. */
  readonly lastPort: number;
}

const namespace = 'berth-sandbox';
const name = 'guest-api';

const encode = (text: string | Buffer): string => Buffer.from(text).toString('base64');
const decode = (value: unknown): Buffer => Buffer.from(typeof value === 'string' ? value : '', 'base64');

const readIdentity = ({ data = {} }: KubeObject): ServingIdentity => ({
  signingKey: decode(data['signing-key']),
  tls: { certPem: decode(data['tls.crt']).toString(), keyPem: decode(data['tls.key']).toString() },
  lastPort: Number(decode(data['port']).toString() || 0),
});

const createIfAbsent = async (client: KubeClient, object: KubeObject): Promise<void> => {
  const resource = object.kind === 'Secret' ? resources.secrets : resources.namespaces;
  try {
    await client.create(resource, object);
  } catch (error) {
    if (!hasStatus(error, 409)) throw error;
  }
};

/** Kept in a Secret of the management cluster, so that a restart of the guest API leaves kubeconfigs good. */
export const loadServingIdentity = async (client: KubeClient, now: number): Promise<ServingIdentity> => {
  const stored = await client.get(resources.secrets, { namespace, name });
  if (stored) return readIdentity(stored);
  const { certPem, keyPem } = await makeServingCertificate('127.0.0.1', now);
  await createIfAbsent(client, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  await createIfAbsent(client, {
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'Opaque',
    metadata: { name, namespace },
    data: { 'signing-key': encode(randomBytes(32)), 'tls.crt': encode(certPem), 'tls.key': encode(keyPem) },
  });
  const made = await client.get(resources.secrets, { namespace, name });
  if (!made) throw new Error(`Secret ${namespace}/${name} went as soon as it was made`);
  return readIdentity(made);
};

export const keepServingPort = async (client: KubeClient, port: number): Promise<void> => {
  await client.mergePatch(resources.secrets, { namespace, name }, { data: { port: encode(String(port)) } });
};
