import { listOf, objectOf, optional, word } from '../../shared/schema.ts';
import { dnsLabel, labelKey, labelMap, labelValue } from '../platform-fields.ts';

export const agentSchema = objectOf(
  'AgentPlatformInput',
  { namespace: dnsLabel(63, 'Namespace of the Agents on the management cluster.', 'lab-agents') },
  'Settings of bare metal by Agents.',
);

const requirement = objectOf('AgentLabelRequirementInput', {
  key: labelKey('Key of the label.'),
  operator: word(['In', 'NotIn', 'Exists', 'DoesNotExist'], 'What must hold.'),
  values: optional(
    listOf(labelValue('A value.'), { maxItems: 32, description: 'Values of In and NotIn; of no other.' }),
  ),
});

/** Machine settings of a node pool. */
export const agentNodePoolFields = {
  agentLabelSelector: objectOf(
    'AgentLabelSelectorInput',
    {
      matchLabels: optional(labelMap('Labels that an Agent must have.')),
      matchExpressions: optional(
        listOf(requirement, { maxItems: 16, description: 'What else must hold of the labels of an Agent.' }),
      ),
    },
    'agent.',
  ),
};
