import type { Sealed } from '../../domain/credential/sealed.ts';
import type { JsonObject } from '../../domain/shared/json.ts';
import type { TenantTx } from '../database.ts';

/** A credential as a worker opens a cloud account with it. */
export interface CloudCredential {
  readonly id: string;
  readonly kind: string;
  /** The part that may be read: role ARN, external id, client id … */
  readonly settings: JsonObject;
  /** Absent for kinds without a secret. */
  readonly sealed?: Sealed;
}

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly settings: JsonObject | null;
  readonly sealed: Sealed | null;
}

/** For workers only: nothing that lists or shows credentials reads the sealed value. */
export const findCloudCredential = async (tx: TenantTx, id: string): Promise<CloudCredential | undefined> => {
  const { rows } = await tx.query<Row>({
    name: 'cloud-credential',
    text: 'SELECT id, kind, settings, sealed FROM credentials WHERE tenant_id = $1 AND id = $2',
    values: [tx.tenantId, id],
  });
  const [row] = rows;
  if (row === undefined) return undefined;
  const { kind, settings, sealed } = row;
  return { id, kind, settings: settings ?? {}, ...(sealed === null ? {} : { sealed }) };
};
