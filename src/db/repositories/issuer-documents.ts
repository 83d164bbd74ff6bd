import type { JsonObject } from '../../domain/shared/json.ts';
import type { SystemTx } from '../database.ts';

/** Makes or replaces a document that Berth serves itself. */
export const saveIssuerDocument = async (tx: SystemTx, path: string, body: JsonObject): Promise<void> => {
  await tx.query({
    name: 'issuer-document-save',
    text: `INSERT INTO issuer_documents (path, body) VALUES ($1, $2)
           ON CONFLICT (path) DO UPDATE SET body = excluded.body, updated_at = now()`,
    values: [path, JSON.stringify(body)],
  });
};

export const findIssuerDocument = async (tx: SystemTx, path: string): Promise<JsonObject | undefined> => {
  const { rows } = await tx.query<{ body: JsonObject }>({
    name: 'issuer-document',
    text: 'SELECT body FROM issuer_documents WHERE path = $1',
    values: [path],
  });
  return rows[0]?.body;
};

export const removeIssuerDocument = async (tx: SystemTx, path: string): Promise<void> => {
  await tx.query({
    name: 'issuer-document-remove',
    text: 'DELETE FROM issuer_documents WHERE path = $1',
    values: [path],
  });
};

export const listIssuerDocuments = async (tx: SystemTx, prefix: string): Promise<readonly string[]> => {
  const { rows } = await tx.query<{ path: string }>({
    text: 'SELECT path FROM issuer_documents WHERE starts_with(path, $1) ORDER BY path',
    values: [prefix],
  });
  return rows.map(({ path }) => path);
};
