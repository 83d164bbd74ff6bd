import type { JsonObject } from '../../../../src/domain/shared/json.ts';
import type { ArmThing, ArmWorld } from '../arm/world.ts';

/** What a PUT is about to write. */
export interface ArmWrite {
  readonly id: string;
  readonly body: JsonObject;
  /** What is there already. */
  readonly found: ArmThing | undefined;
}

/** What is particular to one type. Its functions throw `Refused`. */
export interface ArmKind {
  /** As Azure writes it. */
  readonly type: string;
  /** Where such a thing stands; `none`: its body has no location. */
  readonly place: 'regional' | 'global' | 'none';
  /** `sync`: done when answered; `body`: answered with the thing as it will be; `empty`: answered with nothing but where to look. */
  readonly pace: 'sync' | 'body' | 'empty';
  /** Whether it shows how far it is; credentials and role assignments do not. */
  readonly hasState: boolean;
  assertWrite?(world: ArmWorld, write: ArmWrite): void;
  /** What is stored; the body when absent. */
  prepare?(world: ArmWorld, write: ArmWrite): JsonObject;
  /** After it was stored. */
  stored?(world: ArmWorld, thing: ArmThing, written: JsonObject): void;
  /** Members of `properties` that Azure adds to an answer. */
  properties?(world: ArmWorld, thing: ArmThing): JsonObject;
  assertRemovable?(world: ArmWorld, thing: ArmThing): void;
  removed?(world: ArmWorld, thing: ArmThing): void;
}

/** A kind without rules of its own. */
export const plainKind = (type: string, extra: Partial<ArmKind> = {}): ArmKind => ({
  type,
  place: 'regional',
  pace: 'body',
  hasState: true,
  ...extra,
});
