import { describe, expect, it } from 'vitest';
import { awsManaged } from '../../../../../src/domain/platforms/aws/plan/aws-plan.ts';
import { planOf, requestOf, sharedVpc, stepOf } from './requests.ts';

const idOf = (step: string): string => `id of ${step}`;

const outputsOf = (...args: Parameters<typeof requestOf>) => awsManaged.outputs(requestOf(...args), idOf);

describe('the ids that manifests need of a network on AWS', () => {
  it('are those of the steps', () => {
    expect(outputsOf()).toEqual({
      issuerUrl: 'https://oidc.example.org/b2c3d4e5f6g7h',
      machineCidrs: ['10.0.0.0/16'],
      publicZoneId: 'id of zone/public',
      privateZoneId: 'id of zone/private',
      aws: {
        vpcId: 'id of vpc',
        subnets: [
          { id: 'id of subnet/private/eu-west-1a', zone: 'eu-west-1a' },
          { id: 'id of subnet/private/eu-west-1b', zone: 'eu-west-1b' },
        ],
        roles: {
          ingress: 'id of role/openshift-ingress',
          imageRegistry: 'id of role/openshift-image-registry',
          storage: 'id of role/aws-ebs-csi-driver-controller',
          network: 'id of role/cloud-network-config-controller',
          kubeCloudController: 'id of role/cloud-controller',
          nodePoolManagement: 'id of role/node-pool',
          controlPlaneOperator: 'id of role/control-plane-operator',
        },
        instanceProfile: 'b2c3d4e5f6g7h-worker',
        ownershipTags: {
          'berth-instance': 'prod',
          'berth-tenant': 'ten_1',
          'berth-cluster': 'cl_1',
          'berth-created-at': '1796083200',
        },
      },
    });
  });

  it('name public subnets when machines stand in those', () => {
    expect(outputsOf({ infrastructure: { publicOnly: true } }).aws?.subnets).toEqual([
      { id: 'id of subnet/public/eu-west-1a', zone: 'eu-west-1a' },
      { id: 'id of subnet/public/eu-west-1b', zone: 'eu-west-1b' },
    ]);
  });

  it('have the roles of key service, Karpenter and a shared VPC where there are any', () => {
    const keyArn = 'arn:aws:kms:eu-west-1:123456789012:key/1';
    const outputs = outputsOf({
      infrastructure: { sharedVpc },
      spec: { encryption: { type: 'kms', aws: { keyArn } }, autoNode: { provisioner: 'karpenter' } },
    });
    expect(outputs.aws).toMatchObject({
      kmsRoleArn: 'id of role/kms-provider',
      karpenterRoleArn: 'id of role/karpenter',
      sharedVpc: {
        localZoneId: 'id of zone/local',
        ingressRoleArn: 'id of sharedRole/route53',
        controlPlaneRoleArn: 'id of sharedRole/endpoint',
      },
    });
  });

  it('come from steps that are not late', () => {
    const asked: string[] = [];
    awsManaged.outputs(requestOf(), (step) => {
      asked.push(step);
      return step;
    });
    expect(asked.filter((id) => stepOf(planOf(), id).isLate === true)).toEqual([]);
  });
});

describe('the zones of a cluster on AWS', () => {
  it('are named after the cluster, or after the prefix that the user gives, or not at all', () => {
    const zone = (dns: object) =>
      stepOf(planOf({ spec: { dns: { baseDomain: 'example.org', ...dns } } }), 'zone/private').name;
    expect(zone({})).toBe('payments.example.org');
    expect(zone({ baseDomainPrefix: 'shop' })).toBe('shop.example.org');
    expect(zone({ baseDomainPrefix: '' })).toBe('example.org');
    expect(stepOf(planOf(), 'zone/local').name).toBe('payments.hypershift.local');
  });

  it('are found by id where the user says which of several', () => {
    const dns = { baseDomain: 'example.org', publicZoneId: 'Z1' };
    expect(stepOf(planOf({ spec: { dns } }), 'zone/public').input).toEqual({
      account: 'cluster',
      domain: 'example.org',
      zoneId: 'Z1',
    });
    const nothing = planOf({ spec: { dns: {} } });
    expect(stepOf(nothing, 'zone/public').input['domain']).toBe('');
    const noDns = requestOf();
    const { dns: _none, ...spec } = noDns.spec;
    expect(stepOf(awsManaged.plan({ ...noDns, spec }), 'zone/private').name).toBe('payments.');
  });
});
