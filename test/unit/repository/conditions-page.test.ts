import { describe, expect, it } from 'vitest';
import { judgeCluster } from '../../../src/domain/cluster/cluster-conditions.ts';
import { judgeWaiting } from '../../../src/domain/cluster/cluster-waiting.ts';
import { cloudReasons } from '../../../src/domain/cluster/infrastructure-status.ts';
import { cloudErrors } from '../../../src/domain/infrastructure/cloud-failure.ts';
import { projectNodePoolStatus } from '../../../src/domain/node-pool/node-pool-status.ts';
import { stagePlans } from '../../../src/domain/operation/stages.ts';
import { placeCluster } from '../../../src/domain/placement/place.ts';
import { placementFilters } from '../../../src/domain/placement/placement-filters.ts';
import { failedCall, healthyCluster, healthyNodePool, refusedCluster, refusedPool } from './healthy-facts.ts';
import { readText, section, tableRows } from './tree.ts';

const page = readText('docs/reference/conditions.md');

/** First cells of a table without their quotes, with the rest of the row. */
const rowsBelow = (heading: string): readonly (readonly string[])[] =>
  tableRows(section(page, heading)).map((row) => row.map((cell) => cell.replaceAll('`', '')));

const pairsBelow = (heading: string): readonly (readonly [string, string])[] =>
  rowsBelow(heading).map(([first = '', second = '']) => [first, second]);

const wordsIn = (path: string, pattern: RegExp): readonly string[] =>
  [...readText(path).matchAll(pattern)].map(([, word = '']) => word);

describe('conditions', () => {
  it('of a cluster are all there, in order, with the status of a healthy one', () => {
    const verdicts = Object.entries(judgeCluster(healthyCluster));
    expect(pairsBelow('## Conditions of a cluster')).toEqual(
      verdicts.map(([type, { status }]) => [type, status]),
    );
  });

  it('of a node pool are all there, in order, with the status of a healthy one', () => {
    const { conditions } = projectNodePoolStatus(healthyNodePool);
    expect(pairsBelow('## Conditions of a node pool')).toEqual(
      conditions.map(({ type, status }) => [type, status]),
    );
  });

  it('have all reasons that are written down in the code, and no other', () => {
    const literal = /(?:\b(?:yes|no|unsure)\(\s*|\?\?\s*)'([A-Z]\w+)'/g;
    const reasons = new Set([
      ...wordsIn('src/domain/cluster/cluster-conditions.ts', literal),
      ...wordsIn('src/domain/node-pool/node-pool-status.ts', literal),
      ...wordsIn('src/domain/node-pool/machine-trouble.ts', literal),
    ]);
    const listed = rowsBelow('## Reasons that Berth gives').map(([reason]) => reason);
    expect(listed.toSorted()).toEqual([...reasons].sort());
  });
});

describe('who must act', () => {
  it('before a cluster has a place', () => {
    const nowhere = placeCluster({
      request: { platform: 'none', labels: {}, version: '4.20.3', needsRoutes: false },
      managementClusters: [],
    });
    if (nowhere.placed !== undefined) throw new Error('placed on nothing');
    const expected = [
      [nowhere.reason, nowhere.waitingOn.party],
      ...placementFilters.map(({ reason, party }) => [reason, party]),
    ];
    expect(pairsBelow('### The cluster has no place')).toEqual(expected);
  });

  it('when a call to the management cluster failed', () => {
    const [, union = ''] =
      /ManagementClusterErrorKind =([^;]+);/.exec(readText('src/providers/management-cluster/errors.ts')) ??
      [];
    const kinds = [...union.matchAll(/'([\w-]+)'/g)].map(([, kind]) => kind);
    const rows = pairsBelow('### A call to the management cluster failed');
    expect(rows.map(([kind]) => kind)).toEqual([...kinds, 'internal']);
    expect(rows).toEqual(rows.map(([kind]) => [kind, judgeWaiting(failedCall(kind))?.party]));
    const page = readText('docs/reference/conditions.md');
    for (const [kind, party] of rows) {
      expect(page).toContain(`| \`${kind}\` | ${party} | \`${judgeWaiting(failedCall(kind))?.reason}\` |`);
    }
  });

  it('when the cloud refuses what Berth makes', () => {
    expect(rowsBelow('### The cloud refuses what Berth makes')).toEqual(
      Object.entries(cloudErrors).map(([kind, { party, action }]) => [
        kind,
        party,
        cloudReasons[kind as keyof typeof cloudReasons],
        action,
      ]),
    );
  });

  it('when the operator refuses something of the cluster or of a pool', () => {
    const files = ['src/domain/cluster/cluster-waiting.ts', 'src/domain/node-pool/machine-trouble.ts'];
    const source = files.map(readText).join('');
    const types = [...source.matchAll(/\btype: '(\w+)'/g)].map(([, type]) => type);
    const ofCluster = pairsBelow('### The operator refuses something of the cluster');
    const ofPool = pairsBelow('### The operator refuses something of a node pool');
    expect([...ofCluster, ...ofPool].map(([type]) => type)).toEqual(types);
    expect(ofCluster).toEqual(ofCluster.map(([type]) => [type, judgeWaiting(refusedCluster(type))?.party]));
    expect(ofPool).toEqual(ofPool.map(([type]) => [type, judgeWaiting(refusedPool(type))?.party]));
  });
});

it('shows the stages of every operation with their times', () => {
  const expected = Object.entries(stagePlans).map(([type, stages]) => [
    type,
    stages.map(({ name, deadlineSeconds }) => `${name} ${deadlineSeconds / 60}`).join(', '),
  ]);
  expect(pairsBelow('## Stages')).toEqual(expected);
});
