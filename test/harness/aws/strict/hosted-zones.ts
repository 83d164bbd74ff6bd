import { refusal, textsOf } from '../aws-answer.ts';
import type { StrictRule } from './rule.ts';

/** A CallerReference makes one zone; moto makes another each time. */
export const createHostedZoneRule = (): StrictRule => {
  const references = new Map<string, string>();
  const keyOf = (account: string, body: string): string | undefined => {
    const [reference] = textsOf(body, 'CallerReference');
    return reference === undefined ? undefined : `${account} ${reference}`;
  };
  return {
    refuse: (call) => {
      if (call.service !== 'route53' || call.action !== 'CreateHostedZone') return undefined;
      const key = keyOf(call.account, call.body.toString('utf8'));
      return key !== undefined && references.has(key)
        ? refusal(
            call,
            409,
            'HostedZoneAlreadyExists',
            'A hosted zone has been created with this caller reference.',
          )
        : undefined;
    },
    amend: (call, answer) => {
      if (call.service !== 'route53' || answer.status >= 300) return answer;
      if (call.action === 'CreateHostedZone') {
        const key = keyOf(call.account, call.body.toString('utf8'));
        if (key !== undefined) references.set(key, textsOf(answer.body, 'Id')[0] ?? '');
      }
      if (call.action === 'DeleteHostedZone') {
        const id = call.path.replace(/^.*\//, '');
        for (const [key, zone] of references) if (zone.endsWith(id)) references.delete(key);
      }
      return answer;
    },
    reset: () => references.clear(),
  };
};
