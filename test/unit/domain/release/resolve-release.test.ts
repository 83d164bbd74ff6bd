import { describe, expect, it } from 'vitest';
import { newestFirst, resolveRelease } from '../../../../src/domain/release/resolve-release.ts';
import { catalogue, release } from './releases.ts';

describe('resolveRelease', () => {
  it('finds an exact version', () => {
    expect(resolveRelease('4.20.3', catalogue)).toEqual(release('4.20.3'));
  });

  it('finds the newest version of a channel that is offered', () => {
    expect(resolveRelease({ channel: 'stable-4.20' }, catalogue)).toEqual(release('4.20.4'));
  });

  it('refuses versions that are unknown or not offered, and lists those that are, newest first', () => {
    for (const version of ['4.20.5', '4.20', 'latest'])
      expect(resolveRelease(version, catalogue)).toEqual({
        pointer: '/spec/version',
        code: 'unknown-version',
        detail: `Version ${version} is not offered.`,
        allowed: ['4.22.1', '4.21.0', '4.20.4', '4.20.3', '4.17.30', '4.16.30'],
      });
  });

  it('refuses a channel without a version that is offered, and lists the channels', () => {
    const releases = [release('4.20.3'), release('4.19.1', { enabled: false })];
    expect(resolveRelease({ channel: 'stable-4.19' }, releases, '/version')).toEqual({
      pointer: '/version/channel',
      code: 'unknown-channel',
      detail: 'Channel stable-4.19 holds no version that is offered.',
      allowed: ['stable-4.20'],
    });
  });

  it('lists at most twenty versions', () => {
    const many = Array.from({ length: 30 }, (_, patch) => release(`4.20.${patch}`));
    const resolved = resolveRelease('4.1.1', many);
    expect('allowed' in resolved && resolved.allowed).toHaveLength(20);
  });
});

it('sorts equal versions by their text, so that the choice does not depend on the order of the catalogue', () => {
  const twins = [release('5.0.1'), release('4.23.1')];
  expect(newestFirst(twins)).toEqual([release('4.23.1'), release('5.0.1')]);
  expect(newestFirst(twins.toReversed())).toEqual([release('4.23.1'), release('5.0.1')]);
});
