import { isJsonObject, type JsonObject, type JsonValue } from '../../../../src/domain/shared/json.ts';
import { propertiesIn } from './fields.ts';

/** What only Azure writes, wherever it stands. A PUT that brings it along is not refused, and changes nothing of it. */
const readOnly: readonly string[] = [
  'provisioningState',
  'etag',
  'ipConfiguration',
  'ipAddress',
  'backendIPConfigurations',
  'numberOfVirtualNetworkLinks',
  'virtualNetworkLinkState',
  'fqdn',
];

const strip = (value: JsonValue): JsonValue => {
  if (Array.isArray(value)) return value.map(strip);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      member === undefined || readOnly.includes(name) ? [] : [[name, strip(member)]],
    ),
  );
};

/** A subnet tells of the network cards in it; a card is written with the same word. */
const withoutCards = (subnet: JsonObject): JsonObject => {
  const { ipConfigurations: _, ...properties } = propertiesIn(subnet);
  return { ...subnet, properties };
};

/** A body as it counts. */
export const writableOf = (type: string, body: JsonObject): JsonObject => {
  const { id: _id, name: _name, type: _type, ...rest } = strip(body) as JsonObject;
  if (type.endsWith('/subnets')) return withoutCards(rest);
  const { subnets } = propertiesIn(rest);
  if (!type.endsWith('/virtualNetworks') || !Array.isArray(subnets)) return rest;
  const plain = subnets.filter(isJsonObject).map(withoutCards);
  return { ...rest, properties: { ...propertiesIn(rest), subnets: plain } };
};
