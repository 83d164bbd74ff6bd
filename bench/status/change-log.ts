/** The changes made so far, and when each was seen. */
export interface ChangeLog {
  made(clusterId: string, isDegraded: boolean, at: number): void;
  /** An event told that the cluster is degraded or not: the change it stands for is visible. */
  told(clusterId: string, isDegraded: boolean, at: number): void;
  /** Milliseconds from each change to its event. */
  latencies(): readonly number[];
  /** Changes that no event has told of yet. */
  open(): number;
}

interface Change {
  readonly isDegraded: boolean;
  readonly at: number;
}

export const createChangeLog = (): ChangeLog => {
  const pending = new Map<string, Change[]>();
  const latencies: number[] = [];
  return {
    made: (clusterId, isDegraded, at) => {
      const changes = pending.get(clusterId) ?? [];
      changes.push({ isDegraded, at });
      pending.set(clusterId, changes);
    },
    told: (clusterId, isDegraded, at) => {
      const changes = pending.get(clusterId) ?? [];
      const index = changes.findIndex((change) => change.isDegraded === isDegraded);
      const [change] = index === -1 ? [] : changes.splice(index, 1);
      if (change !== undefined) latencies.push(at - change.at);
    },
    latencies: () => latencies,
    open: () => [...pending.values()].reduce((sum, changes) => sum + changes.length, 0),
  };
};
