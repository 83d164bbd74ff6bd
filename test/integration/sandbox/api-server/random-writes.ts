import { applyType, jsonPatchType, mergeType } from './api-world.ts';

/** A kind with one field of every sort that merges in its own way. */
export const widgetDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'twins.berth.test' },
  spec: {
    group: 'berth.test',
    scope: 'Namespaced',
    names: { plural: 'twins', singular: 'twin', kind: 'Twin', listKind: 'TwinList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
              spec: {
                type: 'object',
                'x-kubernetes-validations': [
                  { rule: '!has(self.number) || self.number < 2 || has(self.defaulted)' },
                ],
                properties: {
                  number: { type: 'integer' },
                  defaulted: { type: 'string', default: 'default' },
                  struct: {
                    type: 'object',
                    properties: {
                      a: { type: 'string' },
                      b: { type: 'string', default: 'b' },
                      c: { type: 'object', properties: { x: { type: 'integer' } } },
                    },
                  },
                  map: { type: 'object', additionalProperties: { type: 'string' } },
                  set: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
                  atomic: { type: 'array', items: { type: 'string' } },
                  list: {
                    type: 'array',
                    'x-kubernetes-list-type': 'map',
                    'x-kubernetes-list-map-keys': ['key', 'protocol'],
                    items: {
                      type: 'object',
                      required: ['key'],
                      properties: {
                        key: { type: 'string' },
                        protocol: { type: 'string', default: 'TCP' },
                        value: { type: 'integer' },
                        inner: { type: 'object', properties: { z: { type: 'integer' } } },
                      },
                    },
                  },
                  free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
                  nullable: { type: 'string', nullable: true },
                },
              },
            },
          },
        },
      },
    ],
  },
};

export interface Random {
  chance(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
  some<T>(choices: readonly T[], probability?: number): T[];
}

/** Numbers from a seed (mulberry32), so that a failure can be repeated. */
export const randomFrom = (seed: number): Random => {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const chance = (probability: number): boolean => next() < probability;
  return {
    chance,
    pick: (choices) => choices[Math.floor(next() * choices.length)] as (typeof choices)[number],
    some: (choices, probability = 0.5) => {
      const kept = choices.filter(() => chance(probability));
      return chance(0.3) ? kept.reverse() : kept;
    },
  };
};

const randomItem = (random: Random, key: string): object => ({
  key,
  ...(random.chance(0.4) ? { protocol: random.pick(['TCP', 'UDP']) } : {}),
  ...(random.chance(0.5) ? { value: random.pick([1, 2]) } : {}),
  ...(random.chance(0.3) ? { inner: random.chance(0.7) ? { z: random.pick([1, 2]) } : {} } : {}),
});

const randomStruct = (random: Random): object => ({
  ...(random.chance(0.5) ? { a: random.pick(['1', '2']) } : {}),
  ...(random.chance(0.3) ? { b: random.pick(['b', 'c']) } : {}),
  ...(random.chance(0.4) ? { c: random.chance(0.7) ? { x: random.pick([1, 2]) } : {} } : {}),
});

const randomFree = (random: Random): object => ({
  ...(random.chance(0.5) ? { list: [random.pick([1, 2])] } : {}),
  ...(random.chance(0.5) ? { map: random.chance(0.6) ? { a: random.pick([1, 2]) } : {} } : {}),
  ...(random.chance(0.3) ? { turns: random.pick(['text', 3, { y: 1 }]) } : {}),
});

const randomSpec = (random: Random): object => ({
  ...(random.chance(0.4) ? { number: random.pick([1, 2]) } : {}),
  ...(random.chance(0.2) ? { defaulted: random.pick(['default', 'other']) } : {}),
  ...(random.chance(0.4) ? { struct: randomStruct(random) } : {}),
  ...(random.chance(0.4)
    ? { map: Object.fromEntries(random.some(['a', 'b', 'c']).map((key) => [key, random.pick(['1', '2'])])) }
    : {}),
  ...(random.chance(0.4) ? { set: random.some(['a', 'b', 'c', 'd']) } : {}),
  ...(random.chance(0.3) ? { atomic: random.some(['a', 'b']) } : {}),
  ...(random.chance(0.5)
    ? { list: random.some(['k1', 'k2', 'k3']).map((key) => randomItem(random, key)) }
    : {}),
  ...(random.chance(0.4) ? { free: randomFree(random) } : {}),
  ...(random.chance(0.15) ? { nullable: random.pick([null, 'x']) } : {}),
});

const randomMetadata = (random: Random): object => ({
  ...(random.chance(0.3)
    ? { labels: Object.fromEntries(random.some(['l1', 'l2']).map((key) => [key, random.pick(['1', '2'])])) }
    : {}),
  ...(random.chance(0.1) ? { finalizers: random.some(['a.b/c', 'd.e/f']) } : {}),
});

export interface RandomWrite {
  readonly method: string;
  /** Behind the name of the object. */
  readonly suffix: string;
  readonly type?: string;
  readonly body: object;
  /** The body needs the present resourceVersion. */
  readonly replaces: boolean;
}

export const randomWrite = (random: Random, name: string): RandomWrite => {
  const head = { apiVersion: 'berth.test/v1', kind: 'Twin' };
  const manager = `fieldManager=${random.pick(['m1', 'm2', 'm3'])}`;
  const spec = randomSpec(random);
  const whole = {
    ...head,
    metadata: { name, ...randomMetadata(random) },
    ...(random.chance(0.9) ? { spec } : {}),
  };
  const status = random.chance(0.5)
    ? { phase: random.pick(['a', 'b']) }
    : { inner: { x: random.pick([1, 2]) } };
  const patch = (suffix: string, type: string, body: object): RandomWrite => ({
    method: 'PATCH',
    suffix,
    type,
    body,
    replaces: false,
  });
  switch (
    random.pick(['apply', 'apply', 'apply', 'force', 'merge', 'json', 'replace', 'status', 'apply-status'])
  ) {
    case 'apply':
      return patch(`?${manager}`, applyType, whole);
    case 'force':
      return patch(`?${manager}&force=true`, applyType, whole);
    case 'merge':
      return patch(`?${manager}`, mergeType, {
        metadata: randomMetadata(random),
        spec: { number: null, ...spec },
      });
    case 'json':
      return patch(`?${manager}`, jsonPatchType, [{ op: 'add', path: '/spec', value: spec }]);
    case 'status':
      return patch(`/status?${manager}`, mergeType, { status });
    case 'apply-status':
      return patch(`/status?${manager}&force=true`, applyType, { ...head, metadata: { name }, status });
    default:
      return { method: 'PUT', suffix: `?${manager}`, body: whole, replaces: true };
  }
};
