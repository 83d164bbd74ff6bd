import type { RefusalReason } from '../../../../src/providers/identity/refusal-reasons.ts';
import type { TokenKit } from './token-kit.ts';

/** One way in which somebody may try to get in. */
export interface ForgedToken {
  /** Stands in docs/reference/tokens.md. */
  readonly name: string;
  readonly reason: RefusalReason;
  readonly forge: (kit: TokenKit) => string;
}
