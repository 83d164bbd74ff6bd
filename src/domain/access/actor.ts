import type { Principal } from './principal.ts';

/** Who did something, as the audit trail names it. */
export interface Actor {
  readonly kind: ActorKind;
  /** Empty for who is unknown. */
  readonly id: string;
  /** SHA-256 of the `jti` of the token that was used. Absent for API keys, whose id says which it was. */
  readonly tokenId?: string;
}

export const actorKinds = ['apiKey', 'user', 'serviceAccount', 'system', 'anonymous'] as const;
export type ActorKind = (typeof actorKinds)[number];

export const anonymous: Actor = { kind: 'anonymous', id: '' };

export const actorOf = ({ kind, id, tokenId }: Principal): Actor =>
  tokenId === undefined ? { kind, id } : { kind, id, tokenId };
