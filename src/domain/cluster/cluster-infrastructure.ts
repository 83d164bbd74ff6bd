import type { InfrastructureOutputs } from '../infrastructure/infrastructure-record.ts';
import type { InfrastructureState } from '../infrastructure/infrastructure-state.ts';
import { platformOf } from '../platforms/platforms.ts';
import { isBefore } from '../shared/time.ts';
import type { Cluster } from './cluster.ts';

type Standing = Pick<Cluster, 'spec' | 'infrastructure'>;

/** Whether Berth makes the infrastructure of a cluster, and takes it away with it. */
export const hasManagedInfrastructure = ({ spec }: Pick<Cluster, 'spec'>): boolean =>
  platformOf(spec.platform.type).existingInfrastructure(spec) === undefined;

/** Whether Berth has an account to look into: it makes the infrastructure there, or was let in to check what is there. */
export const reachesCloud = (cluster: Pick<Cluster, 'spec'>): boolean =>
  hasManagedInfrastructure(cluster) ||
  platformOf(cluster.spec.platform.type).cloudCredentialId(cluster.spec) !== undefined;

/** Whether the ids that the manifests need are known. */
export const isInfrastructureKnown = (cluster: Standing): boolean =>
  cluster.infrastructure !== undefined || !hasManagedInfrastructure(cluster);

/** The ids that the manifests of a cluster need. Manifests are made only once they are known. */
export const infrastructureOutputsOf = ({ spec, infrastructure }: Standing): InfrastructureOutputs => {
  const outputs = platformOf(spec.platform.type).existingInfrastructure(spec) ?? infrastructure?.outputs;
  if (outputs === undefined) throw new TypeError('the infrastructure of the cluster is not known yet');
  return outputs;
};

/** What Berth has made for a cluster so far, or has seen of what the user made. */
export interface InfrastructureSnapshot {
  /** Berth makes it, and takes it away. */
  readonly isManaged: boolean;
  /** The ids that the manifests need are there, and what the user made was looked at. */
  readonly isKnown: boolean;
  /** Of the plan that the present spec asks for. */
  readonly planHash: string;
  readonly state?: InfrastructureState;
  /** How often a credential of the cluster got another value or was found good; absent: never. */
  readonly credentialWakes?: number;
}

export type InfrastructureStep =
  | { readonly kind: 'ensure'; readonly isCheck: boolean }
  | { readonly kind: 'wait'; readonly until: string };

/** What was refused may be allowed now: a credential was renewed, or found good, since the pass began. */
const isWorthATry = (state: InfrastructureState, credentialWakes = 0): boolean =>
  state.failures.length + state.problems.length > 0 && credentialWakes > (state.credentialWakes ?? 0);

/** The next step of keeping infrastructure as it shall be: a pass when one is due, a look at everything now and then. */
export const decideInfrastructure = (
  { state, planHash, credentialWakes }: InfrastructureSnapshot,
  now: string,
): InfrastructureStep => {
  if (state === undefined) return { kind: 'ensure', isCheck: false };
  const isNewPlan = state.planHash !== undefined && state.planHash !== planHash;
  const isTried = !isNewPlan || state.triedPlanHash === planHash;
  const isDue = !isTried || isWorthATry(state, credentialWakes) || !isBefore(now, state.nextPassAt);
  if (!isDue) return { kind: 'wait', until: state.nextPassAt };
  // What is complete is looked at in full; what is not goes on where it was.
  return { kind: 'ensure', isCheck: state.phase === 'ready' && !isNewPlan };
};

/** The next step of taking infrastructure away; `gone` when a whole pass has found nothing. */
export const decideInfrastructureRemoval = (
  { isManaged, state, credentialWakes }: InfrastructureSnapshot,
  now: string,
):
  | { readonly kind: 'destroy' }
  | { readonly kind: 'wait'; readonly until: string }
  | { readonly kind: 'gone' } => {
  // The first pass is stored before its first call: without it nothing was ever asked of the cloud.
  if (!isManaged || state === undefined || state.phase === 'gone') return { kind: 'gone' };
  const isBegun = state.phase === 'destroying' && !isWorthATry(state, credentialWakes);
  return isBegun && isBefore(now, state.nextPassAt)
    ? { kind: 'wait', until: state.nextPassAt }
    : { kind: 'destroy' };
};
