import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { BerthError } from '../../../src/domain/shared/error.ts';
import { readCredentialValue } from '../../../src/services/credential-values.ts';
import { prepareCredential } from '../../../src/services/new-credential.ts';

const context = { cloudName: 'prod' };
const canary = 'canary-of-the-secret';

const refusal = (run: () => unknown): BerthError => {
  try {
    run();
  } catch (error) {
    if (error instanceof BerthError) return error;
    throw error;
  }
  throw new Error('was taken');
};

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

describe('a signing key', () => {
  const pkcs1 = rsa.export({ type: 'pkcs1', format: 'pem' }).toString();

  it('is stored in the form that the operator reads, whichever it came in', () => {
    const pkcs8 = rsa.export({ type: 'pkcs8', format: 'pem' }).toString();

    expect(pkcs1).toMatch(/^-----BEGIN RSA PRIVATE KEY-----/);
    expect(readCredentialValue('signingKey', pkcs8, context)).toBe(pkcs1);
    expect(readCredentialValue('signingKey', pkcs1, context)).toBe(pkcs1);
  });

  it.each([
    [
      'a short one',
      generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
    ],
    [
      'one of a curve',
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
    ],
    [
      'one under a passphrase',
      rsa.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }),
    ],
    [
      'a public one',
      generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' }),
    ],
    ['a text', canary],
  ])('is refused as %s', (_what, pem) => {
    const error = refusal(() => readCredentialValue('signingKey', String(pem), context));

    expect([error.code, error.problems]).toEqual([
      'malformed-request',
      [
        {
          pointer: '/value',
          code: 'invalid-format',
          detail: 'Must be a private RSA key of 2048 to 8192 bits in PEM, without a passphrase.',
        },
      ],
    ]);
  });
});

describe('a clouds.yaml', () => {
  const text = `
clouds:
  prod:
    auth: { auth_url: "https://keystone.example.org/v3", application_credential_id: id, application_credential_secret: ${canary} }
  test:
    auth: { auth_url: "https://other.example.org/v3", username: u, password: other-secret }
`;

  it('is stored as the one cloud that is meant, under the name that manifests use', () => {
    const stored = readCredentialValue('openstackClouds', text, context);

    expect(parse(stored)).toEqual({
      clouds: {
        openstack: {
          auth: {
            auth_url: 'https://keystone.example.org/v3',
            application_credential_id: 'id',
            application_credential_secret: canary,
          },
        },
      },
    });
    expect(stored).not.toContain('other-secret');
  });

  it.each([
    [`clouds: [${canary}`],
    [
      `${'a: &a [x,x,x,x,x,x,x,x,x]\n'}b: &b [${'*a,'.repeat(9)}]\nc: [${'*b,'.repeat(9)}]\nclouds: { prod: ${canary} }`,
    ],
    [`%YAML 9\n--- !!js/function "${canary}"`],
    [`${text}\n  test: { auth: { password: ${canary} } }`],
    [`${text.replaceAll('\n}', '')}\n  more: { auth: { password: "${canary} }`],
  ])('is refused without its words when it cannot be read', (broken) => {
    const error = refusal(() => readCredentialValue('openstackClouds', broken, context));

    expect(error.code).toBe('malformed-request');
    expect(JSON.stringify([error.message, error.problems])).not.toContain(canary);
  });

  it('is checked with what its merge keys bring in, which other readers would see', () => {
    const auth = `{ auth_url: "https://k.example.org/v3", username: u, password: ${canary} }`;
    const merged = `hidden: &hidden { cacert: /etc/passwd }\nclouds: { prod: { <<: *hidden, auth: ${auth} } }`;

    expect(refusal(() => readCredentialValue('openstackClouds', merged, context)).problems).toEqual([
      {
        pointer: '/value',
        code: 'invalid-format',
        detail: 'The cloud may not have cacert: it names a file of your machine.',
      },
    ]);
  });

  it('keeps words that older readers take for something else', () => {
    const words = `clouds: { prod: { auth: { auth_url: "https://k.example.org/v3", username: yes, password: "12:30" } } }`;
    const stored = readCredentialValue('openstackClouds', words, context);

    expect(stored).toContain('username: "yes"');
    expect(stored).toContain('password: "12:30"');
  });
});

describe('a kubeconfig', () => {
  const config = {
    'current-context': 'a',
    contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
    clusters: [{ name: 'a', cluster: { server: 'https://api.example.org' } }],
    users: [{ name: 'a', user: { token: canary } }],
  };
  const json = JSON.stringify(config);
  const yamlWith = (user: string): string =>
    [
      'current-context: a',
      'contexts: [{ name: a, context: { cluster: a, user: a } }]',
      'clusters: [{ name: a, cluster: { server: "https://api.example.org" } }]',
      `users: [{ name: a, user: { ${user} } }]`,
    ].join('\n');

  it('is kept as what was checked, whether it came in YAML or JSON', () => {
    expect(readCredentialValue('kubeconfig', json, context)).toBe(json);
    expect(readCredentialValue('kubeconfig', yamlWith(`token: ${canary}`), context)).toBe(json);
  });

  it.each([
    `a: b: ${canary}`,
    json.slice(0, -1),
    `${json}}`,
    `${json} and more`,
    `${json}\n---\n${json}`,
    yamlWith(`token: ${canary}, token: ${canary}`),
    yamlWith(`token: ${canary}, "<<": { exec: { command: sh } }`),
    yamlWith(`token: ${canary}, more: &more { again: *more }`),
  ])('is refused when readers would not agree what it says: %s', (text) => {
    const error = refusal(() => readCredentialValue('kubeconfig', text, context));

    expect([error.message, error.problems.map(({ detail }) => detail)]).toEqual([
      'The value is not a kubeconfig that Berth may hand on.',
      ['Must be a kubeconfig, in YAML or JSON.'],
    ]);
  });

  it.each([
    ['exec', '{ command: sh }', 'it runs a command; give a token'],
    ['tokenFile', '/var/run/secrets/token', 'it names a file; give the token itself'],
  ])('cannot hide %s behind a merge key', (field, value, why) => {
    const text = yamlWith(`token: ${canary}, <<: { ${field}: ${value} }`);

    expect(refusal(() => readCredentialValue('kubeconfig', text, context)).problems).toEqual([
      {
        pointer: '/value',
        code: 'invalid-format',
        detail: `A user of the kubeconfig may not have ${field}: ${why}.`,
      },
    ]);
  });
});

describe('a new credential', () => {
  it('gets an external id of ours with a role, and claims the account of the role', () => {
    const settings = { roleArn: 'arn:aws-us-gov:iam::123456789012:role/a/b' };

    expect(prepareCredential({ name: 'x', kind: 'awsRole', settings }, () => 'made-by-us')).toEqual({
      settings: { ...settings, externalId: 'made-by-us' },
      account: { platform: 'aws', account: '123456789012' },
    });
  });

  it('keeps the settings of trusts, and has none for values', () => {
    const settings = { tenantId: 't', clientId: 'c', subscriptionId: 's' };
    const none = () => '';

    expect(prepareCredential({ name: 'x', kind: 'azureFederated', settings }, none)).toEqual({ settings });
    expect(prepareCredential({ name: 'x', kind: 'powervsApiKey', value: 'k'.repeat(44) }, none)).toEqual({
      settings: {},
      value: 'k'.repeat(44),
    });
  });
});
