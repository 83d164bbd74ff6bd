import type { JsonObject } from '../../../src/domain/shared/json.ts';
import { type AzureDouble, startAzureDouble } from '../../harness/azure/azure-double.ts';

export interface Reply {
  readonly status: number;
  readonly body: JsonObject;
  readonly headers: Headers;
  readonly code: string | undefined;
}

const versions: readonly (readonly [part: RegExp, version: string])[] = [
  [/\/Microsoft\.Authorization\//i, '2022-04-01'],
  [/\/dnsZones/i, '2018-05-01'],
  [/\/privateDnsZones/i, '2020-06-01'],
  [/\/Microsoft\.Network/i, '2023-11-01'],
  [/\/Microsoft\.ManagedIdentity/i, '2023-01-31'],
  [/\/Microsoft\.Compute/i, '2024-03-01'],
];

const versionOf = (path: string): string => versions.find(([part]) => part.test(path))?.[1] ?? '2022-09-01';

/** A caller of the double that names its version and has a token. Without a socket. */
export const callerOf = (double: AzureDouble, token = double.issueToken()) => {
  const call = async (
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
  return call;
};

export const startWithCaller = async () => {
  const double = await startAzureDouble();
  const call = callerOf(double);
  const subscription = `/subscriptions/${double.subscriptionId}`;
  const group = `${subscription}/resourceGroups/berth-one`;
  return { double, call, subscription, group, network: `${group}/providers/Microsoft.Network` };
};
