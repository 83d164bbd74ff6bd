import type { JsonObject } from '../shared/json.ts';
import type { TenantRole } from './role.ts';

export const subjectKinds = ['user', 'group', 'serviceAccount'] as const;

/** Whom a token speaks for. */
export interface Subject {
  /** `user`: `sub`. `group`: one of the issuer's `groupsClaim`. `serviceAccount`: the client of a token without a user. */
  readonly kind: (typeof subjectKinds)[number];
  readonly issuerId: string;
  readonly name: string;
}

/** A role that a tenant gave to somebody whom an issuer names. */
export interface RoleBinding {
  readonly tenantId: string;
  readonly id: string;
  readonly subject: Subject;
  readonly role: TenantRole;
  /** Absent: in the whole tenant. */
  readonly projectId?: string;
  readonly createdBy: string;
  readonly createdAt: string;
}

/** What a verified token says, and whose registrations it fits. */
export interface TokenFacts {
  readonly subject: string;
  readonly clientId?: string;
  readonly isClient: boolean;
  readonly candidates: readonly {
    readonly issuerId: string;
    readonly tenantId: string;
    readonly groups: readonly string[];
  }[];
  readonly claims: JsonObject;
}
