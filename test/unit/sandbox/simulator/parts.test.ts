import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseGoDuration } from '../../../../src/sandbox/hypershift-simulator/hosted-cluster/go-duration.ts';
import {
  judgeReference,
  referencesOf,
} from '../../../../src/sandbox/hypershift-simulator/hosted-cluster/references.ts';
import { overlap, parseNetwork } from '../../../../src/sandbox/hypershift-simulator/networks.ts';
import { createPace } from '../../../../src/sandbox/hypershift-simulator/pace.ts';
import { readPause } from '../../../../src/sandbox/hypershift-simulator/pausing.ts';
import {
  kubeletVersionOf,
  lookUpRelease,
  parseRelease,
  refuseRelease,
  refuseSkew,
  supportedMinors,
} from '../../../../src/sandbox/hypershift-simulator/release.ts';
import { scriptOf } from '../../../../src/sandbox/hypershift-simulator/scripts.ts';
import { makeCluster } from './objects.ts';

const release = (text: string) => {
  const parsed = parseRelease(text);
  if (!parsed) throw new Error(`no release: ${text}`);
  return parsed;
};

describe('releases', () => {
  it.each([
    ['quay.io/o/ocp-release:4.20.3-multi', '4.20.3', 'Multi'],
    ['quay.io/o/ocp-release:4.20.3-x86_64', '4.20.3', 'AMD64'],
    ['registry:5000/o/release:5.0.0-rc.1-aarch64', '5.0.0-rc.1', 'ARM64'],
    ['quay.io/o/ocp-release:4.20.3-multi@sha256:00ff', '4.20.3', 'Multi'],
  ])('reads %s', (image, text, payloadArch) => {
    expect(lookUpRelease(image)).toMatchObject({ text, payloadArch });
  });

  it('knows a digest only from the list that it is given', () => {
    const image = 'quay.io/o/ocp-release@sha256:00ff';
    expect(lookUpRelease(image)).toBeUndefined();
    expect(lookUpRelease(image, { [image]: '4.19.9' })).toMatchObject({ text: '4.19.9', minor: 19 });
  });

  it('counts 5.0 as 4.23', () => {
    expect(release('5.0.1').minor).toBe(23);
    expect(refuseRelease(release('4.23.0'), { platform: 'AWS', current: release('5.0.1') })).toBeUndefined();
    expect(refuseSkew(release('4.20.1'), release('5.0.1'))).toBeUndefined();
    expect(refuseSkew(release('4.19.1'), release('5.0.1'))).toMatch(/less than the minimum/);
    expect(refuseSkew(release('5.0.2'), release('5.0.1'))).toMatch(/cannot be higher/);
  });

  it('maps OpenShift to Kubernetes', () => {
    expect(['4.14.1', '4.20.3', '4.23.0', '5.0.7', '5.1.0'].map(kubeletVersionOf)).toEqual([
      'v1.27.1',
      'v1.33.3',
      'v1.36.0',
      'v1.36.7',
      'v1.37.0',
    ]);
  });

  it('lists the supported minors newest first', () => {
    expect(supportedMinors.join(' ')).toBe('5.1 5.0 4.23 4.22 4.21 4.20 4.19 4.18 4.17 4.16 4.15 4.14');
  });
});

describe('networks', () => {
  it.each([
    ['10.0.0.0/8', '10.20.0.0/16', true],
    ['10.132.0.0/14', '172.31.0.0/16', false],
    ['172.20.0.1', '172.20.0.0/16', true],
    ['fd01::/48', 'fd01:0:0:1::/64', true],
    ['fd01::/48', 'fd02::/112', false],
    ['0.0.0.0/0', '::/0', false],
  ])('%s and %s overlap: %s', (a, b, expected) => {
    const [first, second] = [parseNetwork(a), parseNetwork(b)];
    expect(first && second && overlap(first, second)).toBe(expected);
    expect(first && second && overlap(second, first)).toBe(expected);
  });

  it.each(['10.0.0.0/33', '10.0.0', '300.0.0.0/8', 'fd01:::/48', 'fd01::/129', '1:2:3:4:5:6:7:8:9', ''])(
    'refuses %s',
    (text) => expect(parseNetwork(text)).toBeUndefined(),
  );

  it('finds every network within itself and within what is wider', () => {
    const octet = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(octet, octet, octet, fc.integer({ min: 1, max: 24 }), (a, b, c, prefix) => {
        const narrow = parseNetwork(`${a}.${b}.${c}.0/24`);
        const wide = parseNetwork(`${a}.${b}.${c}.0/${prefix}`);
        return narrow !== undefined && wide !== undefined && overlap(narrow, wide) && overlap(narrow, narrow);
      }),
    );
  });
});

