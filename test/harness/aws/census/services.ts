import type { MotoPlace } from '../moto-client.ts';
import { findAll, parseXml, textAt } from '../protocol/xml.ts';
import { type Counted, counted } from './counted.ts';

const countBuckets = async (moto: MotoPlace): Promise<readonly Counted[]> => {
  const buckets = parseXml((await moto.rest('s3', 'GET', '/')).body.toString('utf8'));
  const all: Counted[] = [];
  for (const bucket of findAll(buckets, 'Buckets', 'Bucket')) {
    const name = textAt(bucket, 'Name');
    const objects = parseXml((await moto.rest('s3', 'GET', `/${name}?versions`)).body.toString('utf8'));
    const keys = ['Version', 'DeleteMarker'].flatMap((kind) =>
      findAll(objects, kind).map((version) => textAt(version, 'Key')),
    );
    all.push(counted('bucket', name, { parts: [...new Set(keys)].map((key) => `object ${key}`) }));
  }
  return all;
};

const countBalancers = async (moto: MotoPlace): Promise<readonly Counted[]> => {
  const classic = findAll(
    await moto.query('elb', 'DescribeLoadBalancers'),
    'DescribeLoadBalancersResult',
    'LoadBalancerDescriptions',
    'member',
  );
  const modern = findAll(
    await moto.query('elbv2', 'DescribeLoadBalancers'),
    'DescribeLoadBalancersResult',
    'LoadBalancers',
    'member',
  );
  const groups = findAll(
    await moto.query('elbv2', 'DescribeTargetGroups'),
    'DescribeTargetGroupsResult',
    'TargetGroups',
    'member',
  );
  return [
    ...classic.map((item) => counted('classicLoadBalancer', textAt(item, 'LoadBalancerName'))),
    ...modern.map((item) =>
      counted('loadBalancer', textAt(item, 'LoadBalancerArn'), { name: textAt(item, 'LoadBalancerName') }),
    ),
    ...groups.map((item) =>
      counted('targetGroup', textAt(item, 'TargetGroupArn'), { name: textAt(item, 'TargetGroupName') }),
    ),
  ];
};

interface Share {
  readonly resourceShareArn: string;
  readonly name: string;
  readonly status: string;
}

const countShares = async (moto: MotoPlace): Promise<readonly Counted[]> => {
  const reply = await moto.rest('ram', 'POST', '/getresourceshares', '{"resourceOwner":"SELF"}');
  const { resourceShares } = JSON.parse(reply.body.toString('utf8')) as {
    readonly resourceShares: readonly Share[];
  };
  return resourceShares
    .filter(({ status }) => status !== 'DELETED')
    .map(({ resourceShareArn, name }) => counted('resourceShare', resourceShareArn, { name }));
};

export const countServices = async (moto: MotoPlace): Promise<readonly Counted[]> => [
  ...(await countBuckets(moto)),
  ...(await countBalancers(moto)),
  ...(await countShares(moto)),
];
