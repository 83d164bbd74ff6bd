import type { Static } from 'typebox';
import { describe, expectTypeOf, it } from 'vitest';
import type {
  ClusterSpec as DomainClusterSpec,
  NewNodePool,
} from '../../../src/domain/cluster/cluster-spec.ts';
import type { NodePoolSpec as DomainNodePoolSpec } from '../../../src/domain/node-pool/node-pool-spec.ts';
import type { CreateClusterBody } from '../../../src/routes/clusters/schema.ts';
import type { ClusterSpec } from '../../../src/routes/clusters/spec-schema.ts';
import type { NodePoolSpec } from '../../../src/routes/node-pools/spec-schema.ts';

/** Schema types are mutable; nothing else may differ. */
type Mutable<Value> = Value extends readonly (infer Item)[]
  ? Mutable<Item>[]
  : Value extends object
    ? { -readonly [Key in keyof Value]: Mutable<Value[Key]> }
    : Value;

type RequestSpec = Static<typeof CreateClusterBody>['spec'];

/** Names of members at any depth; optional ones count. */
type Paths<Value> = Value extends readonly (infer Item)[]
  ? Paths<Item>
  : Value extends object
    ? string extends keyof Value
      ? never
      : { [Key in keyof Value & string]-?: Key | `${Key}.${Paths<NonNullable<Value[Key]>>}` }[keyof Value &
          string]
    : never;

describe('schemas of specs', () => {
  it('have the members of the domain, at every depth', () => {
    expectTypeOf<Paths<Static<typeof ClusterSpec>>>().toEqualTypeOf<Paths<DomainClusterSpec>>();
    expectTypeOf<Paths<Static<typeof NodePoolSpec>>>().toEqualTypeOf<Paths<DomainNodePoolSpec>>();
  });

  it('can be used as specs of the domain', () => {
    expectTypeOf<Static<typeof ClusterSpec>>().toExtend<DomainClusterSpec>();
    expectTypeOf<Static<typeof NodePoolSpec>>().toExtend<DomainNodePoolSpec>();
    expectTypeOf<NonNullable<RequestSpec['nodePools']>[number]>().toExtend<NewNodePool>();
  });

  it('take every spec of the domain', () => {
    expectTypeOf<Mutable<DomainClusterSpec>>().toExtend<Static<typeof ClusterSpec>>();
    expectTypeOf<Mutable<DomainNodePoolSpec>>().toExtend<Static<typeof NodePoolSpec>>();
    expectTypeOf<Mutable<NewNodePool>>().toExtend<NonNullable<RequestSpec['nodePools']>[number]>();
  });
});
