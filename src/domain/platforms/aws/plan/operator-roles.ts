import { filled } from '../../../shared/present.ts';
import { karpenter } from './karpenter-policy.ts';
import { iamPathOf, type PlanFrame } from './plan-frame.ts';
import * as policies from './policies.ts';
import type { PolicyStatement } from './step-inputs.ts';
import { localZoneStep, privateZoneStep, publicZoneStep } from './zone-plan.ts';

/** One role that a part of OpenShift assumes with its service-account token. */
export interface OperatorRole {
  readonly suffix: string;
  /** `NAMESPACE:NAME`. */
  readonly serviceAccounts: readonly string[];
  readonly statements: readonly PolicyStatement[];
  /** What AWS keeps for ROSA, below `policy/service-role/`. */
  readonly rosaPolicy?: string;
}

export const sharedRoute53Suffix = 'shared-vpc-route53';
export const sharedEndpointSuffix = 'shared-vpc-endpoint';

/** Role name of the machines: policies of AWS and of HyperShift pass on only names that end so. */
export const workerRoleSuffix = 'worker-role';

/** Leave to assume a role of the account that owns the VPC. */
const mayAssume = (frame: PlanFrame, suffix: string): readonly PolicyStatement[] => {
  if (frame.infrastructure.sharedVpc === undefined) return [];
  const path = iamPathOf(frame.request.instance);
  return [{ actions: ['sts:AssumeRole'], resources: [`arn:*:iam::*:role${path}${frame.infraId}-${suffix}`] }];
};

/** Managed policies know only ROSA's own domains. */
const ingressStatements = (frame: PlanFrame): readonly PolicyStatement[] => {
  const { rosaManagedPolicies, sharedVpc } = frame.infrastructure;
  const rosa: readonly PolicyStatement[] = [
    {
      actions: ['route53:ChangeResourceRecordSets'],
      condition: {
        'ForAllValues:StringLike': {
          'route53:ChangeResourceRecordSetsNormalizedRecordNames': [
            `*.${frame.request.spec.dns?.baseDomain}`,
          ],
        },
      },
    },
  ];
  const zones = sharedVpc === undefined ? [publicZoneStep, privateZoneStep] : [publicZoneStep];
  return [
    ...(rosaManagedPolicies === true
      ? rosa
      : policies.ingress({ resources: zones.map((hostedZone) => ({ hostedZone })) })),
    ...mayAssume(frame, sharedRoute53Suffix),
  ];
};

/** With a shared VPC zone and endpoint are reached by roles of the other account. */
const controlPlaneStatements = (frame: PlanFrame): readonly PolicyStatement[] =>
  frame.infrastructure.sharedVpc === undefined
    ? [...policies.endpoint, ...policies.localZone(localZoneStep)]
    : [
        ...policies.endpointOfSharedVpc,
        ...mayAssume(frame, sharedRoute53Suffix),
        ...mayAssume(frame, sharedEndpointSuffix),
      ];

/** The operators of HyperShift, by the member of `rolesRef` that names their role. */
export const operatorRoles = (frame: PlanFrame) =>
  ({
    ingress: {
      suffix: 'openshift-ingress',
      serviceAccounts: ['openshift-ingress-operator:ingress-operator'],
      statements: ingressStatements(frame),
      rosaPolicy: 'ROSAIngressOperatorPolicy',
    },
    imageRegistry: {
      suffix: 'openshift-image-registry',
      serviceAccounts: [
        'openshift-image-registry:cluster-image-registry-operator',
        'openshift-image-registry:registry',
      ],
      statements: policies.imageRegistry,
      rosaPolicy: 'ROSAImageRegistryOperatorPolicy',
    },
    storage: {
      suffix: 'aws-ebs-csi-driver-controller',
      serviceAccounts: ['openshift-cluster-csi-drivers:aws-ebs-csi-driver-controller-sa'],
      statements: policies.storage,
      rosaPolicy: 'ROSAAmazonEBSCSIDriverOperatorPolicy',
    },
    network: {
      suffix: 'cloud-network-config-controller',
      serviceAccounts: ['openshift-cloud-network-config-controller:cloud-network-config-controller'],
      statements: policies.network,
      rosaPolicy: 'ROSACloudNetworkConfigOperatorPolicy',
    },
    kubeCloudController: {
      suffix: 'cloud-controller',
      serviceAccounts: ['kube-system:kube-controller-manager'],
      statements: policies.cloudController,
      rosaPolicy: 'ROSAKubeControllerPolicy',
    },
    nodePoolManagement: {
      suffix: 'node-pool',
      serviceAccounts: ['kube-system:capa-controller-manager'],
      statements: policies.nodePool,
      rosaPolicy: 'ROSANodePoolManagementPolicy',
    },
    controlPlaneOperator: {
      suffix: 'control-plane-operator',
      serviceAccounts: ['kube-system:control-plane-operator'],
      statements: controlPlaneStatements(frame),
      rosaPolicy: 'ROSAControlPlaneOperatorPolicy',
    },
  }) as const satisfies Record<string, OperatorRole>;

/** The key itself is the user's, never made here. */
export const kmsRole = ({ request }: PlanFrame): OperatorRole | undefined => {
  const { encryption } = request.spec;
  if (encryption?.type !== 'kms' || encryption.aws === undefined) return undefined;
  if (filled(encryption.aws.roleArn) !== undefined) return undefined;
  return {
    suffix: 'kms-provider',
    serviceAccounts: ['kube-system:kms-provider'],
    statements: policies.keyService(encryption.aws.keyArn),
    rosaPolicy: 'ROSAKMSProviderPolicy',
  };
};

export const karpenterRole = ({ request, infraId }: PlanFrame): OperatorRole | undefined =>
  request.spec.autoNode === undefined
    ? undefined
    : {
        suffix: 'karpenter',
        serviceAccounts: ['kube-system:karpenter'],
        statements: karpenter(`${iamPathOf(request.instance)}${infraId}-${workerRoleSuffix}`),
      };
