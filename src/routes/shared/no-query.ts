import { Type } from 'typebox';

/** An operation without query parameters refuses all. */
export const NoQuery = Type.Object({}, { additionalProperties: false });
