import { CloudError } from '../contract.ts';

/** One thing in the fake cloud. */
export interface FakeResource {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly account: string;
  readonly region: string;
  /** Marks of ownership; empty on things of others. */
  readonly tags: Readonly<Record<string, string>>;
  /** Of the step that made it. */
  readonly step: string;
  readonly infraId: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly clientToken?: string;
  /** Ids of things that it stands on: they cannot go before it. */
  readonly needs: readonly string[];
  /** Milliseconds of the fake's clock. */
  readonly createdAt: number;
  readonly readyAt: number;
  isSettled: boolean;
  drift: string[];
}

/** How the fake departs from an ideal cloud. All off at first. */
export interface FakeCloudKnobs {
  /** Milliseconds during which lists do not show a new thing. */
  lagMs: number;
  /** Milliseconds until a new thing of a type is usable. */
  readyAfterMs: Record<string, number>;
  /** Whatever a plan looks up by name exists, and belongs to somebody else. */
  hasEverythingLookedUp: boolean;
  /** Called before and after each call; may throw. `write` calls change something. */
  onCall: (call: {
    readonly action: string;
    readonly isWrite: boolean;
    readonly phase: 'before' | 'after';
  }) => void;
}

/** The things of a cloud with several accounts, in memory. It obeys the rules of a real one: order, marks, tokens, lag. */
export class FakeCloud {
  readonly resources = new Map<string, FakeResource>();
  readonly knobs: FakeCloudKnobs = {
    lagMs: 0,
    readyAfterMs: {},
    hasEverythingLookedUp: false,
    onCall: () => undefined,
  };
  readonly calls: string[] = [];
  /** Told after each change. */
  onChange: () => void = () => undefined;
  private serial = 0;
  readonly clock: () => number;

  constructor(clock: () => number) {
    this.clock = clock;
  }

  call<Result>(action: string, isWrite: boolean, work: () => Result): Result {
    this.calls.push(action);
    this.knobs.onCall({ action, isWrite, phase: 'before' });
    const result = work();
    if (isWrite) this.onChange();
    this.knobs.onCall({ action, isWrite, phase: 'after' });
    return result;
  }

  isVisible({ createdAt }: FakeResource): boolean {
    return this.clock() - createdAt >= this.knobs.lagMs;
  }

  newId(type: string): string {
    let id: string;
    do {
      this.serial += 1;
      id = `${type}-${String(this.serial).padStart(6, '0')}`;
    } while (this.resources.has(id));
    return id;
  }

  add(
    resource: Omit<FakeResource, 'id' | 'createdAt' | 'readyAt' | 'isSettled' | 'drift'> & {
      readonly id?: string;
    },
  ): string {
    const earlier = [...this.resources.values()].find(
      ({ clientToken, type }) =>
        clientToken !== undefined && clientToken === resource.clientToken && type === resource.type,
    );
    if (earlier !== undefined) return earlier.id;
    const id = resource.id ?? this.newId(resource.type);
    if (this.resources.has(id)) throw new CloudError('conflict', 'AlreadyExists', `${id} exists`);
    const createdAt = this.clock();
    const readyAt = createdAt + (this.knobs.readyAfterMs[resource.type] ?? 0);
    this.resources.set(id, { ...resource, id, createdAt, readyAt, isSettled: false, drift: [] });
    return id;
  }

  remove(id: string): void {
    const holder = [...this.resources.values()].find(({ needs }) => needs.includes(id));
    if (holder !== undefined)
      throw new CloudError('conflict', 'DependencyViolation', `${id} is used by ${holder.id}`);
    this.resources.delete(id);
  }
}
