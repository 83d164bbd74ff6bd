import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCredentials } from '../../../src/providers/management-cluster/credentials.ts';
import { createManualTiming } from './manual-timing.ts';
import { kubeconfigOf } from './scripted-server.ts';

const FOLDER = 'var/run/secrets/kubernetes.io/serviceaccount';

describe('credentials of a pod', () => {
  let root: string;
  const writeToken = (token: string) => writeFile(join(root, FOLDER, 'token'), `${token}\n`);

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'berth-credentials-'));
    await mkdir(join(root, FOLDER), { recursive: true });
    await writeFile(join(root, FOLDER, 'ca.crt'), 'the CA');
    await writeToken('first');
    vi.stubEnv('KUBERNETES_SERVICE_HOST', '10.0.0.1');
    vi.stubEnv('KUBERNETES_SERVICE_PORT', '443');
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await rm(root, { recursive: true });
  });

  it('are its token, its CA and the address of its API server', async () => {
    const credentials = createCredentials({ inCluster: true, pathPrefix: root }, createManualTiming());
    const { url, tls, authorization } = await credentials.access();
    expect(url.href).toBe('https://10.0.0.1/');
    expect(String(tls.ca)).toBe('the CA');
    expect(authorization).toBe('Bearer first');
  });

  it('are read again when the server refuses them', async () => {
    const credentials = createCredentials({ inCluster: true, pathPrefix: root }, createManualTiming());
    const before = await credentials.access();
    await writeToken('second');
    expect((await credentials.access()).authorization).toBe('Bearer first');
    await credentials.refresh(before);
    expect((await credentials.access()).authorization).toBe('Bearer second');
  });

  it('are not read again for a refusal of older ones', async () => {
    const credentials = createCredentials({ inCluster: true, pathPrefix: root }, createManualTiming());
    const before = await credentials.access();
    await credentials.refresh(before);
    const current = await credentials.access();
    await credentials.refresh(before);
    expect(await credentials.access()).toBe(current);
  });

  it('are unauthorized when they cannot be read', async () => {
    const credentials = createCredentials({ inCluster: true, pathPrefix: root }, createManualTiming());
    await rm(join(root, FOLDER, 'token'));
    await expect(credentials.access()).rejects.toMatchObject({ kind: 'unauthorized', retryable: false });
  });

  it('are refused over plain HTTP, which the library would take for port 8080', () => {
    vi.stubEnv('KUBERNETES_SERVICE_PORT', '8080');
    expect(() => createCredentials({ inCluster: true, pathPrefix: root }, createManualTiming())).toThrow(
      'server must be https',
    );
  });
});

describe('credentials of a kubeconfig', () => {
  it('stay the same until they are refused', async () => {
    const timing = createManualTiming();
    const kubeconfig = kubeconfigOf('https://hub.example.com', { user: { token: 'token' } });
    const credentials = createCredentials({ kubeconfig }, timing);
    const first = await credentials.access();
    await timing.advance(3_600_000);
    expect(await credentials.access()).toBe(first);
    expect(first).toMatchObject({ authorization: 'Bearer token', generation: 0 });
  });

  it('that are refused and now ask for a command to run stay refused', async () => {
    const kubeconfig = kubeconfigOf('https://hub.example.com', { user: { token: 'token' } });
    const credentials = createCredentials({ kubeconfig }, createManualTiming(), async () =>
      kubeconfigOf('https://hub.example.com', { user: { exec: { command: 'touch' } } }),
    );
    const refused = await credentials.access();
    await expect(credentials.refresh(refused)).rejects.toMatchObject({ kind: 'invalid' });
    expect((await credentials.access()).authorization).toBe('Bearer token');
  });
});
