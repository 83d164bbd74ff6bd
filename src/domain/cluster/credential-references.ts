import type { CredentialKind } from '../credential/credential.ts';
import type { CredentialReference } from '../platforms/platform-rules.ts';
import { platformOf } from '../platforms/platforms.ts';
import { filled } from '../shared/present.ts';
import { type FieldProblem, pointerOf } from '../shared/problem.ts';
import type { ClusterSpec } from './cluster-spec.ts';

/** Credentials that a spec refers to besides its pull secret. */
const furtherCredentials = (spec: ClusterSpec): readonly CredentialReference[] => {
  const auditWebhook = filled(spec.controlPlane?.auditWebhookCredentialId);
  return [
    ...(auditWebhook === undefined
      ? []
      : [
          {
            path: ['spec', 'controlPlane', 'auditWebhookCredentialId'],
            id: auditWebhook,
            kinds: ['kubeconfig'] as const,
          },
        ]),
    ...platformOf(spec.platform.type).credentials(spec),
  ];
};

/** Each once. */
export const furtherCredentialIds = (spec: ClusterSpec): readonly string[] => [
  ...new Set(furtherCredentials(spec).map(({ id }) => id)),
];

export const credentialReferences = (spec: ClusterSpec): readonly CredentialReference[] => [
  { path: ['spec', 'pullSecretCredentialId'], id: spec.pullSecretCredentialId, kinds: ['pullSecret'] },
  ...furtherCredentials(spec),
];

/** Two references that are answered alike: the same credential, for the same use. */
const keyOf = ({ id, kinds }: CredentialReference): string => `${id} ${kinds.join('|')}`;

/** Those of a changed spec that the spec before did not have: what is stored refers to credentials that are there. */
export const addedCredentials = (before: ClusterSpec, after: ClusterSpec): readonly CredentialReference[] => {
  const known = new Set(credentialReferences(before).map(keyOf));
  return credentialReferences(after).filter((reference) => !known.has(keyOf(reference)));
};

/** All credentials of a spec and what they are for, in one text: equal when a spec refers to the same. */
export const credentialsKey = (spec: ClusterSpec): string =>
  [...new Set(credentialReferences(spec).map(keyOf))].sort().join(' ');

/**
 * References to what the tenant does not have, or has of another kind.
 * @param kinds kinds of the credentials that the tenant has, by id; others' are not among them, so that they look like none.
 */
export const checkCredentials = (
  references: readonly CredentialReference[],
  kinds: ReadonlyMap<string, CredentialKind>,
): readonly FieldProblem[] =>
  references
    .filter(({ id, kinds: wanted }) => {
      const kind = kinds.get(id);
      return kind === undefined || !wanted.includes(kind);
    })
    .map(({ path, kinds: wanted }) => ({
      pointer: pointerOf(...path),
      code: 'not-found',
      detail: `There is no such credential of kind ${wanted.join(' or ')}.`,
      ...(wanted.length > 1 ? { allowed: wanted } : {}),
    }));
