import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import { filled } from '../../shared/present.ts';
import type { FieldProblem } from '../../shared/problem.ts';
import type { SpecPath } from '../platform-rules.ts';
import { checkFormat, collect, conflicting, duplicate, notAllowed, required } from '../problems.ts';
import type {
  AzureExistingInfrastructure,
  AzureManagedIdentities,
  AzurePlatform,
  AzureWorkloadIdentities,
} from './azure-spec.ts';
import { checkNetworkIds } from './check-ids.ts';

const missingKey = 'A key of a vault needs the identity of the key service.';

/** Roles are given to identities: two operators with one would have each other's. */
const checkRepeated = (workload: AzureWorkloadIdentities, at: SpecPath): readonly FieldProblem[] => {
  const entries = Object.entries(workload).flatMap(([name, id]) =>
    id === undefined ? [] : [[name, id.toLowerCase()] as const],
  );
  return entries.flatMap(([name, id], index) => {
    const first = entries.findIndex(([, other]) => other === id);
    return first === index
      ? []
      : [duplicate([...at, name], `${entries[first]?.[0]} has this client id already; give each its own.`)];
  });
};

const checkWorkload = (
  workload: AzureWorkloadIdentities,
  isPublic: boolean,
  hasKey: boolean,
  at: SpecPath,
): readonly FieldProblem[] =>
  collect(
    !isPublic && filled(workload.controlPlaneOperator) === undefined
      ? required(
          [...at, 'controlPlaneOperator'],
          'Private access needs the identity of the control plane operator.',
        )
      : undefined,
    hasKey && filled(workload.kms) === undefined ? required([...at, 'kms'], missingKey) : undefined,
    checkRepeated(workload, at),
  );

const checkManaged = (
  { controlPlane }: AzureManagedIdentities,
  { capabilities }: ClusterSpec,
  hasKey: boolean,
  at: SpecPath,
): readonly FieldProblem[] =>
  collect(
    hasKey && controlPlane.kms === undefined
      ? required([...at, 'controlPlane', 'kms'], missingKey)
      : undefined,
    controlPlane.imageRegistry === undefined && capabilities?.disabled?.includes('ImageRegistry') !== true
      ? required(
          [...at, 'controlPlane', 'imageRegistry'],
          'The image registry needs an identity unless it is disabled.',
        )
      : undefined,
  );

/** Of Azure's two ways to let operators in exactly one; documents of an issuer are published by its owner only. */
const checkIdentities = (
  spec: ClusterSpec,
  azure: AzurePlatform,
  infrastructure: AzureExistingInfrastructure,
  at: SpecPath,
): readonly FieldProblem[] => {
  const { workloadIdentities: workload, managedIdentities: managed } = infrastructure;
  const hasKey = spec.encryption?.type === 'kms';
  const isPublic = (azure.endpointAccess ?? 'public') === 'public';
  if (workload !== undefined && managed !== undefined)
    return [
      conflicting([...at, 'managedIdentities'], 'Give workloadIdentities or managedIdentities, not both.'),
    ];
  if (managed !== undefined)
    return collect(
      checkManaged(managed, spec, hasKey, [...at, 'managedIdentities']),
      azure.oauthPublishing === 'loadBalancer'
        ? notAllowed(
            [...at.slice(0, -1), 'oauthPublishing'],
            'With managed identities OAuth is published by a route.',
          )
        : undefined,
    );
  if (workload === undefined)
    return [required([...at, 'workloadIdentities'], 'Give workloadIdentities, or managedIdentities.')];
  return collect(
    checkWorkload(workload, isPublic, hasKey, [...at, 'workloadIdentities']),
    filled(infrastructure.issuerUrl) === undefined
      ? required([...at, 'issuerUrl'], 'The identities trust an issuer: give it.')
      : undefined,
    filled(infrastructure.serviceAccountSigningKeyCredentialId) === undefined
      ? required(
          [...at, 'serviceAccountSigningKeyCredentialId'],
          'On Azure nobody publishes the documents of an issuer but its owner: give the key behind it.',
        )
      : undefined,
  );
};

/** Without query and fragment: paths of the discovery documents are put behind it. The CRD takes 255 characters. */
const issuerUrl =
  /^(?=.{1,255}$)https:\/\/[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?(?::\d{1,5})?(?:\/[\w.~-]+)*\/?$/i;

export const checkExistingInfrastructure = (
  spec: ClusterSpec,
  azure: AzurePlatform,
  infrastructure: AzureExistingInfrastructure,
  at: SpecPath,
): readonly FieldProblem[] =>
  collect(
    checkFormat(
      infrastructure.infraId,
      /^(?=.{1,27}$)[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/,
      [...at, 'infraId'],
      'Give lower case letters, digits and -, at most 27 characters.',
    ),
    checkNetworkIds(azure, infrastructure, at),
    checkIdentities(spec, azure, infrastructure, at),
    checkFormat(
      filled(infrastructure.issuerUrl),
      issuerUrl,
      [...at, 'issuerUrl'],
      'Give an https URL of at most 255 characters, without query and fragment.',
    ),
    filled(infrastructure.serviceAccountSigningKeyCredentialId) !== undefined &&
      filled(infrastructure.issuerUrl) === undefined &&
      infrastructure.workloadIdentities === undefined
      ? required([...at, 'issuerUrl'], 'A signing key needs the issuer that it signs for.')
      : undefined,
    Object.keys(azure.tags ?? {}).length > 0
      ? notAllowed([...at.slice(0, -1), 'tags'], 'Tags are put on what Berth makes, which is nothing here.')
      : undefined,
  );
