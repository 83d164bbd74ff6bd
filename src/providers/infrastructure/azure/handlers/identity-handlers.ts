import { createHash } from 'node:crypto';
import { isJsonObject, type JsonObject } from '../../../../domain/shared/json.ts';
import { CloudError, type StepContext, type StepHandler } from '../../contract.ts';
import type { AzureApi } from '../http/azure-api.ts';
import { AzureRefusal } from '../http/azure-errors.ts';

interface AssignmentInput {
  readonly scope: string;
  readonly identity: string;
  readonly identityApiVersion: string;
  readonly apiVersion: string;
  /** Id of the role definition. */
  readonly role: string;
}

const propertiesOf = (resource: JsonObject | undefined): JsonObject => {
  const properties = resource?.['properties'];
  return isJsonObject(properties) ? properties : {};
};

const textOf = (object: JsonObject, member: string): string | undefined => {
  const value = object[member];
  return typeof value === 'string' ? value : undefined;
};

/** Namespace of DNS names of RFC 4122, appendix C. */
const dnsNamespace = Buffer.from('6ba7b8109dad11d180b400c04fd430c8', 'hex');

/** UUID of version 5 (RFC 4122, 4.3): the same name gives the same one. */
export const uuidOfName = (name: string): string => {
  const hash = createHash('sha1').update(dnsNamespace).update(name).digest().subarray(0, 16);
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};

const inputOf = ({ planned }: StepContext): AssignmentInput => planned.input as unknown as AssignmentInput;

const assignmentId = (step: StepContext): string =>
  `${inputOf(step).scope}/providers/Microsoft.Authorization/roleAssignments/${uuidOfName(step.planned.name)}`;

/** A right of an identity on a scope. It has no tags: its id, made from the cluster's, is the mark. */
export const roleAssignmentHandler = (api: AzureApi): StepHandler => ({
  find: async (step) => {
    const { apiVersion, role } = inputOf(step);
    const found = await api.get(assignmentId(step), apiVersion);
    if (found === undefined) return [];
    const isSame = textOf(propertiesOf(found), 'roleDefinitionId')?.toLowerCase() === role.toLowerCase();
    return [
      { id: assignmentId(step), isOurs: true, ...(isSame ? {} : { drift: ['another role is assigned'] }) },
    ];
  },
  create: async (step) => {
    const { identity, identityApiVersion, apiVersion, role } = inputOf(step);
    const principalId = textOf(propertiesOf(await api.get(identity, identityApiVersion)), 'principalId');
    if (principalId === undefined)
      throw new CloudError('conflict', 'PrincipalNotFound', 'The identity is not visible yet.');
    const properties = { roleDefinitionId: role, principalId, principalType: 'ServicePrincipal' };
    await step.assertHeld();
    await api.call('PUT', assignmentId(step), apiVersion, { properties });
    return assignmentId(step);
  },
  remove: async (step, id) => {
    try {
      // 204: it was not there.
      await api.call('DELETE', id, inputOf(step).apiVersion);
    } catch (error) {
      if (!(error instanceof AzureRefusal && error.status === 404)) throw error;
    }
    return 'gone';
  },
});

/** The client id that Azure gave an identity. */
export const identityClientIdHandler = (api: AzureApi): StepHandler => ({
  find: async ({ planned }) => {
    const { id, apiVersion } = planned.input as { readonly id: string; readonly apiVersion: string };
    const clientId = textOf(propertiesOf(await api.get(id, apiVersion)), 'clientId');
    return clientId === undefined ? [] : [{ id: clientId, isOurs: false }];
  },
});
