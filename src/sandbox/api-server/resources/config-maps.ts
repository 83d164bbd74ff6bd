import { boolean, mapOf, string } from '../fields/field-type.ts';
import { objectAt } from '../objects/api-object.ts';
import { textColumn } from '../table/table-column.ts';
import { builtIn } from './built-in.ts';
import { immutabilityProblems, keyProblems, sizeProblems } from './key-value-rules.ts';

export const configMaps = builtIn({
  plural: 'configmaps',
  kind: 'ConfigMap',
  shortNames: ['cm'],
  namespaced: true,
  fields: { immutable: boolean, data: mapOf(string), binaryData: mapOf(string) },
  columns: [
    textColumn(
      'Data',
      (object) =>
        Object.keys(objectAt(object, 'data')).length + Object.keys(objectAt(object, 'binaryData')).length,
    ),
  ],
  strategy: {
    validate: (object, previous) => [
      ...keyProblems(object, 'data'),
      ...keyProblems(object, 'binaryData'),
      ...sizeProblems(objectAt(object, 'data'), objectAt(object, 'binaryData'), ''),
      ...immutabilityProblems(object, previous, ['data', 'binaryData']),
    ],
  },
});
