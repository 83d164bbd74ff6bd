import { invalid } from '../objects/errors.ts';

const refuse = (path: string, reason: string, message: string) =>
  invalid({ group: 'meta.k8s.io', kind: 'ListOptions', name: '' }, [{ path, reason, message }]);

const forbidMatch = (why: string) =>
  refuse('resourceVersionMatch', 'FieldValueForbidden', `Forbidden: ${why}`);

const given = (query: URLSearchParams, name: string): string => query.get(name) ?? '';

/** The combinations that k8s.io/apimachinery `ValidateListOptions` refuses, for a list. */
export const checkListOptions = (query: URLSearchParams): void => {
  const match = given(query, 'resourceVersionMatch');
  if (given(query, 'sendInitialEvents') !== '') {
    throw refuse(
      'sendInitialEvents',
      'FieldValueForbidden',
      'Forbidden: sendInitialEvents is forbidden for list',
    );
  }
  if (match === '') return;
  if (given(query, 'continue') !== '') {
    throw forbidMatch('resourceVersionMatch is forbidden when continue is provided');
  }
  if (given(query, 'resourceVersion') === '') {
    throw forbidMatch('resourceVersionMatch is forbidden unless resourceVersion is provided');
  }
  if (match !== 'Exact' && match !== 'NotOlderThan') {
    const message = `Unsupported value: ${JSON.stringify(match)}: supported values: "Exact", "NotOlderThan", ""`;
    throw refuse('resourceVersionMatch', 'FieldValueNotSupported', message);
  }
  if (match === 'Exact' && given(query, 'resourceVersion') === '0') {
    throw forbidMatch('resourceVersionMatch "exact" is forbidden for resourceVersion "0"');
  }
};

/** The same for a watch. */
export const checkWatchOptions = (query: URLSearchParams): void => {
  const match = given(query, 'resourceVersionMatch');
  const initial = given(query, 'sendInitialEvents');
  if (initial !== '' && match !== 'NotOlderThan') {
    throw forbidMatch('sendInitialEvents requires setting resourceVersionMatch to NotOlderThan');
  }
  if (initial === '' && match !== '') {
    throw forbidMatch('resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided');
  }
};
