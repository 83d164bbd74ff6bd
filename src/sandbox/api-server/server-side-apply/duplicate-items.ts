import { isJsonObject, type JsonValue } from '../../../domain/shared/json.ts';
import { type FieldType, memberType, shapeOf } from '../fields/field-type.ts';
import { fieldElement, itemElement, printFieldPath } from './path-element.ts';

/**
 * What makes the lists of an applied configuration ambiguous: two items with the same key, or a map item without its key.
 * The texts are those of structured-merge-diff.
 */
export const duplicateItems = (
  value: JsonValue | undefined,
  declared: FieldType,
  path: readonly string[] = [],
): readonly string[] => {
  const type = shapeOf(declared, value);
  if (type.kind === 'map' && isJsonObject(value) && !type.atomic) {
    return Object.entries(value).flatMap(([name, member]) =>
      duplicateItems(member, memberType(type, name), [...path, fieldElement(name)]),
    );
  }
  if (type.kind !== 'list' || type.relation === 'atomic' || !Array.isArray(value)) return [];
  const seen = new Set<string>();
  return (value as readonly JsonValue[]).flatMap((item, index) => {
    const element = itemElement(type, item);
    if (element === undefined) {
      return [
        `${printFieldPath(path)}: element ${index}: associative list with keys has an element that omits key field ${JSON.stringify(type.keys[0])} (and doesn't have default value)`,
      ];
    }
    const here = [...path, element];
    const twice = seen.has(element)
      ? [`${printFieldPath(path)}: duplicate entries for key ${printFieldPath([element])}`]
      : [];
    seen.add(element);
    return [...twice, ...duplicateItems(item, type.element, here)];
  });
};
