import { describe, expect, it } from 'vitest';
import {
  followedRelease,
  lowestActiveVersion,
} from '../../../../src/domain/release/control-plane-versions.ts';
import { checkNodePoolVersion, skewRange } from '../../../../src/domain/release/node-pool-skew.ts';
import {
  availableUpgrades,
  checkUpgrade,
  type UpgradeContext,
} from '../../../../src/domain/release/upgrades.ts';
import { catalogue, release } from './releases.ts';

const context = (change: Partial<UpgradeContext> = {}): UpgradeContext => ({
  controlPlane: { desired: '4.20.3', current: '4.20.3' },
  supportedMinors: ['4.22', '4.21', '4.20'],
  nodePools: [{ name: 'workers', version: '4.20.3' }],
  ...change,
});

const codes = (target: string, change?: Partial<UpgradeContext>) =>
  checkUpgrade(target, context(change), catalogue).map(({ code }) => code);

describe('upgrades of a control plane', () => {
  it('go to newer patches and to the next minor', () => {
    expect(codes('4.20.4')).toEqual([]);
    expect(codes('4.21.0')).toEqual([]);
    expect(availableUpgrades(context(), catalogue)).toEqual(['4.21.0', '4.20.4']);
  });

  it('never go back, neither to an older minor nor to an older patch', () => {
    expect(checkUpgrade('4.20.2', context(), catalogue)).toEqual([
      {
        pointer: '/spec/version',
        code: 'downgrade',
        detail: 'A control plane cannot go back from 4.20.3 to 4.20.2; give 4.20.3 or a newer version.',
        allowed: ['4.21.0', '4.20.4'],
      },
    ]);
    expect(codes('4.17.30')).toContain('downgrade');
    expect(codes('4.20.3', { controlPlane: { desired: '4.20.4', current: '4.20.3' } })).toEqual([
      'downgrade',
    ]);
  });

  it('skip no minor; during an upgrade the version that is still in use counts', () => {
    expect(checkUpgrade('4.22.1', context(), catalogue)).toMatchObject([
      {
        code: 'minor-skipped',
        detail:
          'From 4.20.3 to 4.22.1 a minor version would be skipped; upgrade one minor version at a time.',
      },
    ]);
    expect(codes('4.22.1', { controlPlane: { desired: '4.21.0', current: '4.20.3' } })).toEqual([
      'minor-skipped',
    ]);
    expect(codes('4.22.1', { controlPlane: { desired: '4.21.0' } })).toEqual([]);
  });

  it('go from 4.22 to 5.0, which is 4.23, and from 4.23 to 5.1', () => {
    const supportedMinors: readonly string[] = [];
    expect(codes('5.0.1', { controlPlane: { desired: '4.22.1' }, supportedMinors, nodePools: [] })).toEqual(
      [],
    );
    expect(codes('5.1.0', { controlPlane: { desired: '4.23.9' }, supportedMinors, nodePools: [] })).toEqual(
      [],
    );
    expect(codes('5.1.0', { controlPlane: { desired: '4.22.1' }, supportedMinors, nodePools: [] })).toEqual([
      'minor-skipped',
    ]);
  });

  it('stay within what the management cluster supports, as far as that is known', () => {
    expect(checkUpgrade('4.21.0', context({ supportedMinors: ['4.20'] }), catalogue)).toEqual([
      {
        pointer: '/spec/version',
        code: 'version-not-supported',
        detail: 'The management cluster of this cluster does not support 4.21.0; it supports 4.20.',
        allowed: ['4.20.4'],
      },
    ]);
    expect(codes('4.21.0', { supportedMinors: [] })).toEqual([]);
    expect(
      checkUpgrade(
        '5.0.1',
        { ...context(), controlPlane: { desired: '4.22.1' }, supportedMinors: ['4.23'] },
        [],
      ),
    ).toEqual([]);
  });

  it('leave no node pool more than three minors behind', () => {
    const nodePools = [
      { name: 'old', version: '4.17.30' },
      { name: 'new', version: '4.20.3' },
    ];
    expect(checkUpgrade('4.21.0', context({ nodePools }), catalogue)).toEqual([
      {
        pointer: '/spec/version',
        code: 'version-skew',
        detail: 'Node pool old runs 4.17.30, more than 3 minor versions behind 4.21.0; upgrade it first.',
        allowed: ['4.20.4'],
      },
    ]);
    expect(codes('4.20.4', { nodePools })).toEqual([]);
  });

  it('refuse text that is no version', () => {
    expect(codes('latest')).toContain('minor-skipped');
  });

  it('are not offered when they are not enabled', () => {
    expect(availableUpgrades(context(), [release('4.20.5', { enabled: false })])).toEqual([]);
  });
});

describe('the version of a node pool', () => {
  const controlPlane = { desired: '4.20.3', current: '4.20.3' };
  const check = (version: string, versions: { desired: string; current?: string } = controlPlane) =>
    checkNodePoolVersion(version, versions, catalogue, '/spec/version');

  it('is at most that of its control plane and at most three minors older', () => {
    expect(check('4.20.3')).toEqual([]);
    expect(check('4.17.30')).toEqual([]);
    expect(check('4.17.0')).toEqual([]);
    for (const version of ['4.20.4', '4.21.0', '4.16.30', '3.11.0', 'latest'])
      expect(check(version)).toMatchObject([{ code: 'version-skew', pointer: '/spec/version' }]);
  });

  it('is refused with the range that is allowed', () => {
    expect(check('4.21.0')).toEqual([
      {
        pointer: '/spec/version',
        code: 'version-skew',
        detail:
          'Version 4.21.0 does not work with the control plane, which runs 4.20.3; allowed is 4.17.0 to 4.20.3.',
        allowed: ['4.20.3', '4.17.30'],
      },
    ]);
  });

  it('fits the older version while an upgrade of the control plane runs', () => {
    expect(check('4.20.4', { desired: '4.20.4', current: '4.20.3' })).toHaveLength(1);
    expect(check('4.20.4', { desired: '4.20.4', current: '4.20.4' })).toEqual([]);
    expect(check('4.20.4', { desired: '4.20.4' })).toEqual([]);
    expect(lowestActiveVersion({ desired: '4.20.3', current: '4.20.4' })).toBe('4.20.3');
  });

  it('crosses from 4.x to 5.x', () => {
    expect(check('4.20.1', { desired: '5.0.2' })).toEqual([]);
    expect(check('4.21.1', { desired: '5.1.0' })).toEqual([]);
    expect(check('4.20.1', { desired: '5.1.0' })).toHaveLength(1);
    expect(skewRange('5.1.0')).toBe('4.21.0 to 5.1.0');
    expect(skewRange('nightly')).toBe('nightly');
  });

  it('is, when the pool names none, that of the control plane, and during an upgrade the one still in use', () => {
    const desired = { version: '4.20.4', image: 'pinned' };
    expect(followedRelease({ desired }, catalogue)).toBe(desired);
    expect(followedRelease({ desired, current: '4.20.4' }, catalogue)).toBe(desired);
    expect(followedRelease({ desired, current: '4.20.3' }, catalogue)).toEqual({
      version: '4.20.3',
      image: 'quay.io/openshift-release-dev/ocp-release:4.20.3-multi',
    });
    expect(followedRelease({ desired, current: '4.20.2' }, catalogue)).toBe(desired);
  });
});
