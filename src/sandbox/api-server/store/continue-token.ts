import { badRequest } from '../objects/errors.ts';

export interface ContinuePoint {
  /** The version of the first page; -1 goes on with the present state. */
  readonly rv: number;
  readonly after: { readonly namespace: string; readonly name: string };
}

export const encodeContinue = ({ rv, after }: ContinuePoint): string =>
  Buffer.from(JSON.stringify({ v: 'meta.k8s.io/v1', rv, start: [after.namespace, after.name] })).toString(
    'base64url',
  );

const read = (token: string): unknown => {
  try {
    return JSON.parse(Buffer.from(token, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
};

export const decodeContinue = (token: string): ContinuePoint => {
  const value = read(token) as { rv?: unknown; start?: unknown } | undefined | null;
  const start: readonly unknown[] = Array.isArray(value?.start) ? value.start : [];
  const [namespace, name] = start;
  const rv = value?.rv;
  if (typeof rv !== 'number' || typeof namespace !== 'string' || typeof name !== 'string') {
    throw badRequest('continue key is not valid');
  }
  return { rv, after: { namespace, name } };
};
