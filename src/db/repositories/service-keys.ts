import type { Sealed } from '../../domain/credential/sealed.ts';
import type { JsonObject } from '../../domain/shared/json.ts';
import type { SystemTx } from '../database.ts';

/** A private key of the installation itself. */
export interface ServiceKey {
  readonly name: string;
  readonly sealed: Sealed;
  readonly publicKey: JsonObject;
}

interface ServiceKeyRow {
  readonly name: string;
  readonly sealed: Sealed;
  readonly public_key: JsonObject;
}

export const findServiceKey = async (tx: SystemTx, name: string): Promise<ServiceKey | undefined> => {
  const { rows } = await tx.query<ServiceKeyRow>({
    text: 'SELECT name, sealed, public_key FROM service_keys WHERE name = $1',
    values: [name],
  });
  const [row] = rows;
  return row && { name: row.name, sealed: row.sealed, publicKey: row.public_key };
};

/** Stores a key unless there is one of the name already: of several that begin at once one is used by all. */
export const insertServiceKey = async (tx: SystemTx, key: ServiceKey): Promise<void> => {
  await tx.query({
    text: 'INSERT INTO service_keys (name, sealed, public_key) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING',
    values: [key.name, JSON.stringify(key.sealed), JSON.stringify(key.publicKey)],
  });
};
