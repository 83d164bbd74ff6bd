import { createHash } from 'node:crypto';
import { type Credential, isSecretKind } from '../../../src/domain/credential/credential.ts';
import { cloudNameOf } from '../../../src/domain/credential/credential-settings.ts';
import { statusOfReport, unverified } from '../../../src/domain/credential/credential-status.ts';
import { renderSetup } from '../../../src/domain/credential/setup/setup.ts';
import { BerthError } from '../../../src/domain/shared/error.ts';
import type { CredentialService } from '../../../src/services/contract.ts';
import { noValue, otherFormat } from '../../../src/services/credential-problems.ts';
import { readCredentialValue } from '../../../src/services/credential-values.ts';
import { prepareCredential } from '../../../src/services/new-credential.ts';
import { checkIfMatch, owned, pageOf, type World } from './world.ts';

const fingerprintOf = (value: string): string =>
  createHash('sha256').update(value).digest('hex').slice(0, 12);

const setup = { instance: 'berth', issuerUrl: 'https://oidc.example.org' };

export const createFakeCredentials = (world: World): CredentialService => ({
  createCredential: async (context, asked) =>
    world.once(context, () => {
      const { settings, value } = prepareCredential(asked, () => 'berth-external-id');
      world.calls.push('createCredential');
      const { tenantId } = context;
      const { name, kind } = asked;
      const id = world.newId('credential');
      const at = world.now();
      const resource: Credential = {
        tenantId,
        id,
        name,
        kind,
        settings,
        ...(value === undefined ? {} : { value: { fingerprint: fingerprintOf(value), updatedAt: at } }),
        status: unverified,
        generation: 1,
        revision: 1,
        createdAt: at,
        updatedAt: at,
      };
      world.credentials.set(resource.id, resource);
      return { resource };
    }),
  replaceCredentialValue: async ({ tenantId }, id, text, ifMatch) => {
    const before = owned(world.credentials, tenantId, id);
    checkIfMatch(before, ifMatch);
    if (!isSecretKind(before.kind)) throw noValue(before.kind);
    const value = readCredentialValue(before.kind, text, { cloudName: cloudNameOf(before.settings) });
    world.calls.push('replaceCredentialValue');
    const at = world.now();
    const after: Credential = {
      ...before,
      value: { fingerprint: fingerprintOf(value), updatedAt: at },
      status: unverified,
      generation: before.generation + 1,
      revision: before.revision + 1,
      updatedAt: at,
    };
    world.credentials.set(id, after);
    return after;
  },
  verifyCredential: async ({ tenantId }, id) => {
    world.calls.push('verifyCredential');
    const before = owned(world.credentials, tenantId, id);
    const report = {
      usable: true,
      account: '123456789012',
      problems: [],
      permissions: [
        {
          permission: 'ec2:CreateVpc',
          granted: false,
          detail: 'no policy allows it',
          neededFor: ['managed'] as const,
        },
      ],
    };
    const at = world.now();
    const status = statusOfReport(report, at);
    const after: Credential = { ...before, status, revision: before.revision + 1, updatedAt: at };
    world.credentials.set(id, after);
    return after;
  },
  getCredentialSetup: async (tenantId, id, format) => {
    const credential = owned(world.credentials, tenantId, id);
    const found = renderSetup(credential, setup, format);
    if ('allowed' in found) throw otherFormat(credential.kind, found.allowed);
    return found;
  },
  getCredential: async (tenantId, id) => owned(world.credentials, tenantId, id),
  listCredentials: async (tenantId, page) =>
    pageOf(
      [...world.credentials.values()].filter((one) => one.tenantId === tenantId),
      page,
    ),
  deleteCredential: async ({ tenantId }, id, ifMatch) => {
    world.calls.push('deleteCredential');
    checkIfMatch(owned(world.credentials, tenantId, id), ifMatch);
    const user = [...world.clusters.values()].find(
      (cluster) => cluster.tenantId === tenantId && cluster.spec.pullSecretCredentialId === id,
    );
    if (user !== undefined)
      throw new BerthError('resource-in-use', `The cluster ${user.name} uses it.`, {
        extensions: { clusterId: user.id },
      });
    world.credentials.delete(id);
  },
});
