import { randomUUID } from 'node:crypto';

/** Ids of requests are ours: one from outside could be chosen to mislead whoever reads the log. */
export const newRequestId = (): string => `req_${randomUUID()}`;
