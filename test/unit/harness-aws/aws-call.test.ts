import { describe, expect, it } from 'vitest';
import { readCall } from '../../harness/aws/protocol/aws-call.ts';

const signed = (service: string) => ({
  authorization: `AWS4-HMAC-SHA256 Credential=test/20261201/eu-west-1/${service}/aws4_request, SignedHeaders=host, Signature=x`,
});

const read = (method: string, path: string, service: string | undefined, body = '', headers: object = {}) => {
  const call = readCall(
    {
      method,
      path,
      headers: { ...(service === undefined ? {} : signed(service)), ...headers },
      body: Buffer.from(body),
    },
    { number: 1, account: '123456789012', at: 0 },
  );
  return `${call.region} ${call.service}:${call.action} ${call.isWrite ? 'write' : 'read'}`;
};

const form = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };

describe('a call to AWS', () => {
  it.each([
    ['ec2', 'Action=CreateVpc&Version=2016-11-15', 'eu-west-1 ec2:CreateVpc write'],
    ['iam', 'Action=ListRoles&Version=2010-05-08', 'eu-west-1 iam:ListRoles read'],
    ['sts', 'Action=AssumeRole', 'eu-west-1 sts:AssumeRole read'],
    [
      'elasticloadbalancing',
      'Action=DeleteLoadBalancer&Version=2012-06-01',
      'eu-west-1 elb:DeleteLoadBalancer write',
    ],
    [
      'elasticloadbalancing',
      'Action=DeleteLoadBalancer&Version=2015-12-01',
      'eu-west-1 elbv2:DeleteLoadBalancer write',
    ],
    [undefined, 'Action=AssumeRoleWithWebIdentity', 'us-east-1 sts:AssumeRoleWithWebIdentity read'],
  ])('of the query protocol, for %s', (service, body, expected) => {
    expect(read('POST', '/', service, body, form)).toBe(expected);
  });

  it.each([
    ['POST', '/2013-04-01/hostedzone', 'CreateHostedZone write'],
    ['GET', '/2013-04-01/hostedzone?marker=x', 'ListHostedZones read'],
    ['DELETE', '/2013-04-01/hostedzone/Z1', 'DeleteHostedZone write'],
    ['POST', '/2013-04-01/hostedzone/Z1/rrset/', 'ChangeResourceRecordSets write'],
    ['GET', '/2013-04-01/hostedzone/Z1/rrset?name=a', 'ListResourceRecordSets read'],
    ['POST', '/2013-04-01/hostedzone/Z1/authorizevpcassociation', 'CreateVPCAssociationAuthorization write'],
    ['POST', '/2013-04-01/tags/hostedzone/Z1', 'ChangeTagsForResource write'],
  ])('of Route 53: %s %s', (method, path, expected) => {
    expect(read(method, path, 'route53')).toBe(`eu-west-1 route53:${expected}`);
  });

  it.each([
    ['PUT', '/bucket', 'CreateBucket write'],
    ['PUT', '/bucket/?policy', 'PutBucketPolicy write'],
    ['GET', '/bucket?list-type=2', 'ListObjectsV2 read'],
    ['GET', '/bucket?versions', 'ListObjectVersions read'],
    ['POST', '/bucket?delete', 'DeleteObjects write'],
    ['HEAD', '/bucket', 'HeadBucket read'],
    ['PUT', '/bucket/a/b', 'PutObject write'],
    ['DELETE', '/bucket/a?uploadId=1', 'AbortMultipartUpload write'],
    ['GET', '/', 'ListBuckets read'],
  ])('of S3: %s %s', (method, path, expected) => {
    expect(read(method, path, 's3')).toBe(`eu-west-1 s3:${expected}`);
  });

  it('of the JSON protocols', () => {
    expect(
      read('POST', '/', 'servicequotas', '{}', { 'x-amz-target': 'ServiceQuotasV20190624.GetServiceQuota' }),
    ).toBe('eu-west-1 servicequotas:GetServiceQuota read');
    expect(read('POST', '/createresourceshare', 'ram', '{}')).toBe('eu-west-1 ram:CreateResourceShare write');
  });
});
