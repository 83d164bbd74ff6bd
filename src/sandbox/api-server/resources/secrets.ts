import { quoteGo } from '../../../kube-schema/go-print.ts';
import { boolean, mapOf, string } from '../fields/field-type.ts';
import { type ApiObject, objectAt, omit, textAt } from '../objects/api-object.ts';
import { badRequest, type FieldProblem } from '../objects/errors.ts';
import { textColumn } from '../table/table-column.ts';
import { builtIn } from './built-in.ts';
import { immutabilityProblems, keyProblems, sizeProblems } from './key-value-rules.ts';

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const checkBase64 = (object: ApiObject): void => {
  for (const value of Object.values(objectAt(object, 'data'))) {
    if (typeof value === 'string' && !base64.test(value.replace(/[\r\n]/g, ''))) {
      const at = Math.max(value.search(/[^A-Za-z0-9+/=\r\n]/), 0);
      throw badRequest(
        `Secret in version "v1" cannot be handled as a Secret: illegal base64 data at input byte ${at}`,
      );
    }
  }
};

/** `stringData` is only a way to write: its values move, encoded, into `data`. */
const encodeStringData = (object: ApiObject): ApiObject => {
  checkBase64(object);
  if (object['stringData'] === undefined) return object;
  const encoded = Object.entries(objectAt(object, 'stringData')).map(
    ([key, value]) => [key, Buffer.from(String(value), 'utf8').toString('base64')] as const,
  );
  const data = { ...objectAt(object, 'data'), ...Object.fromEntries(encoded) };
  return { ...(omit(object, 'stringData') as ApiObject), ...(Object.keys(data).length > 0 ? { data } : {}) };
};

const requiredKeys: Readonly<Record<string, readonly string[]>> = {
  'kubernetes.io/dockerconfigjson': ['.dockerconfigjson'],
  'kubernetes.io/dockercfg': ['.dockercfg'],
  'kubernetes.io/tls': ['tls.crt', 'tls.key'],
  'kubernetes.io/ssh-auth': ['ssh-privatekey'],
};

const isJson = (encoded: string): boolean => {
  try {
    JSON.parse(Buffer.from(encoded, 'base64').toString('utf8'));
    return true;
  } catch {
    return false;
  }
};

const typeProblems = (object: ApiObject): readonly FieldProblem[] => {
  const type = textAt(object, 'type') ?? '';
  const keys = Object.hasOwn(requiredKeys, type) ? (requiredKeys[type] ?? []) : [];
  return keys.flatMap((key): FieldProblem[] => {
    const value = textAt(object, 'data', key);
    const path = `data[${key}]`;
    if (value === undefined) return [{ path, reason: 'FieldValueRequired', message: 'Required value' }];
    if (!type.startsWith('kubernetes.io/docker') || isJson(value)) return [];
    return [
      {
        path,
        reason: 'FieldValueInvalid',
        message: 'Invalid value: "<secret contents redacted>": not valid JSON',
      },
    ];
  });
};

const typeChange = (object: ApiObject, previous: ApiObject | undefined): readonly FieldProblem[] =>
  previous && previous['type'] !== object['type']
    ? [
        {
          path: 'type',
          reason: 'FieldValueInvalid',
          message: `Invalid value: ${quoteGo(textAt(object, 'type') ?? '')}: field is immutable`,
        },
      ]
    : [];

export const secrets = builtIn({
  plural: 'secrets',
  kind: 'Secret',
  namespaced: true,
  fields: { immutable: boolean, data: mapOf(string), stringData: mapOf(string), type: string },
  columns: [
    textColumn('Type', (object) => textAt(object, 'type') ?? ''),
    textColumn('Data', (object) => Object.keys(objectAt(object, 'data')).length),
  ],
  selectableFields: { type: (object) => textAt(object, 'type') ?? '' },
  strategy: {
    applyDefaults: (object) => {
      const encoded = encodeStringData(object);
      return encoded['type'] ? encoded : { ...encoded, type: 'Opaque' };
    },
    validate: (object, previous) => [
      ...keyProblems(object, 'data'),
      ...sizeProblems({}, objectAt(object, 'data'), 'data'),
      ...typeProblems(object),
      ...typeChange(object, previous),
      ...immutabilityProblems(object, previous, ['data']),
    ],
  },
});
