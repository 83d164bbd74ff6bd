import type { Access } from '../accounts/access.ts';
import type { MotoPlace } from '../moto-client.ts';
import type { AwsAnswer } from '../protocol/aws-answer.ts';
import type { AwsCall } from '../protocol/aws-call.ts';
import type { Estate } from './estate.ts';
import type { StrictKnobs } from './knobs.ts';

/** What a rule can look at. */
export interface Scene {
  /** Milliseconds of the double's clock. */
  now(): number;
  readonly knobs: StrictKnobs;
  readonly estate: Estate;
  /** Moto itself, past all rules, in the account and region of the call. */
  readonly moto: MotoPlace;
  /** The same elsewhere. */
  motoOf(account: string, region?: string): MotoPlace;
  /** Who calls. */
  readonly access: Access;
}

/** An answer in place of moto's or of the last rule's; nothing when the rule has none. */
// biome-ignore lint/suspicious/noConfusingVoidType: most rules look and return nothing.
type Word = AwsAnswer | undefined | void;
type Before = (call: AwsCall, scene: Scene) => Word | Promise<Word>;
type After = (call: AwsCall, answer: AwsAnswer, scene: Scene) => Word | Promise<Word>;

/**
 * Something that AWS does and moto does not. Keys are actions such as `ec2:CreateVpc`; `*` stands for all.
 * A rule refuses by throwing `Refusal`.
 */
export interface StrictRule {
  /** May answer in place of moto. */
  readonly before?: Readonly<Record<string, Before>>;
  /** May give moto's answer as AWS would give it; asked only when moto said yes. */
  readonly after?: Readonly<Record<string, After>>;
}
