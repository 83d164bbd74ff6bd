import { findIssuerDocument } from '../db/repositories/issuer-documents.ts';
import type { IssuerService } from './contract.ts';
import { guardService } from './database-guard.ts';
import type { ServiceDependencies } from './dependencies.ts';
import { notFound } from './preconditions.ts';

/** Documents that Berth serves for the issuers of clusters. They are public, and belong to no tenant. */
export const createIssuerService = ({ database }: ServiceDependencies): IssuerService =>
  guardService({
    readIssuerDocument: async (path) => {
      const body = await findIssuerDocument(database.system(), path);
      if (body === undefined) throw notFound();
      return body;
    },
  });
