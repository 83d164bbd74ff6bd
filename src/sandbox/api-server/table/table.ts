import type { JsonObject, JsonValue } from '../../../domain/shared/json.ts';
import type { ApiObject } from '../objects/api-object.ts';
import type { TableColumn } from './table-column.ts';

/** What stands in each row beside the cells; `includeObject` of the request. */
export type IncludeObject = 'None' | 'Metadata' | 'Object';

export const partialMetadataOf = (object: ApiObject, version = 'v1'): JsonObject => ({
  kind: 'PartialObjectMetadata',
  apiVersion: `meta.k8s.io/${version}`,
  metadata: object.metadata,
});

const rowObject = (object: ApiObject, include: IncludeObject, version: string): JsonObject => {
  if (include === 'None') return {};
  return { object: include === 'Object' ? object : partialMetadataOf(object, version) };
};

const definitionOf = ({ name, type, format, description, priority }: TableColumn): JsonObject => ({
  name,
  type,
  format: format ?? '',
  description,
  priority,
});

export interface TableParts {
  readonly columns: readonly TableColumn[];
  readonly objects: readonly ApiObject[];
  readonly metadata: JsonObject;
  readonly include: IncludeObject;
  readonly version: string;
  readonly now: Date;
  /** False for the events of a watch after the first. */
  readonly withHeader: boolean;
}

/** A meta.k8s.io Table. */
export const tableOf = (parts: TableParts): JsonObject => ({
  kind: 'Table',
  apiVersion: `meta.k8s.io/${parts.version}`,
  metadata: parts.metadata,
  columnDefinitions: parts.withHeader ? parts.columns.map(definitionOf) : null,
  rows: parts.objects.map(
    (object): JsonValue => ({
      cells: parts.columns.map((column) => column.cell(object, parts.now)),
      ...rowObject(object, parts.include, parts.version),
    }),
  ),
});
