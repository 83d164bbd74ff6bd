import type { Credential } from '../../domain/credential/credential.ts';
import type { CredentialStatus } from '../../domain/credential/credential-status.ts';

const presentStatus = ({ state, verifiedAt, account, problems, uses }: CredentialStatus) => ({
  state,
  ...(verifiedAt === undefined ? {} : { verifiedAt }),
  ...(account === undefined ? {} : { account }),
  problems,
  ...(uses === undefined ? {} : { uses }),
});

/** A credential in a list: what was found out about it in short. */
export const presentListedCredential = (credential: Credential) => ({
  id: credential.id,
  name: credential.name,
  tenantId: credential.tenantId,
  kind: credential.kind,
  settings: credential.settings,
  ...(credential.value === undefined ? {} : { value: { set: true, ...credential.value } }),
  status: presentStatus(credential.status),
  generation: credential.generation,
  revision: credential.revision,
  createdAt: credential.createdAt,
  updatedAt: credential.updatedAt,
});

/** A credential as the API shows it: of the value only that it is there. */
export const presentCredential = (credential: Credential) => ({
  ...presentListedCredential(credential),
  status: { ...presentStatus(credential.status), permissions: credential.status.permissions },
});
