import { Type } from 'typebox';
import type { IdKind } from '../../domain/shared/id.ts';
import { Id } from './text.ts';

/** The one parameter of an address that ends in an id. */
export const IdParams = (kind: IdKind, description: string) =>
  Type.Object({ id: Id(kind, description) }, { additionalProperties: false });
