import { filled } from '../../shared/present.ts';
import { type ClusterRendering, type PlatformObject, platformBlock } from '../platform-rules.ts';

/** The name of the cloud in every value of kind openstackClouds as it is kept, whatever the user's file calls it. */
export const cloudName = 'openstack';

export const credentialsName = (hostedClusterName: string): string =>
  `${hostedClusterName}-cloud-credentials`;

/** The Secret that the operators of the cluster use OpenStack with. */
export const openstackObjects = (
  { spec, hostedClusterName }: ClusterRendering,
  secretOf: (credentialId: string) => string,
): readonly PlatformObject[] => {
  const { openstack } = platformBlock(spec, 'openstack');
  const authority = filled(openstack.caCertificates);
  return [
    {
      kind: 'Secret',
      name: credentialsName(hostedClusterName),
      type: 'Opaque',
      data: {
        'clouds.yaml': secretOf(openstack.credentialId),
        ...(authority === undefined ? {} : { cacert: authority }),
      },
    },
  ];
};
