import type { JsonValue } from '../domain/shared/json.ts';

/** True for what Kubernetes reads as an integer: whole numbers of 64 bits. Others are floating point numbers. */
export const isJsonInteger = (value: JsonValue): value is number =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= 2 ** 63;
