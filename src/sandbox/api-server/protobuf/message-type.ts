type Simple = 'string' | 'bytes' | 'integer' | 'boolean' | 'time' | 'quantity';

/** How one field of a protobuf message is read. Names are those of the JSON form. */
export type FieldReader =
  | { readonly [K in Simple]: { readonly kind: K } }[Simple]
  | { readonly kind: 'message'; readonly message: MessageType }
  | { readonly kind: 'map'; readonly value: FieldReader };

interface FieldType {
  readonly name: string;
  readonly reader: FieldReader;
  readonly repeated: boolean;
}

/** Fields by number. Numbers that are not listed are skipped. */
export type MessageType = ReadonlyMap<number, FieldType>;

const simple = (kind: Simple): FieldReader => ({ kind });

export const text = simple('string');
export const bytes = simple('bytes');
export const integer = simple('integer');
export const boolean = simple('boolean');
export const time = simple('time');
export const quantity = simple('quantity');

export const nested = (message: MessageType): FieldReader => ({ kind: 'message', message });
export const mapTo = (value: FieldReader): FieldReader => ({ kind: 'map', value });

/** Number, name and reader of each field; a name that ends in `[]` is repeated. */
export const messageOf = (fields: readonly (readonly [number, string, FieldReader])[]): MessageType =>
  new Map(
    fields.map(([number, name, reader]) => [
      number,
      { name: name.replace(/\[\]$/, ''), reader, repeated: name.endsWith('[]') },
    ]),
  );
