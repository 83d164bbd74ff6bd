/** Starts one kube-apiserver with the Default CRDs for the whole run: `inject('kubeApiServer')` in tests. */
import type { TestProject } from 'vitest/node';
import {
  installCrds,
  type KubeApiServer,
  type KubeApiServerAddress,
  startKubeApiServer,
} from '../harness/kube-apiserver.ts';
import { crdDirectory } from './shared-directory.ts';

declare module 'vitest' {
  interface ProvidedContext {
    kubeApiServer: KubeApiServerAddress;
  }
}

let server: KubeApiServer | undefined;

export async function setup(project: TestProject): Promise<void> {
  server = await startKubeApiServer();
  await installCrds(server.kubeconfig, crdDirectory);
  const { url, kubeconfigPath, kubeconfig, token, processId, dataDirectory } = server;
  project.provide('kubeApiServer', { url, kubeconfigPath, kubeconfig, token, processId, dataDirectory });
}

export async function teardown(): Promise<void> {
  await server?.stop();
}
