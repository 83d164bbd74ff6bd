import { afterAll, describe, expect, test } from 'vitest';
import { renderCluster } from '../../../src/domain/cluster/hosted-cluster.ts';
import { isJsonObject } from '../../../src/domain/shared/json.ts';
import {
  acceptedDifferences,
  type Comparison,
  type DifferenceName,
} from './fixtures/accepted-differences.ts';
import { type Document, readFixture } from './fixtures/fixture-documents.ts';
import { type ClusterFixture, clusterFixtures, nodePoolFixtures } from './fixtures/fixture-inputs.ts';
import { hasShared, listShared, readRepository } from './fixtures/shared-files.ts';
import { clusterOf, etcdKey, nodePoolOf, placementOf, renderPool, specOf } from './manifests/samples.ts';

/** As it goes over the wire: a plain copy. */
const wire = (objects: readonly unknown[]): Document[] => JSON.parse(JSON.stringify(objects));

const renderFixture = ({ spec, identity, nodePools, credentials = {} }: ClusterFixture): Document[] => {
  const { domainPrefix, infraId, image } = identity;
  const release = { version: '4.20.3', image };
  const cluster = clusterOf(spec, { name: domainPrefix, domainPrefix, infraId, release });
  const secrets = { pullSecret: 'fake', etcdEncryptionKey: etcdKey, credentials };
  const objects = renderCluster({ cluster, placement: placementOf(cluster), secrets });
  return wire([...objects, ...nodePools.map((pool) => renderPool(nodePoolOf(pool, { release }), cluster))]);
};

const comparisonOf = (fixture: ClusterFixture): Comparison => ({
  theirs: readFixture(fixture.name),
  ours: renderFixture(fixture),
});

const removeAll = (comparison: Comparison, names: readonly DifferenceName[]): Comparison => {
  for (const name of names) acceptedDifferences[name].remove(comparison);
  return comparison;
};

describe.runIf(hasShared())('the objects of the fixtures', () => {
  const table: string[] = [];
  afterAll(() => console.log(['fixture | objects | accepted differences', ...table].join('\n')));

  test('are all in the table', () => {
    const given = listShared('hypershift/fixtures')
      .filter((file) => file.endsWith('.yaml'))
      .map((file) => file.replace(/\.yaml$/, ''));
    const compared = [...clusterFixtures, ...nodePoolFixtures].map(({ name }) => name);
    expect(compared.toSorted()).toEqual(given.toSorted());
  });

  test.each(clusterFixtures)('$name: ours are the same but for the listed differences', (fixture) => {
    const { theirs, ours } = removeAll(comparisonOf(fixture), fixture.accepted);
    expect(ours).toEqual(theirs);
    table.push(`${fixture.name} | ${ours.length} of ${theirs.length} equal | ${fixture.accepted.join(', ')}`);
  });

  test.each(clusterFixtures)('$name: no listed difference is superfluous', (fixture) => {
    for (const name of fixture.accepted) {
      const others = fixture.accepted.filter((other) => other !== name);
      const { theirs, ours } = removeAll(comparisonOf(fixture), others);
      expect(ours, `${fixture.name} without ${name}`).not.toEqual(theirs);
    }
  });

  test.each(nodePoolFixtures)('$name: the platform block is the same', ({ name, platform, spec }) => {
    const cluster = clusterOf(specOf(platform), { domainPrefix: 'test-cluster', infraId: 'test-infra' });
    const [nodePool] = wire([renderPool(nodePoolOf(spec), cluster)]);
    const ours = nodePool?.['spec'];
    expect(isJsonObject(ours.platform[platform])).toBe(true);
    expect([ours.platform[platform]]).toEqual(readFixture(name));
    expect([ours.clusterName, ours.replicas, ours.arch]).toEqual(['test-cluster', 3, 'amd64']);
    table.push(`${name} | platform block equal | none`);
  });
});

describe('docs/reference/fixtures.md', () => {
  const page = readRepository('docs/reference/fixtures.md');
  const rows = page.split('\n').filter((line) => line.startsWith('| '));

  test('gives every accepted difference with its reason', () => {
    for (const [name, { reason }] of Object.entries(acceptedDifferences))
      expect(rows).toContain(`| \`${name}\` | ${reason} |`);
  });

  test('has the row of every fixture', () => {
    for (const { name, accepted } of clusterFixtures)
      expect(rows).toContain(
        `| \`${name}\` | ${accepted.map((difference) => `\`${difference}\``).join(', ')} |`,
      );
    for (const { name } of nodePoolFixtures) expect(rows).toContain(`| \`${name}\` | none |`);
  });
});
