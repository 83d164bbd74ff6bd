import type { InfrastructureOutputs } from '../infrastructure/infrastructure-record.ts';
import { platformOf } from '../platforms/platforms.ts';
import type { Cluster } from './cluster.ts';

type Standing = Pick<Cluster, 'spec' | 'infrastructure'>;

/** Whether Berth makes the infrastructure of a cluster, and takes it away with it. */
export const hasManagedInfrastructure = ({ spec }: Pick<Cluster, 'spec'>): boolean =>
  platformOf(spec.platform.type).existingInfrastructure(spec) === undefined;

/** Whether the ids that the manifests need are known. */
export const isInfrastructureKnown = (cluster: Standing): boolean =>
  cluster.infrastructure !== undefined || !hasManagedInfrastructure(cluster);

/** The ids that the manifests of a cluster need. Manifests are made only once they are known. */
export const infrastructureOutputsOf = ({ spec, infrastructure }: Standing): InfrastructureOutputs => {
  const outputs = platformOf(spec.platform.type).existingInfrastructure(spec) ?? infrastructure?.outputs;
  if (outputs === undefined) throw new TypeError('the infrastructure of the cluster is not known yet');
  return outputs;
};
