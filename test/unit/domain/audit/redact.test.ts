import { describe, expect, it } from 'vitest';
import { redactSecrets } from '../../../../src/domain/audit/redact.ts';

describe('what the audit trail shows of a change', () => {
  it('has no user and password of a URL', () => {
    expect(
      redactSecrets({
        proxy: { httpProxy: 'http://user:hunter2@proxy.example.com:3128', noProxy: 'a@b' },
        list: ['HTTPS://t0ken@host/path@x', 'https://host/@at?x=y@z'],
      }),
    ).toEqual({
      proxy: { httpProxy: 'http://[redacted]@proxy.example.com:3128', noProxy: 'a@b' },
      list: ['HTTPS://[redacted]@host/path@x', 'https://host/@at?x=y@z'],
    });
  });

  it('says of members that hold a secret only that they were set', () => {
    expect(
      redactSecrets({
        kubeconfig: 'k',
        nested: [{ clientSecret: 's', adminPassword: 'p', apiKey: 'a', token: 't' }],
      }),
    ).toEqual({
      kubeconfig: { set: true },
      nested: [
        {
          clientSecret: { set: true },
          adminPassword: { set: true },
          apiKey: { set: true },
          token: { set: true },
        },
      ],
    });
  });

  it('has no private key, wherever it stands', () => {
    expect(redactSecrets({ note: '-----BEGIN RSA PRIVATE KEY-----\nMIIE' })).toEqual({ note: '[redacted]' });
  });

  it('has references to secrets, taints and labels as they are', () => {
    const change = {
      clientSecret: { name: 'oidc' },
      pullSecretCredentialId: 'cr_1',
      taints: [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' }],
      tokenTtlSeconds: 60,
      nothing: null,
      absent: undefined,
      note: 'user@example.com',
    };
    expect(redactSecrets(change)).toEqual(change);
    expect(redactSecrets({ labels: { env: 'prod' } })).toEqual({ labels: { env: 'prod' } });
  });
});
