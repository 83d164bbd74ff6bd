import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { asPatch, asReply } from '../../../src/routes/shared/schema-forms.ts';
import { TaggedUnion } from '../../../src/routes/shared/tagged-union.ts';
import { Word } from '../../../src/routes/shared/text.ts';

const closed = { additionalProperties: false } as const;

const plain = (schema: object): unknown => JSON.parse(JSON.stringify(schema));

const Thing = Type.Object(
  {
    size: Type.Integer({ minimum: 1, maximum: 9 }),
    word: Type.Optional(Word(['a', 'b'], 'A word.')),
    list: Type.Optional(Type.Array(Type.Object({ x: Word(['y']) }, closed), { maxItems: 3 })),
    either: Type.Union([Type.String({ maxLength: 3 }), Type.Object({ z: Type.Boolean() }, closed)]),
  },
  { ...closed, title: 'ThingInput', oneOf: [{ required: ['size'] }, { required: ['word'] }] },
);

const Labels = {
  type: 'object',
  additionalProperties: { type: 'string', maxLength: 5 },
  propertyNames: { pattern: '^a$' },
  maxProperties: 4,
};

const Union = TaggedUnion(
  'type',
  [
    Type.Object({ type: Type.Literal('red'), red: Type.Object({ r: Type.Boolean() }, closed) }, closed),
    Type.Object({ type: Type.Literal('none') }, closed),
  ] as const,
  { title: 'ColourInput' },
);

describe('the patch form of a schema', () => {
  it('lets every member be absent or null, and replaces arrays whole', () => {
    expect(plain(asPatch(Thing))).toEqual({
      type: 'object',
      title: 'ThingPatch',
      additionalProperties: false,
      properties: {
        size: { type: ['integer', 'null'], minimum: 1, maximum: 9 },
        word: { type: ['string', 'null'], enum: ['a', 'b', null], description: 'A word.' },
        list: {
          type: ['array', 'null'],
          maxItems: 3,
          items: {
            type: 'object',
            required: ['x'],
            properties: { x: { type: 'string', enum: ['y'] } },
            additionalProperties: false,
          },
        },
        either: {
          anyOf: [
            { type: 'string', maxLength: 3 },
            { type: 'object', properties: { z: { type: ['boolean', 'null'] } }, additionalProperties: false },
            { type: 'null' },
          ],
        },
      },
    });
  });

  it('lets members of a map be removed while as many come', () => {
    expect(asPatch(Labels)).toEqual({
      type: 'object',
      additionalProperties: { type: ['string', 'null'], maxLength: 5 },
      propertyNames: { pattern: '^a$' },
      maxProperties: 8,
    });
  });

  it('takes the members of every branch, since the word need not be repeated', () => {
    expect(plain(asPatch(Union))).toEqual({
      type: 'object',
      title: 'ColourPatch',
      additionalProperties: false,
      properties: {
        type: { type: ['string', 'null'], enum: ['red', 'none', null] },
        red: {
          type: ['object', 'null'],
          properties: { r: { type: ['boolean', 'null'] } },
          additionalProperties: false,
        },
      },
    });
  });
});

/** Branches that have another thing under one name, and the same under another. */
const Places = TaggedUnion(
  'mode',
  [
    Type.Object(
      {
        mode: Type.Literal('found'),
        net: Type.Object({ id: Type.String(), zone: Type.String() }, closed),
        name: Type.String({ maxLength: 9, description: 'Of what is there.' }),
        size: Type.Integer(),
      },
      closed,
    ),
    Type.Object(
      {
        mode: Type.Literal('made'),
        net: Type.Object({ owner: Type.String(), zone: Type.String() }, closed),
        name: Type.String({ maxLength: 9, description: 'Of what is made.' }),
        size: Type.String(),
      },
      closed,
    ),
  ] as const,
  { title: 'PlaceInput' },
);

describe('branches that differ in what they have under one name', () => {
  it('may be patched in the members of either', () => {
    expect(plain(asPatch(Places))).toMatchObject({
      properties: {
        mode: { enum: ['found', 'made', null] },
        net: {
          type: ['object', 'null'],
          properties: { id: {}, owner: {}, zone: {} },
          additionalProperties: false,
        },
        name: { type: ['string', 'null'], maxLength: 9 },
        size: { anyOf: [{ type: 'integer' }, { type: 'string' }, { type: 'null' }] },
      },
    });
  });

  it('are shown with what either has, and without what only one must have', () => {
    expect(plain(asReply(Places))).toMatchObject({
      properties: {
        net: { required: ['zone'], properties: { id: {}, owner: {}, zone: {} } },
        size: { anyOf: [{ type: 'integer' }, { type: 'string' }] },
      },
    });
  });
});

describe('the reply form of a schema', () => {
  it('is open for members and words', () => {
    expect(plain(asReply(Thing))).toEqual({
      type: 'object',
      title: 'Thing',
      required: ['size', 'either'],
      properties: {
        size: { type: 'integer', minimum: 1, maximum: 9 },
        word: { type: 'string', maxLength: 64, 'x-extensible-enum': ['a', 'b'], description: 'A word.' },
        list: {
          type: 'array',
          maxItems: 3,
          items: {
            type: 'object',
            required: ['x'],
            properties: { x: { type: 'string', maxLength: 64, 'x-extensible-enum': ['y'] } },
          },
        },
        either: {
          anyOf: [
            { type: 'string', maxLength: 3 },
            { type: 'object', required: ['z'], properties: { z: { type: 'boolean' } } },
          ],
        },
      },
    });
  });

  it('keeps what values of a map look like', () => {
    expect(asReply(Labels)).toEqual({
      type: 'object',
      additionalProperties: { type: 'string', maxLength: 5 },
      maxProperties: 4,
    });
  });

  it('has one object for all branches: another one may come', () => {
    expect(plain(asReply(Union))).toEqual({
      type: 'object',
      title: 'Colour',
      required: ['type'],
      properties: {
        type: { type: 'string', maxLength: 64, 'x-extensible-enum': ['red', 'none'] },
        red: { type: 'object', required: ['r'], properties: { r: { type: 'boolean' } } },
      },
    });
  });
});
