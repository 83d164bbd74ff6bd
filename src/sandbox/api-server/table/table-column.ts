import type { JsonObject, JsonValue } from '../../../domain/shared/json.ts';
import type { ApiObject } from '../objects/api-object.ts';
import { ageOf } from './human-duration.ts';
import { parseJsonPath } from './json-path.ts';

export interface TableColumn {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  readonly format?: string;
  readonly description: string;
  /** Columns above 0 show with `-o wide`. */
  readonly priority: number;
  cell(object: ApiObject, now: Date): JsonValue;
}

export const nameColumn: TableColumn = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: 'Name must be unique within a namespace.',
  priority: 0,
  cell: (object) => object.metadata.name,
};

export const textColumn = (
  name: string,
  cell: (object: ApiObject, now: Date) => JsonValue,
  priority = 0,
): TableColumn => ({ name, type: 'string', description: name, priority, cell });

export const ageColumn: TableColumn = textColumn('Age', (object, now) =>
  ageOf(object.metadata.creationTimestamp, now),
);

export const createdAtColumn: TableColumn = {
  name: 'Created At',
  type: 'date',
  description: 'When the object was made.',
  priority: 0,
  cell: (object) => object.metadata.creationTimestamp ?? null,
};

const printText = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value));

const cellOf = (type: TableColumn['type'], value: JsonValue | undefined, now: Date): JsonValue => {
  if (value === undefined) return null;
  if (type === 'string') return printText(value);
  if (type === 'date') return typeof value === 'string' ? ageOf(value, now) : null;
  if (type === 'boolean') return typeof value === 'boolean' ? value : null;
  if (typeof value !== 'number') return null;
  return type === 'integer' ? Math.trunc(value) : value;
};

export interface PrinterColumnSpec {
  readonly name: string;
  readonly type: string;
  readonly jsonPath: string;
  readonly format?: string | undefined;
  readonly description?: string | undefined;
  readonly priority?: number | undefined;
}

/** A column of `additionalPrinterColumns`: the first value that the path finds. */
export const printerColumn = (spec: PrinterColumnSpec): TableColumn => {
  const read = parseJsonPath(spec.jsonPath);
  const type = spec.type as TableColumn['type'];
  return {
    name: spec.name,
    type,
    ...(spec.format ? { format: spec.format } : {}),
    description: spec.description ?? '',
    priority: spec.priority ?? 0,
    cell: (object, now) => cellOf(type, read(object as JsonObject)[0], now),
  };
};
