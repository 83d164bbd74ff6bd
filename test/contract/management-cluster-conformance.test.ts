import { existsSync } from 'node:fs';
import { startSandboxApiServer } from '../../src/sandbox/api-server/api-server.ts';
import { connectConformanceBackend } from '../harness/conformance/http-backend.ts';
import { describeManagementClusterConformance } from '../harness/conformance/management-cluster.ts';
import { createTestDatabase } from '../harness/database.ts';
import { crdDirectory } from '../kube/shared-directory.ts';

const startSandbox = async (options: { crdDirectory?: string }) => {
  const database = await createTestDatabase();
  const server = await startSandboxApiServer({ pool: database.pool, ...options });
  return connectConformanceBackend({
    kubeconfig: server.kubeconfig,
    compact: server.compact,
    stop: async () => {
      await server.close();
      await database.drop();
    },
  });
};

if (existsSync(crdDirectory)) {
  describeManagementClusterConformance('sandbox', () => startSandbox({ crdDirectory }));
} else if (process.env['CI']) {
  throw new Error(`no CRDs in ${crdDirectory}`);
} else {
  console.log(`skipped: the sandbox with the real CRDs, which are not in ${crdDirectory}`);
}

describeManagementClusterConformance('sandbox with its own description of the kinds', () => startSandbox({}));
