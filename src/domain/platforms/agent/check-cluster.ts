import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import { isDnsLabel } from '../../shared/kube-names.ts';
import type { FieldProblem } from '../../shared/problem.ts';
import { type NamespaceReference, platformBlock, type SpecPath } from '../platform-rules.ts';
import { collect, invalidFormat, notAllowed, specRoot } from '../problems.ts';

/** Namespaces of the management cluster itself and of other clusters: the operator grants access to the Agents in it. */
const reservedNamespace = /^(?:default|hypershift|(?:kube|openshift|hc)-.*)$/;

export const checkAgentCluster = (spec: ClusterSpec, at: SpecPath = specRoot): readonly FieldProblem[] => {
  const { namespace } = platformBlock(spec, 'agent').agent;
  const path = [...at, 'platform', 'agent', 'namespace'];
  return collect(
    isDnsLabel(namespace)
      ? undefined
      : invalidFormat(
          path,
          'Give the namespace of the Agents: lower case letters, digits and -, at most 63 characters.',
        ),
    reservedNamespace.test(namespace)
      ? notAllowed(path, `Namespace ${namespace} belongs to the management cluster.`)
      : undefined,
  );
};

/** Whoever names a namespace gets the machines in it. */
export const agentNamespaces = (spec: ClusterSpec): readonly NamespaceReference[] => {
  const { namespace } = platformBlock(spec, 'agent').agent;
  const isRefused = checkAgentCluster(spec).length > 0;
  return isRefused ? [] : [{ path: [...specRoot, 'platform', 'agent', 'namespace'], namespace }];
};
