import { isJsonObject, type JsonObject, type JsonValue } from '../../../../domain/shared/json.ts';

type Value = JsonValue | undefined;

const isNamed = (value: JsonValue): value is JsonObject & { readonly name: string } =>
  isJsonObject(value) && typeof value['name'] === 'string';

const isNamedList = (value: Value): value is readonly (JsonObject & { readonly name: string })[] =>
  Array.isArray(value) && value.length > 0 && value.every(isNamed);

const sameName = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase();

/** Azure writes locations with or without spaces, and ids in any case. */
const plain = (text: string): string => text.replaceAll(' ', '').toLowerCase();

const isSameText = (left: string, right: string, path: string): boolean =>
  left === right ||
  ((left.startsWith('/subscriptions/') || path === 'location') && plain(left) === plain(right));

const isSame = (wanted: JsonValue, found: Value, path: string): boolean =>
  typeof wanted === 'string' && typeof found === 'string'
    ? isSameText(wanted, found, path)
    : wanted === found;

/** Lists that grant something: what is not planned in them is not harmless. */
const exactLists: readonly string[] = ['properties.audiences'];

/**
 * Where a thing differs from what is planned, in words. What is there beyond the plan is none of Berth's business: controllers
 * of the cluster, policies and people add to networks and balancers.
 */
export const differencesOf = (wanted: JsonValue, found: Value, path = ''): readonly string[] => {
  if (isNamedList(wanted)) {
    const list = Array.isArray(found) ? found.filter(isNamed) : [];
    return wanted.flatMap((item) => {
      const own = list.find(({ name }) => sameName(name, item.name));
      const at = `${path} ${item.name}`;
      const { name: _name, ...rest } = item;
      return own === undefined ? [`${at} is missing`] : differencesOf(rest, own, at);
    });
  }
  if (Array.isArray(wanted)) {
    const list: readonly JsonValue[] = Array.isArray(found) ? found : [];
    const missing = wanted.filter(
      (item) => !list.some((other) => differencesOf(item, other, path).length === 0),
    );
    const isTooLong = exactLists.includes(path) && list.length > wanted.length;
    return missing.length > 0 || isTooLong ? [`${path} is another`] : [];
  }
  if (isJsonObject(wanted)) {
    const object = isJsonObject(found) ? found : {};
    return Object.entries(wanted).flatMap(([name, value]) =>
      value === undefined ? [] : differencesOf(value, object[name], path === '' ? name : `${path}.${name}`),
    );
  }
  return isSame(wanted, found, path) ? [] : [`${path} is ${found === undefined ? 'missing' : 'another'}`];
};

/** What is found with all that is planned written over it, for a write that replaces the whole. */
export const withPlanned = (found: Value, wanted: JsonValue, path = ''): JsonValue => {
  if (isNamedList(wanted)) {
    const list = Array.isArray(found) ? found.filter(isNamed) : [];
    const isPlanned = ({ name }: { readonly name: string }) =>
      wanted.some((item) => sameName(item.name, name));
    return [
      ...list.filter((item) => !isPlanned(item)),
      ...wanted.map((item) =>
        withPlanned(
          list.find(({ name }) => sameName(name, item.name)),
          item,
          path,
        ),
      ),
    ];
  }
  if (Array.isArray(wanted)) {
    const kept = Array.isArray(found) && !exactLists.includes(path) ? found : [];
    const isPlanned = (other: JsonValue) =>
      wanted.some((item) => differencesOf(item, other, path).length === 0);
    return [...kept.filter((item) => !isPlanned(item)), ...wanted];
  }
  if (!isJsonObject(wanted)) return wanted;
  const object = isJsonObject(found) ? found : {};
  return {
    ...object,
    ...Object.fromEntries(
      Object.entries(wanted).flatMap(([name, value]) =>
        value === undefined
          ? []
          : [[name, withPlanned(object[name], value, path === '' ? name : `${path}.${name}`)]],
      ),
    ),
  };
};
