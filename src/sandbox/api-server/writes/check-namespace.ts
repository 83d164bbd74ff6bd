import { dnsLabelProblem } from '../admission/label-rules.ts';
import { forbidden, notFound } from '../objects/errors.ts';
import { isTerminating, namespaces } from '../resources/namespaces.ts';
import { type ResourceType, subjectOf } from '../resources/resource-type.ts';
import { loadObject, type WriteContext } from './write-context.ts';

/** Nothing is created in a namespace that is not there, or that is on its way out. */
export const checkNamespace = async (
  context: WriteContext,
  type: ResourceType,
  namespace: string,
  name: string,
): Promise<void> => {
  if (!type.namespaced) return;
  const found = dnsLabelProblem(namespace)
    ? undefined
    : await loadObject(context, { type: namespaces, namespace: '', name: namespace });
  if (!found) throw notFound(subjectOf(namespaces, namespace));
  if (!isTerminating(found) && found.metadata.deletionTimestamp === undefined) return;
  throw forbidden(
    subjectOf(type, name),
    `unable to create new content in namespace ${namespace} because it is being terminated`,
    [
      {
        reason: 'NamespaceTerminating',
        message: `namespace ${namespace} is being terminated`,
        field: 'metadata.namespace',
      },
    ],
  );
};
