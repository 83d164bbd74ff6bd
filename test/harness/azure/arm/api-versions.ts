import { refused } from './answer.ts';

/** Versions of the API that each part of Azure knows. Source: Azure REST API reference. */
const network = [
  '2022-11-01',
  '2023-02-01',
  '2023-04-01',
  '2023-05-01',
  '2023-06-01',
  '2023-09-01',
  '2023-11-01',
  '2024-01-01',
  '2024-03-01',
  '2024-05-01',
  '2024-07-01',
];
const resources = [
  '2020-06-01',
  '2021-04-01',
  '2022-09-01',
  '2022-12-01',
  '2023-07-01',
  '2024-03-01',
  '2024-07-01',
  '2024-11-01',
];

/** The first that the type begins with. */
const known: readonly (readonly [prefix: string, versions: readonly string[]])[] = [
  ['microsoft.network/dnszones', ['2017-10-01', '2018-05-01', '2023-07-01-preview']],
  ['microsoft.network/privatednszones', ['2018-09-01', '2020-01-01', '2020-06-01', '2024-06-01']],
  ['microsoft.network', network],
  ['microsoft.managedidentity', ['2022-01-31-preview', '2023-01-31', '2023-07-31-preview', '2024-11-30']],
  [
    'microsoft.authorization',
    ['2015-07-01', '2018-07-01', '2019-08-01-preview', '2022-04-01', '2022-05-01-preview'],
  ],
  ['microsoft.compute/skus', ['2019-04-01', '2021-07-01']],
  ['microsoft.compute/disks', ['2023-01-02', '2023-04-02', '2023-10-02', '2024-03-02']],
  ['microsoft.compute', ['2021-07-01', '2023-03-01', '2023-07-01', '2023-09-01', '2024-03-01', '2024-07-01']],
  ['microsoft.keyvault', ['2022-07-01', '2023-02-01', '2023-07-01']],
  ['microsoft.storage', ['2023-01-01', '2023-05-01', '2024-01-01']],
  ['', resources],
];

export const assertApiVersion = (type: string, version: string | null): void => {
  if (version === null || version === '')
    throw refused(
      400,
      'MissingApiVersionParameter',
      'The api-version query parameter (?api-version=) is required for all requests.',
    );
  if (!/^\d{4}-\d{2}-\d{2}(-preview)?$/.test(version))
    throw refused(400, 'InvalidApiVersionParameter', `The api-version '${version}' is invalid.`);
  const [, versions = []] = known.find(([prefix]) => type.toLowerCase().startsWith(prefix)) ?? [];
  if (!versions.includes(version))
    throw refused(
      400,
      'NoRegisteredProviderFound',
      `No registered resource provider found for API version '${version}' for type '${type}'. The supported api-versions are '${versions.join(', ')}'.`,
    );
};
