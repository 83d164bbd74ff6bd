import type { AwsCall } from '../../protocol/aws-call.ts';

const prefixes: Readonly<Record<string, string>> = {
  elb: 'elasticloadbalancing',
  elbv2: 'elasticloadbalancing',
  tagging: 'tag',
};

/** Actions of S3 whose permission has another name. */
const s3Names: Readonly<Record<string, string>> = {
  ListObjects: 'ListBucket',
  ListObjectsV2: 'ListBucket',
  HeadBucket: 'ListBucket',
  HeadObject: 'GetObject',
  DeleteObjects: 'DeleteObject',
  ListBuckets: 'ListAllMyBuckets',
  ListObjectVersions: 'ListBucketVersions',
  ListMultipartUploads: 'ListBucketMultipartUploads',
  CreateMultipartUpload: 'PutObject',
  UploadPart: 'PutObject',
  CompleteMultipartUpload: 'PutObject',
  PutPublicAccessBlock: 'PutBucketPublicAccessBlock',
  GetPublicAccessBlock: 'GetBucketPublicAccessBlock',
};

/** Permissions of IAM for tags that are given with the create. */
const iamTags: Readonly<Record<string, string>> = {
  CreateRole: 'iam:TagRole',
  CreateInstanceProfile: 'iam:TagInstanceProfile',
  CreateOpenIDConnectProvider: 'iam:TagOpenIDConnectProvider',
};

const further = (call: AwsCall): readonly string[] => {
  const hasKey = (start: string): boolean => [...call.parameters.keys()].some((key) => key.startsWith(start));
  if (call.service === 'ec2' && call.action !== 'CreateTags' && hasKey('TagSpecification'))
    return ['ec2:CreateTags'];
  const tag = iamTags[call.action];
  if (call.service === 'iam' && tag !== undefined && hasKey('Tags.')) return [tag];
  if (call.service === 'iam' && call.action === 'AddRoleToInstanceProfile') return ['iam:PassRole'];
  if (call.service === 'route53' && call.action === 'CreateHostedZone' && call.body.includes('<VPCId>'))
    return ['ec2:DescribeVpcs'];
  return [];
};

/** The permissions that a call needs, as policies name them. */
export const permissionsOf = (call: AwsCall): readonly string[] => {
  const action = call.service === 's3' ? (s3Names[call.action] ?? call.action) : call.action;
  return [`${prefixes[call.service] ?? call.service}:${action}`, ...further(call)];
};
