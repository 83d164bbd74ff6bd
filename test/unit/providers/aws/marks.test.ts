import { describe, expect, it } from 'vitest';
import { infraIdOfTags, toOwned } from '../../../../src/providers/infrastructure/aws/leaks/owned-thing.ts';
import {
  foreignMarks,
  isOurs,
  marksOf,
  missingTags,
  readTags,
  tagDrift,
} from '../../../../src/providers/infrastructure/aws/marks.ts';
import { commentOf, readMarks } from '../../../../src/providers/infrastructure/aws/zone-comment.ts';
import { requestOf } from '../../domain/platforms/aws-plan/requests.ts';

const step = { request: requestOf() };
const infraId = 'hypershift.openshift.io/infra-id';
const ours = { 'berth-instance': 'prod', [infraId]: 'b2c3d4e5f6g7h' };

describe('the marks of a thing', () => {
  it('make it ours only when installation and cluster are both right', () => {
    expect(marksOf(ours, step)).toBe('ours');
    expect(marksOf({ ...ours, 'berth-instance': 'prod-2' }, step)).toBe('foreign');
    expect(marksOf({ ...ours, [infraId]: 'b2c3d4e5f6g7h2' }, step)).toBe('foreign');
    expect(marksOf({ [infraId]: 'b2c3d4e5f6g7h' }, step)).toBe('foreign');
    expect(marksOf({ Name: 'b2c3d4e5f6g7h-vpc' }, step)).toBe('unmarked');
  });

  it('may be missing on what is recorded, and must not be those of another owner', () => {
    expect(isOurs({}, step, 'vpc-1', 'vpc-1')).toBe(true);
    expect(isOurs({}, step, 'vpc-1', 'vpc-2')).toBe(false);
    expect(isOurs({ 'berth-instance': 'x' }, step, 'vpc-1', 'vpc-1')).toBe(false);
    expect(foreignMarks({ 'berth-instance': 'x' }, step, 'vpc-1')).toMatchObject({ code: 'Foreign' });
    expect(foreignMarks(ours, step, 'vpc-1')).toBeUndefined();
    expect(foreignMarks(undefined, step, 'vpc-1')).toBeUndefined();
  });

  it('are compared with the plan; further tags are somebody else’s', () => {
    expect(missingTags({ a: '1', b: '2', z: '9' }, { a: '1', b: '3' })).toEqual({ b: '3' });
    expect(tagDrift({ a: '1' }, { a: '1' })).toEqual([]);
    expect(tagDrift({}, { a: '1', b: '2' })).toEqual(['tags are missing: a, b']);
    expect(readTags([{ Key: 'a', Value: '1' }, {}])).toEqual({ a: '1', '': '' });
    expect(readTags(undefined)).toEqual({});
  });
});

describe('the comment of a zone', () => {
  it('holds the marks that no tag can hold in time', () => {
    const marks = { 'berth-instance': 'prod', 'berth-cluster': 'cl_1' };
    expect(commentOf({ ...marks, team: 'x' })).toBe('berth-instance=prod,berth-cluster=cl_1');
    expect(readMarks(commentOf(marks))).toEqual(marks);
    expect(readMarks('Managed by somebody')).toEqual({});
    expect(readMarks(undefined)).toEqual({});
  });
});

describe('a thing that may be left behind', () => {
  const thing = { id: 'i-1', tags: {} };
  const place = { instance: 'prod', vpcs: new Map() };

  it('belongs to the cluster that its tags name', () => {
    expect(infraIdOfTags(ours)).toBe('b2c3d4e5f6g7h');
    expect(infraIdOfTags({ 'kubernetes.io/cluster/b1': 'owned' })).toBe('b1');
    expect(infraIdOfTags({ 'kubernetes.io/cluster/b1': 'shared' })).toBeUndefined();
  });

  it('is shown with its owner, age and protection', () => {
    const tags = {
      ...ours,
      Name: 'a-name',
      'berth-tenant': 'ten_1',
      'berth-cluster': 'cl_1',
      'berth-created-at': '1796083200',
      'berth-do-not-delete': '',
    };
    expect(toOwned('vpc', { id: 'vpc-1', tags }, place, 'eu-west-1')).toEqual({
      type: 'vpc',
      id: 'vpc-1',
      name: 'a-name',
      infraId: 'b2c3d4e5f6g7h',
      tenantId: 'ten_1',
      clusterId: 'cl_1',
      region: 'eu-west-1',
      createdAt: '2026-12-01T00:00:00.000Z',
      isProtected: true,
    });
  });

  it('is nobody’s without the mark of the installation or of a cluster', () => {
    expect(toOwned('vpc', thing, place, undefined)).toBeUndefined();
    expect(
      toOwned('vpc', { ...thing, tags: { 'berth-instance': 'prod' } }, place, undefined),
    ).toBeUndefined();
    expect(
      toOwned('vpc', { ...thing, tags: { ...ours, 'berth-instance': 'x' } }, place, undefined),
    ).toBeUndefined();
  });

  it('goes with the VPC that it stands in when it has no marks of its own', () => {
    const inside = { ...thing, vpcId: 'vpc-1' };
    const vpcs = new Map([['vpc-1', ours]]);
    expect(toOwned('networkInterface', inside, { ...place, vpcs }, 'eu-west-1')).toEqual({
      type: 'networkInterface',
      id: 'i-1',
      infraId: 'b2c3d4e5f6g7h',
      region: 'eu-west-1',
      isProtected: false,
    });
    expect(toOwned('networkInterface', inside, place, 'eu-west-1')).toBeUndefined();
  });
});
