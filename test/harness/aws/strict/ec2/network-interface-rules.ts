import { Refusal, xmlAnswer } from '../../protocol/aws-answer.ts';
import { findAll, parseXml, setText, textAt } from '../../protocol/xml.ts';
import type { StrictRule } from '../rule.ts';
import { describe } from './lookups.ts';

/** Interfaces that a service of AWS keeps, or that are attached, cannot be deleted by hand. */
export const networkInterfaceRules: StrictRule = {
  before: {
    'ec2:DeleteNetworkInterface': async ({ parameters }, { moto, estate }) => {
      const id = parameters.get('NetworkInterfaceId') ?? '';
      const [item] = await describe(moto, 'DescribeNetworkInterfaces', { 'network-interface-id': id });
      if (item === undefined) return;
      if (estate.interfaces.has(id) || textAt(item, 'attachment', 'instanceId') !== '')
        throw new Refusal('InvalidParameterValue', `Network interface '${id}' is currently in use.`);
    },
  },
  after: {
    'ec2:DescribeNetworkInterfaces': (_call, answer, { estate }) => {
      const document = parseXml(answer.body.toString('utf8'));
      for (const item of findAll(document, 'networkInterfaceSet', 'item')) {
        const kept = estate.interfaces.get(textAt(item, 'networkInterfaceId'));
        if (kept === undefined) continue;
        setText(item, 'status', 'in-use');
        setText(item, 'requesterManaged', 'true');
        setText(item, 'description', kept.owner);
        setText(item, 'interfaceType', kept.type);
      }
      return xmlAnswer(200, document);
    },
  },
};
