import { objectOf, optional } from '../../shared/schema.ts';
import { dnsLabel, labelMap } from '../platform-fields.ts';

export const agentSchema = objectOf(
  'AgentPlatformInput',
  { namespace: dnsLabel(63, 'Namespace of the Agents on the management cluster.', 'lab-agents') },
  'Settings of bare metal by Agents.',
);

/** Machine settings of a node pool. */
export const agentNodePoolFields = {
  agentLabelSelector: objectOf(
    'AgentLabelSelectorInput',
    { matchLabels: optional(labelMap('Labels that an Agent must have.')) },
    'agent.',
  ),
};
