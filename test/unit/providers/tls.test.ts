import { generate } from 'selfsigned';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectManagementCluster } from '../../../src/providers/management-cluster/connect-management-cluster.ts';
import type { ManagementCluster } from '../../../src/providers/management-cluster/contract.ts';
import {
  answer,
  configMapNamed,
  kubeconfigOf,
  type ScriptedServer,
  startScriptedServer,
} from './scripted-server.ts';

const REF = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'hc-one', name: 'settings' };

interface Identity {
  readonly key: string;
  readonly cert: string;
}

const makeIdentity = async (
  altNames: readonly ({ type: 7; ip: string } | { type: 2; value: string })[],
): Promise<Identity> => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'hub' }], {
    keyType: 'ec',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [...altNames] },
    ],
  });
  return { key, cert };
};

let right: Identity;
let other: Identity;
let named: Identity;
let server: ScriptedServer | undefined;
const clusters: ManagementCluster[] = [];

beforeAll(async () => {
  right = await makeIdentity([{ type: 7, ip: '127.0.0.1' }]);
  other = await makeIdentity([{ type: 7, ip: '127.0.0.1' }]);
  named = await makeIdentity([{ type: 2, value: 'hub.example.com' }]);
});

afterEach(async () => {
  await Promise.all(clusters.splice(0).map((cluster) => cluster.close()));
  await server?.close();
});

const serve = async (identity: Identity) => {
  server = await startScriptedServer(
    (_request, response) => answer(response, 200, configMapNamed('settings')),
    identity,
  );
  return server.url;
};

const connect = (url: string, ca: Identity | undefined, extra: object = {}) => {
  const authority = ca && { 'certificate-authority-data': Buffer.from(ca.cert).toString('base64') };
  const kubeconfig = kubeconfigOf(url, { cluster: { ...authority, ...extra } });
  const cluster = connectManagementCluster({ kubeconfig }, { timeoutMs: 2_000 });
  clusters.push(cluster);
  return cluster;
};

describe('TLS', () => {
  it('trusts the CA of the kubeconfig', async () => {
    const url = await serve(right);
    expect(await connect(url, right).get(REF)).toMatchObject({ metadata: { name: 'settings' } });
  });

  it('does not trust another CA, nor the system for a private one, and others are not harmed by that', async () => {
    const url = await serve(right);
    const good = connect(url, right);
    await good.get(REF);
    for (const wrong of [connect(url, other), connect(url, undefined)]) {
      await expect(wrong.get(REF)).rejects.toMatchObject({ kind: 'unreachable', retryable: true });
      await expect(wrong.get(REF)).rejects.toThrow(/CERT|SIGNATURE/);
    }
    expect(await good.get(REF)).toMatchObject({ metadata: { name: 'settings' } });
    expect(server?.seen).toHaveLength(2);
  });

  it('checks the name, or the one that the kubeconfig gives instead', async () => {
    const url = await serve(named);
    await expect(connect(url, named).get(REF)).rejects.toMatchObject({ kind: 'unreachable' });
    const cluster = connect(url, named, { 'tls-server-name': 'hub.example.com' });
    expect(await cluster.get(REF)).toMatchObject({ metadata: { name: 'settings' } });
  });

  it('is not switched off by the environment', async () => {
    const url = await serve(right);
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      await expect(connect(url, other).get(REF)).rejects.toMatchObject({ kind: 'unreachable' });
    } finally {
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
    }
  });
});
