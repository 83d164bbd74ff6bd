import { describe, expect, it } from 'vitest';
import type { ClusterSpec } from '../../../../src/domain/cluster/cluster-spec.ts';
import {
  addedCredentials,
  checkCredentials,
  credentialReferences,
  credentialsKey,
  furtherCredentialIds,
} from '../../../../src/domain/cluster/credential-references.ts';
import { specOf } from '../manifests/samples.ts';

const [pullSecret, kubeconfig, other] = [
  'cr_01jzc8w2q5e8rv9n3k7m4x6t0c',
  'cr_01jzc8w2q5e8rv9n3k7m4x6t0k',
  'cr_01jzc8w2q5e8rv9n3k7m4x6t0m',
];

const onKubevirt = (credentialId: string, more: Partial<ClusterSpec> = {}): ClusterSpec =>
  specOf('kubevirt', {
    platform: {
      type: 'kubevirt',
      kubevirt: { externalInfrastructure: { credentialId, namespace: 'machines' } },
    },
    ...more,
  });

const problems = (spec: ClusterSpec, kinds: Parameters<typeof checkCredentials>[1]) =>
  checkCredentials(credentialReferences(spec), kinds).map(({ pointer, detail }) => `${pointer}: ${detail}`);

describe('credentials of a cluster', () => {
  it('are its pull secret, that of its platform and that of the audit log', () => {
    const spec = onKubevirt(kubeconfig, { controlPlane: { auditWebhookCredentialId: other } });
    expect(credentialReferences(spec).map(({ id, kinds }) => [id, kinds])).toEqual([
      [pullSecret, ['pullSecret']],
      [other, ['kubeconfig']],
      [kubeconfig, ['kubeconfig']],
    ]);
    expect(furtherCredentialIds(spec)).toEqual([other, kubeconfig]);
    expect(furtherCredentialIds(specOf('none'))).toEqual([]);
  });

  it('count once when one is used for several things', () => {
    expect(furtherCredentialIds(specOf('powervs'))).toEqual(['cr_01jc8vr3n2e9qsyw6x5m7t4kzd']);
    const spec = onKubevirt(kubeconfig, { controlPlane: { auditWebhookCredentialId: kubeconfig } });
    expect(furtherCredentialIds(spec)).toEqual([kubeconfig]);
  });

  it('must be there and of the kind that is meant; which of the two is wrong is not told', () => {
    const spec = onKubevirt(kubeconfig);
    const answer = [
      '/spec/platform/kubevirt/externalInfrastructure/credentialId: There is no such credential of kind kubeconfig.',
    ];
    const mine = [pullSecret, 'pullSecret'] as const;
    expect(problems(spec, new Map([mine, [kubeconfig, 'kubeconfig']]))).toEqual([]);
    expect(problems(spec, new Map([mine]))).toEqual(answer);
    expect(problems(spec, new Map([mine, [kubeconfig, 'sshKey']]))).toEqual(answer);
    expect(problems(onKubevirt(pullSecret), new Map([mine]))).toEqual(answer);
    expect(problems(spec, new Map([[kubeconfig, 'kubeconfig']]))).toEqual([
      '/spec/pullSecretCredentialId: There is no such credential of kind pullSecret.',
    ]);
  });

  it('may be of one of several kinds, which are told then', () => {
    const reference = { path: ['spec', 'x'], id: other, kinds: ['kubeconfig', 'sshKey'] } as const;
    expect(checkCredentials([reference], new Map([[other, 'sshKey']]))).toEqual([]);
    expect(checkCredentials([reference], new Map())).toEqual([
      {
        pointer: '/spec/x',
        code: 'not-found',
        detail: 'There is no such credential of kind kubeconfig or sshKey.',
        allowed: ['kubeconfig', 'sshKey'],
      },
    ]);
  });

  it('are looked at in a change only where they are new', () => {
    const before = onKubevirt(kubeconfig);
    expect(addedCredentials(before, { ...before, paused: true })).toEqual([]);
    expect(addedCredentials(before, onKubevirt(other)).map(({ id }) => id)).toEqual([other]);
    const asPullSecret = { ...before, pullSecretCredentialId: kubeconfig };
    expect(addedCredentials(before, asPullSecret).map(({ path }) => path)).toEqual([
      ['spec', 'pullSecretCredentialId'],
    ]);
  });

  it('are the same for two specs that use the same for the same', () => {
    const spec = onKubevirt(kubeconfig);
    expect(credentialsKey({ ...spec, paused: true })).toBe(credentialsKey(spec));
    expect(credentialsKey(onKubevirt(other))).not.toBe(credentialsKey(spec));
    expect(credentialsKey({ ...spec, pullSecretCredentialId: kubeconfig })).not.toBe(credentialsKey(spec));
    const swapped = onKubevirt(pullSecret, { pullSecretCredentialId: kubeconfig });
    expect(credentialsKey(swapped)).not.toBe(credentialsKey(spec));
  });
});
