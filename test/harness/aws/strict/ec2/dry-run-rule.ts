import { Refusal } from '../../protocol/aws-answer.ts';
import type { StrictRule } from '../rule.ts';

/** A dry run asks whether one may; moto does the thing. Stands behind the rule that knows who may what. */
export const dryRunRule: StrictRule = {
  before: {
    'ec2:*': ({ parameters }) => {
      if (parameters.get('DryRun') === 'true')
        throw new Refusal('DryRunOperation', 'Request would have succeeded, but DryRun flag is set.', 412);
    },
  },
};
