import { afterAll, beforeEach } from 'vitest';
import type { JsonObject } from '../../../src/domain/shared/json.ts';
import { type AzureDouble, startAzureDouble } from '../../harness/azure/azure-double.ts';

export interface Reply {
  readonly status: number;
  readonly body: JsonObject;
  readonly headers: Headers;
  /** Of the refusal. */
  readonly code: string | undefined;
}

const versions: readonly (readonly [part: RegExp, version: string])[] = [
  [/\/Microsoft\.Authorization\//i, '2022-04-01'],
  [/\/dnsZones/i, '2018-05-01'],
  [/\/privateDnsZones/i, '2020-06-01'],
  [/\/Microsoft\.Network\//i, '2023-11-01'],
  [/\/Microsoft\.ManagedIdentity\//i, '2023-01-31'],
  [/\/disks/i, '2023-10-02'],
  [/\/skus/i, '2021-07-01'],
  [/\/Microsoft\.Compute\//i, '2024-03-01'],
];

const versionOf = (path: string): string => versions.find(([part]) => part.test(path))?.[1] ?? '2022-09-01';

/** A caller of the double, without a socket, that names its version and has a token. */
export const callerOf = (double: AzureDouble, token = double.issueToken()) => {
  return async (
    method: string,
    path: string,
    body?: JsonObject,
    headers: Record<string, string> = {},
  ): Promise<Reply> => {
    const url = new URL(path, 'https://management.azure.com');
    if (!url.searchParams.has('api-version')) url.searchParams.set('api-version', versionOf(path));
    const response = await double.fetch(url, {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = text === '' ? {} : JSON.parse(text);
    return { status: response.status, body: answer, headers: response.headers, code: answer.error?.code };
  };
};

export const placed = { location: 'westeurope' };

/** A double for the tests of one file: before each there is an empty group, and operations end at once. */
export const useDouble = async () => {
  const double = await startAzureDouble();
  /** Each time with a token of its own. */
  const call: ReturnType<typeof callerOf> = (...parts) => callerOf(double)(...parts);
  const subscription = `/subscriptions/${double.subscriptionId}`;
  const group = `${subscription}/resourceGroups/berth-one`;
  beforeEach(async () => {
    double.reset();
    double.knobs.polls = { default: 0 };
    await call('PUT', group, placed);
  });
  afterAll(() => double.stop());
  return {
    double,
    call,
    subscription,
    group,
    network: `${group}/providers/Microsoft.Network`,
    identities: `${group}/providers/Microsoft.ManagedIdentity/userAssignedIdentities`,
  };
};
