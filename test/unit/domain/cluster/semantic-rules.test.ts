import { describe, expect, it } from 'vitest';
import { admitCluster } from '../../../../src/domain/cluster/admission.ts';
import { readRepository } from '../fixtures/shared-files.ts';
import { catalogue } from '../release/releases.ts';
import { semanticRules } from './semantic-rules.ts';

const admit = (spec: Parameters<typeof admitCluster>[0]['spec'], pool?: object) =>
  admitCluster({
    name: 'payments',
    labels: {},
    spec,
    nodePools: pool === undefined ? [] : [{ name: 'workers', ...pool }],
    releases: catalogue,
    domainPrefix: 'payments',
    now: '2026-01-01T00:00:00.000Z',
    known: { projectId: 'prj_1', isPrefixTaken: false },
  });

describe('rules that only the operator has', () => {
  it.each(semanticRules)('$rule', ({ spec, pool, problems }) => {
    const found = admit(spec, pool);
    expect(found.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual(problems);
    for (const { detail } of found) expect(detail).toMatch(/^\S.*\.$/s);
  });

  it('are all on the page on admission, with where they are told', () => {
    const rows = readRepository('docs/reference/admission.md')
      .split('\n')
      .filter((line) => line.startsWith('| '));
    for (const { rule, problems } of semanticRules) {
      const [problem = ''] = problems;
      const [code = '', pointer = ''] = problem.split(' ');
      const place = pointer.replace('/spec/nodePools/0', 'pool').replace('/spec/', '').replaceAll('/', '.');
      const cell = `\`${code}\` at \`${place.replaceAll(/\.\d+/g, '[]')}\``;
      expect(rows.filter((row) => row.startsWith(`| ${rule} |`) && row.includes(cell))).toHaveLength(1);
    }
  });
});
