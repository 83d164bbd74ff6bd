import { apiVersions } from '../../../../domain/platforms/azure/plan/api-versions.ts';
import type { JsonObject } from '../../../../domain/shared/json.ts';
import { objectOf, objectsOf, textOf, textsOf } from '../../rest/json-fields.ts';
import type { ArmApi } from '../http/arm-api.ts';
import { sameText } from '../http/fields.ts';

/** What a location offers of a size of virtual machines to this subscription. */
export interface VmSize {
  readonly name: string;
  /** Empty: the location has none. */
  readonly zones: readonly string[];
  /** Why the subscription gets none at all. */
  readonly refusal?: string;
  /** Family that its cores are counted in. */
  readonly family: string;
  readonly cores: number;
  readonly architecture: 'amd64' | 'arm64';
  readonly hasPremiumDisks: boolean;
  readonly hasEphemeralDisk: boolean;
  readonly hasHostEncryption: boolean;
  readonly generations: readonly string[];
}

const capabilitiesOf = (sku: JsonObject): ReadonlyMap<string, string> =>
  new Map(
    objectsOf(sku, 'capabilities').map((capability) => [
      textOf(capability, 'name') ?? '',
      textOf(capability, 'value') ?? '',
    ]),
  );

const ofLocation = (entries: readonly JsonObject[], location: string): JsonObject | undefined =>
  entries.find((entry) => sameText(textOf(entry, 'location'), location)) ?? entries[0];

const readSize = (sku: JsonObject, location: string): VmSize => {
  const has = capabilitiesOf(sku);
  const restrictions = objectsOf(sku, 'restrictions');
  const refusal = restrictions.find((restriction) => textOf(restriction, 'type') === 'Location');
  const closed = restrictions
    .filter((restriction) => textOf(restriction, 'type') === 'Zone')
    .flatMap((restriction) => textsOf(objectOf(restriction, 'restrictionInfo'), 'zones'));
  const info = ofLocation(objectsOf(sku, 'locationInfo'), location);
  const reason = textOf(refusal, 'reasonCode');
  return {
    name: textOf(sku, 'name') ?? '',
    zones: textsOf(info, 'zones')
      .filter((zone) => !closed.includes(zone))
      .toSorted(),
    ...(refusal === undefined ? {} : { refusal: reason ?? 'NotAvailable' }),
    family: textOf(sku, 'family') ?? '',
    cores: Number(has.get('vCPUs') ?? 0),
    architecture: has.get('CpuArchitectureType') === 'Arm64' ? 'arm64' : 'amd64',
    hasPremiumDisks: has.get('PremiumIO') === 'True',
    hasEphemeralDisk: has.get('EphemeralOSDiskSupported') === 'True',
    hasHostEncryption: has.get('EncryptionAtHostSupported') === 'True',
    generations: (has.get('HyperVGenerations') ?? '').split(',').map((text) => text.replace('V', 'Gen')),
  };
};

/** By name in lower case. */
export const readVmSizes = async (
  api: ArmApi,
  subscriptionId: string,
  location: string,
): Promise<ReadonlyMap<string, VmSize>> => {
  const skus = await api.list(
    `/subscriptions/${subscriptionId}/providers/Microsoft.Compute/skus`,
    apiVersions.compute,
    { $filter: `location eq '${location}'` },
  );
  return new Map(
    skus
      .filter((sku) => textOf(sku, 'resourceType') === 'virtualMachines')
      .map((sku) => readSize(sku, location))
      .map((size) => [size.name.toLowerCase(), size]),
  );
};
