import { Refusal } from '../../protocol/aws-answer.ts';
import type { Scene, StrictRule } from '../rule.ts';

const recent = new WeakMap<Scene['estate'], Map<string, number[]>>();

/** Route 53 takes five requests a second from an account, whatever they ask; by the double's clock. */
export const rateRule: StrictRule = {
  before: {
    'route53:*': ({ account }, { estate, knobs, now }) => {
      const most = knobs.route53PerSecond;
      if (most === undefined) return;
      const byAccount = recent.get(estate) ?? new Map<string, number[]>();
      recent.set(estate, byAccount);
      const times = (byAccount.get(account) ?? []).filter((at) => at > now() - 1000);
      byAccount.set(account, times);
      if (times.length >= most) throw new Refusal('Throttling', 'Rate exceeded', 400);
      times.push(now());
    },
  },
};
