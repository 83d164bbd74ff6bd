import type { JsonObject } from '../../../../domain/shared/json.ts';
import type { StepContext, StepHandler } from '../../contract.ts';
import type { AzureApi } from '../http/azure-api.ts';
import { isNotFound } from '../http/azure-errors.ts';

interface RecordInput {
  readonly zone: string;
  readonly apiVersion: string;
  /** Relative to the zone. */
  readonly names: readonly string[];
}

/** The zone of the base domain: it must be there, and is never touched. */
export const publicZoneHandler = (api: AzureApi): StepHandler => ({
  find: async ({ planned }) => {
    const { id, apiVersion } = planned.input as { readonly id: string; readonly apiVersion: string };
    return (await api.get(id, apiVersion)) === undefined ? [] : [{ id, isOurs: false }];
  },
});

const inputOf = ({ planned }: StepContext): RecordInput => planned.input as unknown as RecordInput;

const idOf = (record: JsonObject): string => (typeof record['id'] === 'string' ? record['id'] : '');

/** Records that controllers of the cluster made in the zone of the base domain, of every type. */
export const dnsRecordsHandler = (api: AzureApi): StepHandler => ({
  find: async (step) => {
    const { zone, apiVersion, names } = inputOf(step);
    const records = await api.list(`${zone}/recordsets`, apiVersion).catch((error: unknown) => {
      if (isNotFound(error)) return [];
      throw error;
    });
    return records
      .filter(({ name }) => typeof name === 'string' && names.includes(name))
      .map((record) => ({ id: idOf(record), isOurs: true }));
  },
  remove: async (step, id) => {
    try {
      await api.call('DELETE', id, inputOf(step).apiVersion);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    return 'gone';
  },
});
