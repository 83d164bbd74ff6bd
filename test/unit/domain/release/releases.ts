import type { Release } from '../../../../src/domain/release/release.ts';

export const release = (version: string, change: Partial<Release> = {}): Release => ({
  version,
  image: `quay.io/openshift-release-dev/ocp-release:${version}-multi`,
  channels: [`stable-${version.split('.').slice(0, 2).join('.')}`],
  enabled: true,
  ...change,
});

export const catalogue: readonly Release[] = [
  release('4.16.30'),
  release('4.17.30'),
  release('4.20.3'),
  release('4.20.4'),
  release('4.20.5', { enabled: false }),
  release('4.21.0'),
  release('4.22.1'),
];
