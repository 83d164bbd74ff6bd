import type { Release } from '../../domain/release/release.ts';

/** A release as the API shows it. */
export const presentRelease = (release: Release) => ({
  version: release.version,
  image: release.image,
  channels: release.channels,
  enabled: release.enabled,
});
