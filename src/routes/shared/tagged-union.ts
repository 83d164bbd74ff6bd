import { type Static, type TObject, type TProperties, Type } from 'typebox';

/**
 * Objects told apart by a member with a fixed word. Ajv's discriminator then gives the errors of the branch
 * that the word names, instead of those of all branches.
 */
export const TaggedUnion = <const Branches extends readonly TObject<TProperties>[]>(
  tag: string,
  branches: Branches,
  annotations: Readonly<Record<string, unknown>>,
) =>
  Type.Unsafe<Static<Branches[number]>>({
    type: 'object',
    discriminator: { propertyName: tag },
    required: [tag],
    oneOf: branches,
    ...annotations,
  });
