import { randomBytes } from 'node:crypto';
import { parse } from 'yaml';
import { startGuestApi } from '../../src/sandbox/guest-api/guest-api.ts';
import { startHypershiftSimulator } from '../../src/sandbox/hypershift-simulator/simulator.ts';
import { connectKube, requestKube } from '../kube/kube-connection.ts';

/** Spare hosts of platform Agent wait here; the sandbox makes the namespace as well. */
const agentNamespace = 'agents';

const makeAgentNamespace = async (kubeconfig: string): Promise<void> => {
  const connection = connectKube(kubeconfig);
  const body = { metadata: { name: agentNamespace } };
  const { status } = await requestKube(connection, { method: 'POST', path: '/api/v1/namespaces', body });
  connection.agent.destroy();
  if (status !== 201 && status !== 409) throw new Error(`namespace ${agentNamespace} was answered ${status}`);
};

/** HyperShift's part, and the guests' API servers, on any Kubernetes API server that serves the kinds. */
export const startSimulatedOperator = async (
  kubeconfig: string,
  options: { readonly speed?: number; readonly seed?: number } = {},
): Promise<{ stop(): Promise<void> }> => {
  const { clusters, users } = parse(kubeconfig);
  const kube = {
    url: clusters[0].cluster.server as string,
    caPem: Buffer.from(clusters[0].cluster['certificate-authority-data'], 'base64').toString('utf8'),
    token: users[0].user.token as string,
  };
  await makeAgentNamespace(kubeconfig);
  const guest = await startGuestApi({ kube, signingKey: randomBytes(32) });
  const simulator = startHypershiftSimulator({
    ...kube,
    guest,
    speed: options.speed ?? 2000,
    seed: options.seed ?? 1,
  });
  return {
    stop: async () => {
      await simulator.stop();
      await guest.close();
    },
  };
};
