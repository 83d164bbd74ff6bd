import { notAcceptable } from '../objects/errors.ts';

/** How an answer is to be rendered. */
export interface Rendering {
  readonly yaml: boolean;
  readonly as: 'object' | 'Table' | 'PartialObjectMetadata';
  /** Of meta.k8s.io, for Table and PartialObjectMetadata. */
  readonly version: string;
}

const plain: Rendering = { yaml: false, as: 'object', version: 'v1' };

const offered = ['application/json', 'application/yaml'];

interface Wish {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const parseWish = (text: string): Wish => {
  const [type = '', ...rest] = text.split(';').map((part) => part.trim());
  const parameters = rest.map((parameter): [string, string] => {
    const at = parameter.indexOf('=');
    return at < 0 ? [parameter, ''] : [parameter.slice(0, at), parameter.slice(at + 1)];
  });
  return { type: type.toLowerCase(), parameters: new Map(parameters) };
};

const renderingOf = ({ type, parameters }: Wish): Rendering | undefined => {
  if (type === 'application/yaml') return { ...plain, yaml: true };
  if (type !== 'application/json' && type !== '*/*' && type !== 'application/*') return undefined;
  const as = parameters.get('as');
  if (as === undefined) return plain;
  const version = parameters.get('v') ?? '';
  if (parameters.get('g') !== 'meta.k8s.io' || !['v1', 'v1beta1'].includes(version)) return undefined;
  if (as === 'Table') return { yaml: false, as: 'Table', version };
  return as.startsWith('PartialObjectMetadata')
    ? { yaml: false, as: 'PartialObjectMetadata', version }
    : undefined;
};

/** Takes the first wish of an Accept header that can be met; a 406 when there is none. */
export const negotiate = (accept: string | undefined): Rendering => {
  if (accept === undefined || accept.trim() === '') return plain;
  for (const wish of accept.split(',').map(parseWish)) {
    const rendering = renderingOf(wish);
    if (rendering) return rendering;
  }
  throw notAcceptable(offered);
};
