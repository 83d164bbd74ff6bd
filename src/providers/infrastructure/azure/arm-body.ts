import { isJsonObject, type JsonObject } from '../../../domain/shared/json.ts';
import { CloudError, type StepContext } from '../contract.ts';

export interface ArmInput {
  readonly id: string;
  readonly apiVersion: string;
  readonly body: JsonObject;
}

/** What a planned step of Azure holds: the id and body of its PUT. */
export const armInputOf = ({ planned }: StepContext): ArmInput => planned.input as unknown as ArmInput;

const itemNamed = (items: readonly unknown[], wanted: JsonObject, index: number): unknown =>
  wanted['name'] === undefined
    ? items[index]
    : items.find((item) => isJsonObject(item) && item['name'] === wanted['name']);

/** Where a thing differs from what was asked for. Members that Azure adds by itself do not count; ids are of any case. */
export const differences = (wanted: unknown, found: unknown, path = ''): readonly string[] => {
  if (Array.isArray(wanted)) {
    const items = Array.isArray(found) ? found : [];
    return wanted.flatMap((item, index) =>
      differences(
        item,
        isJsonObject(item) ? itemNamed(items, item, index) : items[index],
        `${path}[${index}]`,
      ),
    );
  }
  if (isJsonObject(wanted)) {
    const members = isJsonObject(found) ? found : {};
    return Object.entries(wanted).flatMap(([name, value]) =>
      differences(value, members[name], `${path}.${name}`),
    );
  }
  const isSame =
    typeof wanted === 'string' && typeof found === 'string'
      ? wanted.toLowerCase() === found.toLowerCase()
      : wanted === found;
  return isSame ? [] : [`${path.slice(1)} is ${JSON.stringify(found) ?? 'missing'}`];
};

/** `provisioningState`, where a kind has one: undefined counts as done. */
export const provisioningOf = (resource: JsonObject): string | undefined => {
  const { properties } = resource;
  const state = isJsonObject(properties) ? properties['provisioningState'] : undefined;
  return typeof state === 'string' ? state : undefined;
};

/** Whether a thing carries the marks of this cluster. Kinds without tags are ours by standing in our group. */
export const isMarked = (resource: JsonObject, step: StepContext): boolean => {
  const { tags } = resource;
  if (!isJsonObject(tags)) return false;
  const { instance, infraId } = step.request;
  return tags['berth-instance'] === instance && tags['berth-infra-id'] === infraId;
};

export const failed = (name: string): CloudError =>
  new CloudError('transient', 'ProvisioningFailed', `Azure could not finish ${name}; it is asked for again.`);
