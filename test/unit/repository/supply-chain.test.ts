import { describe, expect, it } from 'vitest';
import { judgeAudit } from '../../supply-chain/audit.ts';
import { judgeBill } from '../../supply-chain/bill-of-materials.ts';
import { readText } from './tree.ts';

describe('an audit', () => {
  const url = 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc';
  const report = {
    vulnerabilities: {
      left: { via: [{ severity: 'high', title: 'bad', url }, 'right'] },
      right: { via: [{ severity: 'moderate', title: 'not so bad', url: 'https://x/GHSA-dddd' }] },
    },
  };
  const allowed = [{ id: 'GHSA-aaaa-bbbb-cccc', reason: 'not reached', until: '2027-01-31' }];

  it('fails by what is grave, until it is allowed, until that day has passed', () => {
    const line = `left: high: bad (${url})`;
    expect(judgeAudit(report, [], '2027-01-31')).toEqual([line]);
    expect(judgeAudit(report, allowed, '2027-01-31')).toEqual([]);
    expect(judgeAudit(report, allowed, '2027-02-01')).toEqual([line]);
  });
});

describe('a bill of materials', () => {
  it('names every direct dependency with its version and licence', () => {
    const manifest = { dependencies: { '@a/b': '1.0.0', c: '2.0.0' } };
    const licenses = [{ license: { id: 'MIT' } }];
    const whole = [
      { group: '@a', name: 'b', version: '1.0.0', licenses },
      { name: 'c', version: '2.0.0', licenses },
    ];
    expect(judgeBill(manifest, { bomFormat: 'CycloneDX', components: whole })).toEqual([]);
    expect(
      judgeBill(manifest, { bomFormat: 'CycloneDX', components: [{ name: 'c', version: '2.0.0' }] }),
    ).toEqual(['@a/b@1.0.0', 'c@2.0.0']);
    expect(judgeBill(manifest, {})).toEqual(['this is no CycloneDX document']);
  });
});

describe('what is installed', () => {
  const manifest = JSON.parse(readText('package.json'));
  const lock = JSON.parse(readText('package-lock.json'));

  it('is pinned to one version each', () => {
    const all = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }) as [
      string,
      string,
    ][];
    expect(all.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });

  it('has a strong hash each, and comes from the registry only', () => {
    const packages = Object.entries(lock.packages as Record<string, Record<string, string>>).filter(
      ([path]) => path !== '',
    );
    expect(packages.length).toBeGreaterThan(500);
    expect(packages.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-'))).toEqual([]);
    expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });

  it('runs no scripts of packages', () => {
    expect(readText('.npmrc').split('\n')).toContain('ignore-scripts=true');
  });
});

describe('the image', () => {
  const dockerfile = readText('Dockerfile');
  const compose = readText('docker-compose.yml');

  it('runs as a user by number who is not root', () => {
    const users = [...dockerfile.matchAll(/^USER (.+)$/gm)].map(([, user]) => user);
    expect(users.at(-1)).toBe('1000:1000');
  });

  it('is built from images with a version, and takes nothing from addresses', () => {
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
    expect(bases).toEqual(['node:24-bookworm-slim', 'node:24-bookworm-slim']);
    expect(dockerfile).not.toMatch(/^ADD /m);
    expect(dockerfile).toMatch(/^RUN npm ci .*--ignore-scripts/m);
    expect(dockerfile).toMatch(/^HEALTHCHECK .*\n?.*CMD \["node"/m);
  });

  it('is run with nothing that it does not need', () => {
    expect(compose).toContain('read_only: true');
    expect(compose).toContain('cap_drop: [ALL]');
    expect(compose).toContain('no-new-privileges:true');
    expect(compose).not.toContain('privileged: true');
  });
});
