import { describe, expect, it } from 'vitest';
import { isSecretKind } from '../../../../src/domain/credential/credential.ts';
import { accountOfRole, cloudNameOf } from '../../../../src/domain/credential/credential-settings.ts';
import { checkDockerConfig } from '../../../../src/domain/credential/values/docker-config.ts';
import { checkKubeconfig } from '../../../../src/domain/credential/values/kubeconfig.ts';
import { checkCloud, cloudOf } from '../../../../src/domain/credential/values/openstack-clouds.ts';
import { checkPowervsApiKey } from '../../../../src/domain/credential/values/powervs-api-key.ts';
import { checkSshPublicKey } from '../../../../src/domain/credential/values/ssh-public-key.ts';
import type { JsonObject } from '../../../../src/domain/shared/json.ts';

const canary = 'canary-of-the-secret';

const kubeconfig = (cluster: JsonObject = {}, user: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Config',
  'current-context': 'infra',
  contexts: [{ name: 'infra', context: { cluster: 'infra', user: 'berth', namespace: 'guests' } }],
  clusters: [{ name: 'infra', cluster: { server: 'https://api.infra.example.org:6443', ...cluster } }],
  users: [{ name: 'berth', user: { token: canary, ...user } }],
});

const detailsOf = (problems: readonly { readonly pointer: string; readonly detail: string }[]): string[] =>
  problems.map(({ pointer, detail }) => `${pointer} ${detail}`);

describe('a kubeconfig', () => {
  it('is taken with a server and a token', () => {
    expect(checkKubeconfig(kubeconfig({ 'certificate-authority-data': 'LS0t' }))).toEqual([]);
  });

  it.each([
    [
      { 'insecure-skip-tls-verify': true },
      {},
      'A cluster of the kubeconfig may not have insecure-skip-tls-verify',
    ],
    [
      { 'certificate-authority': '/etc/ca.crt' },
      {},
      'A cluster of the kubeconfig may not have certificate-authority:',
    ],
    [{ 'proxy-url': 'http://proxy' }, {}, 'A cluster of the kubeconfig may not have proxy-url'],
    [{}, { exec: { command: 'sh' } }, 'A user of the kubeconfig may not have exec: it runs a command'],
    [{}, { 'auth-provider': { name: 'gcp' } }, 'A user of the kubeconfig may not have auth-provider'],
    [{}, { tokenFile: '/var/run/token' }, 'A user of the kubeconfig may not have tokenFile: it names a file'],
    [{}, { 'client-certificate': '/a.crt' }, 'A user of the kubeconfig may not have client-certificate:'],
    [{}, { 'client-key': '/a.key' }, 'A user of the kubeconfig may not have client-key:'],
    [{}, { username: 'u', password: canary }, 'A user of the kubeconfig may not have username'],
    [{}, { as: 'system:admin' }, 'A user of the kubeconfig may not have as:'],
    [
      { server: 'http://api.infra.example.org' },
      {},
      'The cluster of the current context needs a server: an https URL',
    ],
    [{ server: 'https://user:pw@api.example.org' }, {}, 'The cluster of the current context needs a server'],
    [{ server: 'https://api.example.org?x=1' }, {}, 'The cluster of the current context needs a server'],
    [{}, { token: '' }, 'The user of the current context needs a token'],
    [{}, { token: 'two words' }, 'The user of the current context needs a token'],
  ])('is refused with cluster %j and user %j', (cluster, user, detail) => {
    const details = detailsOf(checkKubeconfig(kubeconfig(cluster, user)));

    expect(details[0]).toContain(`/value ${detail}`);
    expect(details.join()).not.toContain(canary);
  });

  it('is refused for what another user in it may do', () => {
    const config = kubeconfig();
    const users = [...(config['users'] as JsonObject[]), { name: 'x', user: { exec: { command: 'sh' } } }];

    expect(detailsOf(checkKubeconfig({ ...config, users }))).toEqual([
      '/value A user of the kubeconfig may not have exec: it runs a command; give a token.',
    ]);
  });

  it('names every problem at once', () => {
    expect(checkKubeconfig(kubeconfig({ server: '' }, { exec: {}, token: '' }))).toHaveLength(3);
  });

  it.each([[undefined], ['text'], [[]], [{}], [{ ...kubeconfig(), 'current-context': 'other' }]])(
    'is refused when it is %j',
    (config) => {
      expect(checkKubeconfig(config)).toHaveLength(1);
    },
  );

  it('is refused when its lists hold no entries that can be read', () => {
    const odd = {
      ...kubeconfig(),
      clusters: ['infra', { name: 7 }, { name: 'infra', cluster: 'x' }],
      users: {},
    };

    expect(detailsOf(checkKubeconfig(odd))).toEqual([
      expect.stringContaining('/value The cluster of the current context needs a server'),
      expect.stringContaining('/value The user of the current context needs a token'),
    ]);
  });

  it('is refused when two entries have the name of the current one', () => {
    const config = kubeconfig();
    const clusters = [...(config['clusters'] as JsonObject[]), ...(config['clusters'] as JsonObject[])];

    expect(checkKubeconfig({ ...config, clusters })).toHaveLength(1);
  });
});

