/** The release that all clusters of a run have. */
export const release = {
  version: '4.20.4',
  image: 'quay.io/openshift-release-dev/ocp-release:4.20.4-multi',
  channels: ['stable-4.20', 'fast-4.20'],
  enabled: true,
};

export const pullSecret = JSON.stringify({
  auths: { 'registry.example.com': { auth: 'YmVuY2g6YmVuY2g=' } },
});

/** The body of a create: a cluster of usual size with two node pools. */
export const clusterBody = (name: string, pullSecretCredentialId: string): object => ({
  name,
  labels: { team: `team-${name.slice(-1)}`, environment: 'production', 'cost-center': '4711' },
  spec: {
    version: release.version,
    platform: { type: 'kubevirt', kubevirt: {} },
    dns: { baseDomain: 'clusters.example.com' },
    network: {
      machineCidrs: ['192.168.122.0/24'],
      clusterCidrs: ['10.132.0.0/14'],
      serviceCidrs: ['172.31.0.0/16'],
    },
    controlPlane: { availability: 'high' },
    pullSecretCredentialId,
    sshPublicKey:
      'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ8m9Qm2c9v3n2u1y0k7y1mJm0Yk3m5q2l8R1t4v6x7z ops@example.org',
    nodePools: [
      { name: 'workers', replicas: 3, platform: { cores: 4, memory: '16Gi', rootVolume: { sizeGiB: 64 } } },
      { name: 'batch', replicas: 2, platform: { cores: 8, memory: '32Gi', rootVolume: { sizeGiB: 120 } } },
    ],
  },
});

/** What a patch changes: a label, and a limit of the autoscaler. */
export const clusterPatch = (round: number): object => ({
  labels: { round: String(round % 1000) },
  spec: { autoscaling: { maxNodesTotal: 10 + (round % 100) } },
});
