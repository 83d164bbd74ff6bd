/** An error of evaluation, in the words of cel-go: it makes the rule fail with this message. */
export class CelError extends Error {}

export const noSuchOverload = (): CelError => new CelError('no such overload');

/**
 * Values of CEL. `int` is a bigint and `double` a number; the other types that JavaScript lacks are classes.
 */
export type CelValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | CelUint
  | CelDuration
  | CelTimestamp
  | CelOptional
  | CelType
  | CelList
  | CelMap
  | CelObject;

export class CelUint {
  readonly value: bigint;
  constructor(value: bigint) {
    this.value = value;
  }
}

export class CelDuration {
  readonly nanoseconds: bigint;
  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds;
  }
}

export class CelTimestamp {
  /** From 1970 on. */
  readonly nanoseconds: bigint;
  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds;
  }
}

/** A value that may be absent (`self.?field`). */
export class CelOptional {
  readonly value: CelValue | undefined;
  constructor(value: CelValue | undefined) {
    this.value = value;
  }
}

export const absent = new CelOptional(undefined);

/** A type as a value: what `type(x)` gives. */
export class CelType {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export abstract class CelList {
  abstract readonly size: number;
  abstract at(index: number): CelValue;
  abstract equalTo(other: CelValue): boolean;
  abstract plus(other: CelList): CelList;
  abstract contains(value: CelValue): boolean;

  *[Symbol.iterator](): Iterator<CelValue> {
    for (let index = 0; index < this.size; index += 1) yield this.at(index);
  }
}

export abstract class CelMap {
  abstract readonly size: number;
  abstract keys(): readonly CelValue[];
  /** Undefined when the key is not there. Throws when a key of that type never can be. */
  abstract find(key: CelValue): CelValue | undefined;
  abstract equalTo(other: CelValue): boolean;
}

/** A value of a Kubernetes library: an address, a URL, a quantity … */
export abstract class CelObject {
  abstract readonly typeName: string;
  abstract equalTo(other: CelValue): boolean;
}

const typeNameOfObject = (value: object): string => {
  if (value instanceof Uint8Array) return 'bytes';
  if (value instanceof CelUint) return 'uint';
  if (value instanceof CelDuration) return 'google.protobuf.Duration';
  if (value instanceof CelTimestamp) return 'google.protobuf.Timestamp';
  if (value instanceof CelOptional) return 'optional_type';
  if (value instanceof CelType) return 'type';
  if (value instanceof CelList) return 'list';
  if (value instanceof CelMap) return 'map';
  return value instanceof CelObject ? value.typeName : 'dyn';
};

/** The name of a value's type, as `type()` gives it. */
export const typeNameOf = (value: CelValue): string => {
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'bigint':
      return 'int';
    case 'number':
      return 'double';
    case 'string':
      return 'string';
    default:
      return value === null ? 'null_type' : typeNameOfObject(value);
  }
};
