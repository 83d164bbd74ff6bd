import { DescribeTagsCommand as DescribeClassicTagsCommand } from '@aws-sdk/client-elastic-load-balancing';
import { DescribeTagsCommand } from '@aws-sdk/client-elastic-load-balancing-v2';
import type { AwsAccount } from '../account.ts';
import { readTags, type Tags } from '../marks.ts';

/** Tags by id. */
export type TagsById = ReadonlyMap<string, Tags>;

/** Things that one call answers for. Source: DescribeTags of both APIs of Elastic Load Balancing. */
const perCall = 20;

const inParts = async (
  ids: readonly string[],
  ask: (part: string[]) => Promise<readonly (readonly [string, Tags])[]>,
): Promise<TagsById> => {
  const found = new Map<string, Tags>();
  for (let start = 0; start < ids.length; start += perCall)
    for (const [id, tags] of await ask(ids.slice(start, start + perCall))) found.set(id, tags);
  return found;
};

export const readClassicTags = ({ elb }: AwsAccount, names: readonly string[]): Promise<TagsById> =>
  inParts(names, async (part) => {
    const answer = await elb.send(new DescribeClassicTagsCommand({ LoadBalancerNames: part }));
    return (answer.TagDescriptions ?? []).map(({ LoadBalancerName = '', Tags }) => [
      LoadBalancerName,
      readTags(Tags),
    ]);
  });

/** Of load balancers and target groups, by ARN. */
export const readBalancerTags = ({ elbv2 }: AwsAccount, arns: readonly string[]): Promise<TagsById> =>
  inParts(arns, async (part) => {
    const answer = await elbv2.send(new DescribeTagsCommand({ ResourceArns: part }));
    return (answer.TagDescriptions ?? []).map(({ ResourceArn = '', Tags }) => [ResourceArn, readTags(Tags)]);
  });
