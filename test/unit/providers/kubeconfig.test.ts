import { describe, expect, it } from 'vitest';
import { readInCluster, readKubeconfig } from '../../../src/providers/management-cluster/kubeconfig.ts';
import { kubeconfigOf } from './scripted-server.ts';

const SERVER = 'https://hub.example.com:6443';

describe('kubeconfig', () => {
  it('is read for its current context: server, CA, token and client certificate', () => {
    const text = kubeconfigOf(`${SERVER}/`, {
      cluster: { 'certificate-authority-data': 'Q0E=', 'tls-server-name': 'hub' },
      user: { 'client-certificate-data': 'Q0VSVA==', 'client-key-data': 'S0VZ', token: 'token' },
    });
    const config = readKubeconfig(text);
    expect(config.getCurrentCluster()).toMatchObject({
      server: SERVER,
      caData: 'Q0E=',
      tlsServerName: 'hub',
      skipTLSVerify: false,
    });
    expect(config.getCurrentUser()).toMatchObject({ token: 'token', certData: 'Q0VSVA==', keyData: 'S0VZ' });
  });

  it('takes plain HTTP on this machine only', () => {
    expect(readKubeconfig(kubeconfigOf('http://127.0.0.1:8080')).getCurrentCluster()?.server).toBe(
      'http://127.0.0.1:8080',
    );
    expect(() => readKubeconfig(kubeconfigOf('http://hub.example.com'))).toThrow('server must be https');
    expect(() => readKubeconfig(kubeconfigOf('http://127.0.0.1.example.com'))).toThrow(
      'server must be https',
    );
  });

  it('takes fields that are empty as absent', () => {
    const cluster = { 'insecure-skip-tls-verify': false, 'proxy-url': '' };
    expect(readKubeconfig(kubeconfigOf(SERVER, { cluster })).getCurrentCluster()?.server).toBe(SERVER);
  });

  it.each([
    ['a command to run', { user: { exec: { command: 'touch', args: ['/tmp/x'] } } }, '"exec"'],
    ['an auth provider', { user: { 'auth-provider': { name: 'oidc' } } }, '"auth-provider"'],
    ['a token file', { user: { tokenFile: '/var/run/secrets/token' } }, '"tokenFile"'],
    [
      'a token file in another spelling',
      { user: { 'token-file': '/var/run/secrets/token' } },
      '"token-file"',
    ],
    ['a certificate file', { user: { 'client-certificate': '/etc/passwd' } }, '"client-certificate"'],
    ['a CA file', { cluster: { 'certificate-authority': '/etc/passwd' } }, '"certificate-authority"'],
    ['unverified TLS', { cluster: { 'insecure-skip-tls-verify': true } }, '"insecure-skip-tls-verify"'],
    ['a proxy', { cluster: { 'proxy-url': 'http://proxy.example.com' } }, '"proxy-url"'],
    ['impersonation', { user: { token: 'token', as: 'admin' } }, '"as"'],
    ['a password', { user: { username: 'admin', password: 'hunter2' } }, '"username"'],
    ['a token that is no text', { user: { token: { value: 'token' } } }, 'token is not text'],
  ])('is refused for %s', (_what, parts, words) => {
    const read = () => readKubeconfig(kubeconfigOf(SERVER, parts));
    expect(read).toThrow(expect.objectContaining({ kind: 'invalid', retryable: false }));
    expect(read).toThrow(words);
  });

  it.each([
    ['no YAML', 'a: [', 'not YAML'],
    ['a list', '[]', 'not a mapping'],
    ['nothing', '', 'not YAML'],
    ['no current context', '{"apiVersion": "v1"}', 'contexts has no single entry'],
    ['an address with credentials', kubeconfigOf('https://user:pass@hub.example.com'), 'without credentials'],
    ['no address', kubeconfigOf('hub'), 'not a URL'],
    ['another scheme', kubeconfigOf('file:///etc/passwd'), 'must be https'],
    ['too much text', `# ${'x'.repeat(200_000)}`, 'longer than'],
  ])('is refused when it is %s', (_what, text, words) => {
    expect(() => readKubeconfig(text)).toThrow(expect.objectContaining({ kind: 'invalid' }));
    expect(() => readKubeconfig(text)).toThrow(words);
  });

  it('is refused in words that do not show the credential', () => {
    const read = () =>
      readKubeconfig(kubeconfigOf('http://hub.example.com', { user: { token: 'secret-token' } }));
    expect(read).toThrow(expect.objectContaining({ message: expect.not.stringContaining('secret-token') }));
  });

  it('in the cluster is refused outside of one', () => {
    expect(() => readInCluster()).toThrow('not running in a cluster');
  });
});
