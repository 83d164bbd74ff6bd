import type { Principal } from './principal.ts';

/** Who did something, as the audit trail names it. */
export interface Actor {
  readonly kind: ActorKind;
  /** Empty for who is unknown. */
  readonly id: string;
  /** Hash of the `jti` of a token: which token of the actor it was. Absent for API keys, whose id says it. */
  readonly tokenId?: string;
}

export const actorKinds = ['apiKey', 'user', 'serviceAccount', 'system', 'anonymous'] as const;
export type ActorKind = (typeof actorKinds)[number];

export const anonymous: Actor = { kind: 'anonymous', id: '' };

export const actorOf = (principal: Principal): Actor => ({ kind: principal.kind, id: principal.id });
