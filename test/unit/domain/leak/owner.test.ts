import { describe, expect, it } from 'vitest';
import type { LeakThing } from '../../../../src/domain/leak/leak.ts';
import { namedOwners, ownerOfObject, ownerOfResource } from '../../../../src/domain/leak/owner.ts';

const known = {
  infraIds: new Set(['blive00000000']),
  clusters: new Map([
    ['cl_live', 'mc_1'],
    ['cl_unplaced', undefined],
  ]),
  nodePoolIds: new Set(['np_live']),
  deleted: new Set(['cl_dead', 'np_dead']),
};
const references = { infraIds: new Set(['breferred0000']), areAllKnown: true };
const thing = (change: Partial<LeakThing>): LeakThing => ({
  side: 'cloud',
  type: 'vpc',
  id: 'x',
  isProtected: false,
  ...change,
});

describe('a thing in a cloud', () => {
  it.each([
    [{ infraId: 'blive00000000', clusterId: 'cl_dead' }, 'live'],
    [{ infraId: 'bother0000000', clusterId: 'cl_live' }, 'live'],
    [{ infraId: 'breferred0000', clusterId: 'cl_dead' }, 'referred'],
    [{ infraId: 'bdead00000000', clusterId: 'cl_dead' }, 'deleted'],
    [{ infraId: 'bdead00000000' }, 'unknown'],
    [{}, 'unknown'],
  ])('with the marks %j is %s', (marks, owner) => {
    expect(ownerOfResource(thing(marks), known, references)).toBe(owner);
  });

  it('is not called dead while a management cluster was not heard', () => {
    const unheard = { ...references, areAllKnown: false };
    expect(ownerOfResource(thing({ clusterId: 'cl_dead' }), known, unheard)).toBe('unreadable');
    expect(ownerOfResource(thing({ clusterId: 'cl_live' }), known, unheard)).toBe('live');
  });
});

describe('an object of a management cluster', () => {
  it.each([
    ['Namespace', { clusterId: 'cl_live' }, 'live'],
    ['HostedCluster', { clusterId: 'cl_unplaced' }, 'live'],
    ['HostedCluster', { clusterId: 'cl_dead' }, 'deleted'],
    ['Namespace', { clusterId: 'cl_never' }, 'unknown'],
    ['NodePool', { clusterId: 'cl_live', nodePoolId: 'np_live' }, 'live'],
    ['NodePool', { clusterId: 'cl_live', nodePoolId: 'np_dead' }, 'deleted'],
    ['NodePool', { clusterId: 'cl_live', nodePoolId: 'np_never' }, 'unknown'],
    ['NodePool', { clusterId: 'cl_dead', nodePoolId: 'np_never' }, 'deleted'],
    ['NodePool', { clusterId: 'cl_live' }, 'live'],
  ])('%s with the labels %j is %s', (type, labels, owner) => {
    expect(ownerOfObject(thing({ type, ...labels }), known, 'mc_1')).toBe(owner);
  });

  it('of a cluster that lives on another management cluster is told apart', () => {
    expect(ownerOfObject(thing({ type: 'Namespace', clusterId: 'cl_live' }), known, 'mc_2')).toBe(
      'elsewhere',
    );
  });
});

it('names the owners of things once, and none that are not there', () => {
  const things = [
    thing({ infraId: 'b1', clusterId: '' }),
    thing({ infraId: 'b1', clusterId: 'cl_1', nodePoolId: 'np_1' }),
  ];
  expect(namedOwners(things)).toEqual({ infraIds: ['b1'], clusterIds: ['cl_1'], nodePoolIds: ['np_1'] });
});
