import type { Credential } from '../../domain/credential/credential.ts';

/** A credential as the API shows it: of the value only that it is there. */
export const presentCredential = (credential: Credential) => ({
  id: credential.id,
  name: credential.name,
  tenantId: credential.tenantId,
  kind: credential.kind,
  value: { set: true, fingerprint: credential.fingerprint, updatedAt: credential.updatedAt },
  generation: credential.generation,
  revision: credential.revision,
  createdAt: credential.createdAt,
  updatedAt: credential.updatedAt,
});
