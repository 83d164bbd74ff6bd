import { describe, expect, it } from 'vitest';
import { checkKubeconfig } from '../../../../src/domain/credential/values/kubeconfig.ts';
import { checkCloud } from '../../../../src/domain/credential/values/openstack-clouds.ts';

const ofKubeconfig = (host: string): readonly string[] =>
  checkKubeconfig({
    'current-context': 'a',
    contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
    clusters: [{ name: 'a', cluster: { server: `https://${host}` } }],
    users: [{ name: 'a', user: { token: 'token-of-a-user' } }],
  }).map(({ detail }) => detail);

const ofCloud = (host: string): readonly string[] =>
  checkCloud(
    {
      auth: {
        auth_url: `http://${host}/v3`,
        application_credential_id: 'a',
        application_credential_secret: 's',
      },
    },
    'prod',
  ).map(({ detail }) => detail);

describe('the server of a credential', () => {
  it.each([
    'api.infra.example.org:6443',
    'keystone',
    '10.0.0.7:5000',
    '192.0.2.7',
    '[2001:db8::7]:6443',
    '[fd01::7]',
    'localhost.example.org',
    '10.example.org',
  ])('may be %s', (host) => {
    expect([ofKubeconfig(host), ofCloud(host)]).toEqual([[], []]);
  });

  it.each([
    'localhost',
    'LOCALHOST:6443',
    'localhost.',
    'a.localhost',
    '127.0.0.1:6443',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0x7f000001',
    '0177.0.0.1',
    '0.0.0.0',
    '169.254.169.254',
    '169.254.169.254.',
    '[::1]',
    '[::]:6443',
    '[::ffff:7f00:1]',
    '[64:ff9b::a9fe:a9fe]',
    '[fe80::1]',
    '[fd00:ec2::254]',
    '[api.example.org]',
    '[127.0.0.1]',
  ])('is not %s, which is the machine that connects or what only that can reach', (host) => {
    expect(ofKubeconfig(host)).toEqual([
      'The server of the kubeconfig must be another machine than the one that connects to it.',
    ]);
    expect(ofCloud(host)).toEqual([
      'auth.auth_url of the cloud must be another machine than the one that connects to it.',
    ]);
  });
});
