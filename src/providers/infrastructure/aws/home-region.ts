/** A region of each partition that no account has to ask for: what is in no region, or in an unknown one, is asked there. */
const homeRegions: Readonly<Record<string, string>> = {
  aws: 'us-east-1',
  'aws-cn': 'cn-north-1',
  'aws-us-gov': 'us-gov-west-1',
};

/** `region` where the partition has none that is known. */
export const homeRegionOf = (partition: string, region: string): string => homeRegions[partition] ?? region;
