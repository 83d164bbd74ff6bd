import type { JsonObject } from '../../domain/shared/json.ts';
import type { HostedCluster, NodePool } from './objects.ts';
import type { Due } from './steps.ts';

/** What to do besides writing the object's own status. Each may be done twice without harm. */
export type Action =
  | { readonly kind: 'ensureNamespace'; readonly name: string; readonly owner: HostedCluster }
  | { readonly kind: 'ensureKubeconfig'; readonly cluster: HostedCluster }
  | { readonly kind: 'ensureKubeadminPassword'; readonly cluster: HostedCluster }
  | { readonly kind: 'adoptSecrets'; readonly cluster: HostedCluster; readonly infraId: string }
  | { readonly kind: 'removeSecret'; readonly cluster: HostedCluster; readonly name: string }
  | { readonly kind: 'deleteNodePool'; readonly pool: NodePool }
  | { readonly kind: 'deleteNamespace'; readonly name: string };

export type Wait =
  | { readonly kind: 'step'; readonly due: Due }
  /** Until something outside may have changed that no event announces. `expected`: it is on its way. */
  | { readonly kind: 'poll'; readonly expected: boolean }
  /** Until a real moment, in epoch milliseconds. */
  | { readonly kind: 'moment'; readonly at: number }
  /** Only until what was just written is read back. */
  | { readonly kind: 'again' };

/** Performed in this order: actions, metadata, status. */
export interface Decision<S> {
  readonly actions?: readonly Action[];
  /** JSON merge patch of metadata and spec. */
  readonly metadata?: JsonObject;
  readonly status?: S;
  readonly wait?: Wait;
  readonly taken?: readonly string[];
}

/** Waits for what is due; undefined when nothing is. */
export const waitFor = (due: Due | undefined): { wait?: Wait } =>
  due ? { wait: { kind: 'step', due } } : {};
