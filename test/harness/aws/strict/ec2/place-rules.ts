import { Refusal } from '../../protocol/aws-answer.ts';
import { listOf } from '../../protocol/aws-call.ts';
import { textAt } from '../../protocol/xml.ts';
import type { Scene, StrictRule } from '../rule.ts';
import { describe } from './lookups.ts';

let regions: readonly string[] | undefined;

/** Regions of the commercial partition that an account has from the start; the same in every account of moto. */
const knownRegions = async ({ motoOf }: Scene): Promise<readonly string[]> => {
  regions ??= (await describe(motoOf('123456789012', 'us-east-1'), 'DescribeRegions')).map((item) =>
    textAt(item, 'regionName'),
  );
  return regions;
};

const zonesOf = async ({ moto }: Scene): Promise<readonly string[]> =>
  (await describe(moto, 'DescribeAvailabilityZones')).map((item) => textAt(item, 'zoneName'));

/** Names of regions and zones that do not exist: moto finds nothing, takes them, or breaks. */
export const placeRules: StrictRule = {
  before: {
    '*': async ({ region }, scene) => {
      if (!(await knownRegions(scene)).includes(region))
        throw new Refusal('InvalidParameterValue', `Invalid region: ${region}`);
    },
    'ec2:DescribeRegions': async ({ parameters }, scene) => {
      const known = await knownRegions(scene);
      const unknown = listOf(parameters, 'RegionName').filter((name) => !known.includes(name));
      if (unknown.length > 0)
        throw new Refusal('InvalidParameterValue', `Invalid region names: [${unknown.join(', ')}]`);
    },
    'ec2:DescribeAvailabilityZones': async ({ parameters }, scene) => {
      const known = await zonesOf(scene);
      const unknown = listOf(parameters, 'ZoneName').filter((name) => !known.includes(name));
      if (unknown.length > 0)
        throw new Refusal('InvalidParameterValue', `Invalid availability zones: [${unknown.join(', ')}]`);
    },
    'ec2:CreateVolume': async ({ parameters }, scene) => {
      const zone = parameters.get('AvailabilityZone') ?? '';
      if (!(await zonesOf(scene)).includes(zone))
        throw new Refusal('InvalidZone.NotFound', `The zone '${zone}' does not exist.`);
    },
  },
};