describe('pauses', () => {
  const now = Date.parse('2026-03-01T10:00:00Z');
  it.each([
    [undefined, { paused: false, invalid: false }],
    ['true', { paused: true, invalid: false }],
    ['false', { paused: false, invalid: false }],
    ['2026-03-01T11:00:00Z', { paused: true, invalid: false, until: now + 3_600_000 }],
    ['2026-03-01T09:00:00Z', { paused: false, invalid: false }],
    ['tomorrow', { paused: false, invalid: true }],
  ])('reads %s', (value, expected) => expect(readPause(value, now)).toEqual(expected));
});

describe('pace', () => {
  it('is the same for the same seed and object, and within 15 % of the speed', () => {
    const ms = createPace(60, 7).realMs('uid-1', 600);
    expect(createPace(60, 7).realMs('uid-1', 600)).toBe(ms);
    expect(createPace(60, 8).realMs('uid-1', 600)).not.toBe(ms);
    expect(ms).toBeGreaterThanOrEqual(8_500);
    expect(ms).toBeLessThanOrEqual(11_500);
  });

  it.each([0, Number.POSITIVE_INFINITY])('waits for nothing at speed %s', (speed) => {
    const pace = createPace(speed, 1);
    expect([pace.realMs('uid', 600), pace.simulatedSeconds('uid', 0), pace.pollMs]).toEqual([
      0,
      Number.POSITIVE_INFINITY,
      100,
    ]);
  });

  it('refuses a speed below nothing', () => expect(() => createPace(-1, 1)).toThrow(RangeError));
});

describe('references', () => {
  const spec = {
    sshKey: {},
    secretEncryption: { type: 'aescbc', aescbc: { activeKey: { name: 'payments-key' } } },
    platform: { type: 'Agent', agent: { agentNamespace: 'agents' } },
  };
  it('are those that have a name', () => {
    expect(referencesOf(makeCluster({ spec })).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'Secret payments-pull-secret',
      'Secret payments-key',
      'Namespace agents',
    ]);
  });

  it('tell what is wrong with what they name', () => {
    const [pullSecret] = referencesOf(makeCluster());
    const secret = (text: string) => ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'payments-pull-secret' },
      data: { '.dockerconfigjson': Buffer.from(text).toString('base64') },
    });
    const judge = (object: Parameters<typeof judgeReference>[1]) =>
      pullSecret && judgeReference(pullSecret, object);
    expect(judge(secret('{"auths":{}}'))).toBeUndefined();
    expect(judge(undefined)).toMatchObject({
      shownBy: 'release',
      message: expect.stringMatching(/secrets "payments-pull-secret" not found/),
    });
    expect(judge({ ...secret(''), data: {} })).toMatchObject({
      shownBy: 'release',
      message: expect.stringMatching(/does not contain key/),
    });
    expect(judge(secret('fake'))).toMatchObject({
      shownBy: 'reconcile',
      message: expect.stringMatching(/it is not JSON/),
    });
  });
});

it('reads Go durations', () => {
  expect(['1h30m', '90s', '1.5m', '250ms', '', 'soon', '5'].map(parseGoDuration)).toEqual([
    5400,
    90,
    90,
    0.25,
    undefined,
    undefined,
    undefined,
  ]);
});

it('takes unknown scripts for none', () => {
  expect(scriptOf({ 'sandbox.berth.io/script': 'slow' })).toBe('slow');
  expect(scriptOf({ 'sandbox.berth.io/script': 'explodes' })).toBeUndefined();
  expect(scriptOf(undefined)).toBeUndefined();
});