describe('a clouds.yaml', () => {
  const auth = {
    auth_url: 'https://keystone.example.org:5000/v3',
    application_credential_id: 'id',
    application_credential_secret: canary,
  };

  it('gives the cloud of the name, and none by inheritance', () => {
    expect(cloudOf({ clouds: { prod: { auth } } }, 'prod')).toEqual({ auth });
    expect(cloudOf({ clouds: { prod: { auth } } }, 'openstack')).toBeUndefined();
    expect(cloudOf({ clouds: {} }, 'constructor')).toBeUndefined();
    expect(cloudOf('text', 'prod')).toBeUndefined();
    expect(cloudOf({ clouds: { prod: 'text' } }, 'prod')).toBeUndefined();
  });

  it('is taken with an application credential or a password', () => {
    expect(checkCloud({ auth, region_name: 'one', auth_type: 'v3applicationcredential' }, 'prod')).toEqual(
      [],
    );
    const user = { auth_url: 'http://keystone:5000', username: 'u', password: canary, project_name: 'p' };
    expect(checkCloud({ auth: user }, 'prod')).toEqual([]);
  });

  it.each([
    [undefined, 'Must be a clouds.yaml with a cloud named prod'],
    [{}, 'The cloud needs auth.'],
    [{ auth: { ...auth, auth_url: 'keystone' } }, 'auth.auth_url of the cloud must be the URL'],
    [
      { auth: { auth_url: auth.auth_url, username: canary } },
      'auth of the cloud needs an application credential',
    ],
    [{ auth, cacert: '/etc/ca.pem' }, 'The cloud may not have cacert: it names a file'],
    [{ auth, key: '/etc/key.pem' }, 'The cloud may not have key: it names a file'],
    [{ auth, verify: false }, 'The cloud may not have verify: false'],
    [{ auth, profile: 'vexxhost' }, 'The cloud may not have profile'],
  ])('is refused as %j', (cloud, detail) => {
    const details = detailsOf(checkCloud(cloud, 'prod'));

    expect(details).toHaveLength(1);
    expect(details[0]).toContain(`/value ${detail}`);
    expect(details[0]).not.toContain(canary);
  });
});

describe('a public key', () => {
  const ed25519 =
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ2s0vGJQY0q0l1y4c3cW8v5m0l3bq4b2p4S1c9mT0aQ ops@example.org';

  it('is taken in the form of OpenSSH, with a line break at its end', () => {
    expect(checkSshPublicKey(ed25519)).toEqual([]);
    expect(checkSshPublicKey(`${ed25519}\n`)).toEqual([]);
  });

  it.each([
    ['-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n', 'Must be the public key'],
    [ed25519.replace('ssh-ed25519', 'ssh-rsa'), 'Must be one public key'],
    [`${ed25519}\n${ed25519}`, 'Must be one public key'],
    ['ssh-ed25519 AAAA', 'Must be one public key'],
    [ed25519.replace('AAAAC3', 'AAAC3'), 'Must be one public key'],
    [canary, 'Must be one public key'],
  ])('is refused as %s', (text, detail) => {
    const details = detailsOf(checkSshPublicKey(text));

    expect(details).toHaveLength(1);
    expect(details[0]).toContain(detail);
    expect(details[0]).not.toContain(canary);
  });
});

it('a pull secret has credentials for every registry that it names', () => {
  const auth = btoa(`user:${canary}`);
  const of = (auths: unknown): string[] => detailsOf(checkDockerConfig(JSON.stringify({ auths })));

  expect(of({ 'quay.io': { auth } })).toEqual([]);
  for (const auths of [{}, [], { 'quay.io': {} }, { 'quay.io': 'x' }, { a: { auth }, b: { auth: '!' } }])
    expect(of(auths)).toHaveLength(1);
  expect(detailsOf(checkDockerConfig(canary)).join()).not.toContain(canary);
});

it('settings tell the account of a role and the cloud of a file', () => {
  expect(accountOfRole('arn:aws-cn:iam::123456789012:role/a/b')).toBe('123456789012');
  expect(accountOfRole('nothing')).toBe('');
  expect([cloudNameOf({}), cloudNameOf({ cloud: 'prod' })]).toEqual(['openstack', 'prod']);
  expect([isSecretKind('pullSecret'), isSecretKind('awsRole')]).toEqual([true, false]);
});

it('an API key of IBM Cloud is a word of some length', () => {
  expect(checkPowervsApiKey('k-rT_9'.repeat(7))).toEqual([]);
  expect(checkPowervsApiKey(`${'k'.repeat(44)}\n`)).toEqual([]);
  expect(checkPowervsApiKey('short')).toHaveLength(1);
  expect(checkPowervsApiKey(`${'k'.repeat(20)} and more`)).toHaveLength(1);
});
