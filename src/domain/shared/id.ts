/**
 * Resource ids are TypeIDs: a prefix that names the kind and 26 characters of a UUIDv7 in Crockford base32.
 * Source: https://github.com/jetify-com/typeid/tree/main/spec (v0.3).
 */
export const idPrefixes = {
  cluster: 'cl',
  nodePool: 'np',
  operation: 'op',
  event: 'ev',
  credential: 'cr',
  project: 'prj',
  tenant: 'ten',
  apiKey: 'key',
  managementCluster: 'mc',
  auditRecord: 'au',
  secret: 'sec',
  accessGrant: 'ag',
  leak: 'lk',
  leakScan: 'ls',
  leakCleaning: 'lc',
  workerQuestion: 'wq',
  identityIssuer: 'idp',
  roleBinding: 'rb',
} as const;

export type IdKind = keyof typeof idPrefixes;

/** Makes a fresh id of a kind; the composition root supplies it, so that tests can count instead. */
export type NewId = (kind: IdKind) => string;

export const idPattern = (kind: IdKind): string => `^${idPrefixes[kind]}_[0-7][0-9a-hjkmnp-tv-z]{25}$`;

export const isId = (kind: IdKind, text: string): boolean => new RegExp(idPattern(kind)).test(text);

/** The 26 characters after the prefix: lower case, no dots, never reused. */
export const idSuffix = (id: string): string => id.slice(id.indexOf('_') + 1);
