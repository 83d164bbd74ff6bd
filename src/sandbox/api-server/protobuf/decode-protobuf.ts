import type { JsonObject, JsonValue } from '../../../domain/shared/json.ts';
import { kindMessages } from './kind-messages.ts';
import { bytes, type FieldReader, type MessageType, messageOf, nested, text } from './message-type.ts';

/** What stands at the start of every protobuf body of Kubernetes. */
const magic = Buffer.from('k8s\0');

/** The kind in a protobuf body is one that only JSON is read for. */
export class UnknownProtobufKind extends Error {}

interface WireField {
  readonly number: number;
  /** The number of a varint, or the bytes of everything that has a length. */
  readonly value: bigint | Buffer;
}

const readVarint = (buffer: Buffer, start: number): { readonly value: bigint; readonly next: number } => {
  let value = 0n;
  for (let index = 0; index < 10; index += 1) {
    const byte = buffer[start + index];
    if (byte === undefined) break;
    value |= BigInt(byte & 0x7f) << BigInt(7 * index);
    if (byte < 0x80) return { value, next: start + index + 1 };
  }
  throw new RangeError('the protobuf body is cut short');
};

const readSlice = (buffer: Buffer, start: number, length: number): Buffer => {
  if (start + length > buffer.length) throw new RangeError('the protobuf body is cut short');
  return buffer.subarray(start, start + length);
};

const fieldsOf = function* (buffer: Buffer): Generator<WireField> {
  let at = 0;
  while (at < buffer.length) {
    const tag = readVarint(buffer, at);
    const number = Number(tag.value >> 3n);
    const wire = Number(tag.value & 7n);
    if (wire === 0) {
      const { value, next } = readVarint(buffer, tag.next);
      yield { number, value };
      at = next;
    } else {
      const size =
        wire === 2 ? readVarint(buffer, tag.next) : { value: wire === 1 ? 8n : 4n, next: tag.next };
      const value = readSlice(buffer, size.next, Number(size.value));
      yield { number, value };
      at = size.next + value.length;
    }
  }
};

const timeMessage = messageOf([[1, 'seconds', { kind: 'integer' }]]);
const quantityMessage = messageOf([[1, 'text', text]]);

const toInteger = (value: bigint | Buffer): number =>
  typeof value === 'bigint' ? Number(BigInt.asIntN(64, value)) : 0;

const decodeValue = (value: bigint | Buffer, reader: FieldReader): JsonValue => {
  const content = typeof value === 'bigint' ? Buffer.alloc(0) : value;
  switch (reader.kind) {
    case 'integer':
      return toInteger(value);
    case 'boolean':
      return value === 1n;
    case 'string':
      return content.toString('utf8');
    case 'bytes':
      return content.toString('base64');
    case 'message':
      return decodeMessage(content, reader.message);
    case 'time':
      return decodeTime(content);
    case 'quantity':
      return decodeMessage(content, quantityMessage)['text'] ?? '0';
    case 'map':
      return decodeMessage(
        content,
        messageOf([
          [1, 'key', text],
          [2, 'value', reader.value],
        ]),
      );
    default:
      return reader satisfies never;
  }
};

const decodeTime = (content: Buffer): JsonValue => {
  const seconds = decodeMessage(content, timeMessage)['seconds'];
  return typeof seconds === 'number' ? `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z` : null;
};

const decodeMessage = (buffer: Buffer, message: MessageType): JsonObject => {
  const members = new Map<string, JsonValue>();
  for (const { number, value } of fieldsOf(buffer)) {
    const field = message.get(number);
    if (!field) continue;
    const decoded = decodeValue(value, field.reader);
    if (field.reader.kind === 'map') {
      const { key, value: member = '' } = decoded as JsonObject;
      members.set(field.name, { ...(members.get(field.name) as JsonObject), [String(key ?? '')]: member });
    } else if (field.repeated) {
      members.set(field.name, [...((members.get(field.name) as readonly JsonValue[]) ?? []), decoded]);
    } else members.set(field.name, decoded);
  }
  return dropUnset(members);
};

/** Protobuf writes empty strings, lists and times where JSON leaves them out. */
const dropUnset = (members: ReadonlyMap<string, JsonValue>): JsonObject =>
  Object.fromEntries([...members].filter(([, value]) => value !== '' && value !== null));

const envelope = messageOf([
  [
    1,
    'type',
    nested(
      messageOf([
        [1, 'apiVersion', text],
        [2, 'kind', text],
      ]),
    ),
  ],
  [2, 'raw', bytes],
]);

/** Reads a body of type application/vnd.kubernetes.protobuf, for the kinds of `kindMessages`. Throws RangeError on garbage. */
export const decodeProtobuf = (body: Buffer): JsonObject => {
  if (!body.subarray(0, magic.length).equals(magic)) throw new RangeError('not a Kubernetes protobuf body');
  const { type, raw } = decodeMessage(body.subarray(magic.length), envelope);
  const { apiVersion, kind } = (type ?? {}) as JsonObject;
  const message = kindMessages.get(String(kind));
  if (!message) throw new UnknownProtobufKind(`the kind ${String(kind)} is only read as JSON or YAML`);
  const object = decodeMessage(Buffer.from(String(raw ?? ''), 'base64'), message);
  return { apiVersion, kind, ...object };
};
