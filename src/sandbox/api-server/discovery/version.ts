import type { JsonObject } from '../../../domain/shared/json.ts';

/** The Kubernetes release whose behaviour the sandbox follows; kubectl chooses what to ask for by it. */
const kubernetesVersion = { major: '1', minor: '35', patch: '4' };

/** `/version`. */
export const versionDocument = (): JsonObject => {
  const { major, minor, patch } = kubernetesVersion;
  return {
    major,
    minor,
    gitVersion: `v${major}.${minor}.${patch}`,
    gitCommit: 'berth-sandbox',
    gitTreeState: 'clean',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: 'none',
    compiler: 'none',
    platform: `${process.platform}/${process.arch}`,
  };
};
