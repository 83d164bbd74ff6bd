import type { ClusterAction, ClusterSnapshot } from '../../../../src/domain/cluster/lifecycle.ts';
import { decideCluster } from '../../../../src/domain/cluster/lifecycle.ts';
import { placementOf } from '../../../../src/domain/placement/placement-request.ts';
import {
  attemptBegun,
  attemptFailed,
  attemptSucceeded,
  lookSucceeded,
} from '../../../../src/domain/shared/attempt.ts';
import type { Remote } from '../../../../src/domain/shared/remote.ts';

/** `lost`: done, but the reply is not. `killed…`: the worker died before or after the call; nothing is recorded. */
export type Outcome = 'ok' | 'fails' | 'lost' | 'killedBefore' | 'killedAfter';

export interface RemoteThing {
  uid: string;
  deleting: boolean;
  paused: boolean;
  /** Steps until it is gone, once it is being deleted and not paused. */
  ticks: number;
  hash: string;
}

/** What the management cluster really holds. */
export interface Truth {
  namespace: RemoteThing | undefined;
  hostedCluster: RemoteThing | undefined;
}

type RemoteAction = Extract<ClusterAction, { readonly kind: 'apply' } | { readonly uid: string }>;

/** A worker, a database row and a management cluster, as small as they can be. Breaks loudly when a rule is broken. */
export class ClusterWorld {
  snapshot: ClusterSnapshot;
  truth: Truth;
  finalized = false;
  applies = 0;
  private uids = 0;

  constructor(snapshot: ClusterSnapshot, truth: Truth) {
    this.snapshot = snapshot;
    this.truth = truth;
  }

  /** Decides, performs with the given outcome, lets time and the management cluster go on. */
  step(outcome: Outcome): ClusterAction {
    const action = decideCluster(this.snapshot);
    this.perform(action, outcome);
    this.advance('until' in action ? Date.parse(action.until) - Date.parse(this.snapshot.now) : 1000);
    return action;
  }

  change(change: Partial<ClusterSnapshot>): void {
    this.snapshot = { ...this.snapshot, ...change };
  }

  requestDeletion(): void {
    const { now, cluster } = this.snapshot;
    this.change({ cluster: { ...cluster, deletionRequestedAt: cluster.deletionRequestedAt ?? now } });
  }

  private advance(milliseconds: number): void {
    if (milliseconds <= 0) throw new Error('a wait that is over already');
    this.change({ now: new Date(Date.parse(this.snapshot.now) + milliseconds).toISOString() });
    const { namespace, hostedCluster } = this.truth;
    if (namespace?.deleting === true && hostedCluster !== undefined) hostedCluster.deleting = true;
    for (const name of ['hostedCluster', 'namespace'] as const) {
      const thing = this.truth[name];
      if (thing === undefined || !thing.deleting || thing.paused) continue;
      if (name === 'namespace' && this.truth.hostedCluster !== undefined) continue;
      thing.ticks -= 1;
      if (thing.ticks <= 0) this.truth[name] = undefined;
    }
    if (this.snapshot.cluster.deletionRequestedAt !== undefined)
      this.change({ nodePools: this.snapshot.nodePools.slice(1) });
  }

  private look(name: 'namespace' | 'hostedCluster'): Remote {
    const observedAt = this.snapshot.now;
    const thing = this.truth[name];
    if (thing === undefined) return { state: 'absent', observedAt };
    const { uid, deleting, paused } = thing;
    return { state: 'present', uid, deleting, paused, observedAt, resourceVersion: '1' };
  }

  private lookAt(names: readonly ('namespace' | 'hostedCluster')[]): void {
    const seen = Object.fromEntries(names.map((name) => [name, this.look(name)]));
    this.change({ remote: { ...this.snapshot.remote, ...seen } });
  }

  private fail(): void {
    const { attempt, now } = this.snapshot;
    this.change({ attempt: attemptFailed(attempt, { code: 'timeout', message: 'no answer' }, now, 0.5) });
  }

  private perform(action: ClusterAction, outcome: Outcome): void {
    const { snapshot } = this;
    const isKilled = outcome === 'killedBefore' || outcome === 'killedAfter';
    switch (action.kind) {
      case 'wait':
      case 'waitForPlacement':
        return;
      case 'abandon':
      case 'ensureInfrastructure':
      case 'destroyInfrastructure':
        throw new Error('this cluster has no infrastructure of its own, and its deletion is not forced');
      case 'finalize':
        if (this.truth.hostedCluster !== undefined || this.truth.namespace !== undefined)
          throw new Error('finalized although something is left');
        if (snapshot.nodePools.length > 0) throw new Error('finalized before its node pools');
        this.finalized = !isKilled;
        return;
      case 'place':
        if (snapshot.placement !== undefined) throw new Error('placed twice');
        if (outcome === 'killedBefore') return;
        this.change({
          placement: placementOf({ id: snapshot.cluster.id, domainPrefix: 'x' }, action, snapshot.now),
        });
        return;
      case 'observe':
        if (isKilled) return;
        if (outcome === 'ok') {
          this.lookAt(action.what);
          this.change({ attempt: lookSucceeded(snapshot.attempt) });
        } else this.fail();
        return;
      default:
        this.change({ attempt: attemptBegun(snapshot.attempt, snapshot.now) });
        this.act(action, outcome);
    }
  }

  private act(action: RemoteAction, outcome: Outcome): void {
    if (outcome === 'killedBefore') return;
    const isDone = outcome !== 'fails' && this.affect(action);
    if (outcome === 'killedAfter') return;
    if (outcome === 'ok' && isDone) this.recordSuccess(action);
    else this.fail();
  }

  private recordSuccess(action: RemoteAction): void {
    const { desiredHash: hash, cluster, now: at } = this.snapshot;
    this.lookAt(['namespace', 'hostedCluster']);
    if (action.kind === 'apply') this.change({ applied: { hash, generation: cluster.generation, at } });
    this.change({ attempt: attemptSucceeded });
  }

  /** What the management cluster does; false when it refuses. */
  private affect(action: RemoteAction): boolean {
    const { truth, snapshot } = this;
    if (action.kind === 'apply') {
      if (snapshot.placement === undefined) throw new Error('applied without a placement');
      if (snapshot.cluster.deletionRequestedAt !== undefined) throw new Error('applied after the deletion');
      this.applies += 1;
      if (truth.namespace?.deleting === true) return false;
      truth.namespace ??= this.thing();
      truth.hostedCluster ??= this.thing();
      truth.hostedCluster.hash = snapshot.desiredHash;
      return true;
    }
    const name = action.kind === 'deleteNamespace' ? 'namespace' : 'hostedCluster';
    if (snapshot.remote[name].state !== 'present') throw new Error(`${action.kind} on what is not known`);
    if (action.kind === 'deleteNamespace' && truth.hostedCluster !== undefined)
      throw new Error('namespace deleted under its HostedCluster');
    const thing = truth[name];
    if (thing === undefined || thing.uid !== action.uid) return false;
    if (action.kind === 'unpause') thing.paused = false;
    else thing.deleting = true;
    return true;
  }

  private thing(): RemoteThing {
    this.uids += 1;
    return { uid: `made-${this.uids}`, deleting: false, paused: false, ticks: 3, hash: '' };
  }
}
