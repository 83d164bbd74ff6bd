import type { Database } from '../../db/database.ts';
import {
  listIssuerDocuments,
  removeIssuerDocument,
  saveIssuerDocument,
} from '../../db/repositories/issuer-documents.ts';
import { checkPath, type IssuerStore } from '../../providers/issuer-store/contract.ts';

/** Documents that Berth's own API serves. */
export const createDatabaseStore = (database: Pick<Database, 'system'>): IssuerStore => ({
  publish: async (path, body) => saveIssuerDocument(database.system(), checkPath(path), body),
  remove: async (path) => removeIssuerDocument(database.system(), checkPath(path)),
  list: (prefix) => listIssuerDocuments(database.system(), prefix),
});
