import type { Access } from '../accounts/access.ts';
import type { MotoClient, MotoPlace } from '../moto-client.ts';
import { type AwsAnswer, Refusal } from '../protocol/aws-answer.ts';
import type { AwsCall } from '../protocol/aws-call.ts';
import { createEstate, type Estate, settleEstate } from './estate.ts';
import { forwardCall } from './forward.ts';
import { resetKnobs, type StrictKnobs, usualKnobs } from './knobs.ts';
import { createLock } from './lock.ts';
import type { Scene, StrictRule } from './rule.ts';

export interface StrictLayer {
  readonly knobs: StrictKnobs;
  /** What the layer knows beyond moto, since the last reset. */
  estate(): Estate;
  /** Answers moto gave that no AWS gives: a fault of moto or of this layer, with moto's own words. */
  readonly surprises: string[];
  /** Throws `Refusal`. */
  answer(call: AwsCall, access: Access): Promise<AwsAnswer>;
  /** Does what AWS would have done by itself until now. */
  settle(): Promise<void>;
  reset(): void;
}

interface Parts {
  readonly moto: MotoClient;
  readonly rules: readonly StrictRule[];
  now(): number;
  /** Why moto failed last. */
  lastError(): Promise<string>;
}

/** The rules of AWS that moto does not know. The first refusal counts; answers pass all rules. */
export const createStrictLayer = ({ moto, rules, now, lastError }: Parts): StrictLayer => {
  const knobs = usualKnobs();
  let estate = createEstate();
  const surprises: string[] = [];
  const settling = createLock();
  const writing = createLock();
  const settle = (): Promise<void> => settling('', () => settleEstate(estate, now()));
  const sceneOf = (call: AwsCall, access: Access): Scene => {
    const motoOf = (account: string, region = call.region): MotoPlace => moto.at(account, region);
    return { now, knobs, estate, moto: motoOf(call.account), motoOf, access };
  };

  const pass = async (call: AwsCall, access: Access): Promise<AwsAnswer> => {
    const scene = sceneOf(call, access);
    const keys = ['*', `${call.service}:*`, `${call.service}:${call.action}`];
    for (const rule of rules)
      for (const key of keys) {
        const instead = await rule.before?.[key]?.(call, scene);
        if (instead) return instead;
      }
    let answer = await forwardCall(moto, call);
    if (answer.status >= 500) {
      const words = `moto fails at ${call.service}:${call.action}: ${await lastError()}`;
      surprises.push(words);
      throw new Refusal('InternalError', words, 500);
    }
    if (answer.status >= 300) return answer;
    for (const rule of [...rules].reverse())
      for (const key of keys) answer = (await rule.after?.[key]?.(call, answer, scene)) || answer;
    return answer;
  };

  return {
    knobs,
    estate: () => estate,
    surprises,
    settle,
    answer: async (call, access) => {
      await settle();
      // What a rule has looked up must still hold when moto acts.
      return call.isWrite ? writing(call.account, () => pass(call, access)) : pass(call, access);
    },
    reset: () => {
      resetKnobs(knobs);
      estate = createEstate();
      surprises.length = 0;
    },
  };
};
