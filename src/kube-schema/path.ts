/**
 * Where a value stands in an object, in both forms a problem needs: as Kubernetes prints it
 * (`spec.list[0].map[key]`) and as a JSON Pointer (RFC 6901).
 */
export interface Path {
  readonly text: string;
  readonly pointer: string;
}

export const rootPath: Path = { text: '', pointer: '' };

const escapePointer = (token: string): string => token.replaceAll('~', '~0').replaceAll('/', '~1');

export const appendField = (path: Path, name: string): Path => ({
  text: path.text === '' ? name : `${path.text}.${name}`,
  pointer: `${path.pointer}/${escapePointer(name)}`,
});

export const appendIndex = (path: Path, index: number): Path => ({
  text: `${path.text}[${index}]`,
  pointer: `${path.pointer}/${index}`,
});

/** A key of `additionalProperties`. The schema validator prints it like a field; rules and list checks print it this way. */
export const appendKey = (path: Path, key: string): Path => ({
  text: `${path.text}[${key}]`,
  pointer: `${path.pointer}/${escapePointer(key)}`,
});

/** Kubernetes prints the path of the object itself as Go prints an absent path. */
export const printPath = (path: Path): string => (path.text === '' ? '<nil>' : path.text);
