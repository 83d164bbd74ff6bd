import { expect, it } from 'vitest';
import { listSources, readText } from './tree.ts';

/** Comments and texts say `fetch` without calling it; types are no calls. */
const codeOf = (path: string): string =>
  readText(path)
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(/^(import|export) type [^;]*;/gm, '')
    .replaceAll(/typeof fetch\b/g, '');

/** The `fetch` of the runtime: called, or handed on as a default. */
const globalFetch = /(?<![.\w#])fetch\(|(?:=|\?\?|=>|\() *fetch\b(?! *[:=])|globalThis\.fetch/;

/** Modules with which a connection is made. A server is no client, so what is imported counts. */
const clientOf =
  /import (?:\w+, )?(?:\{[^}]*\}|\w+)(?:, \{[^}]*\})? from '(?:node:)?(?:https?|http2|net|tls|dgram|dns)(?:\/promises)?'/g;
const clientNames = /\b(?:http|https|request|get|connect|lookup|Resolver|createSocket|Agent)\b/;

const withoutTypes = (line: string): string => line.replaceAll(/type \w+/g, '').replace(/from .*/, '');

const makesConnections = (path: string): boolean => {
  const code = codeOf(path);
  return (
    globalFetch.test(code) ||
    [...code.matchAll(clientOf)].some(([line]) => clientNames.test(withoutTypes(line)))
  );
};

/**
 * Who leaves the process by other means than the guarded client, and to whom: never to an address that a tenant gave. A library (the AWS
 * SDK, pg, ioredis, undici) is in the import table of dependency-cruiser.
 */
const allowed: Readonly<Record<string, string>> = {
  'src/cli/demo/rest-client.ts': 'the API that the user of the command names',
  'src/cli/demo/stack.ts': 'the processes that the demo started',
  'src/providers/infrastructure/aws/preflight/name-servers.ts':
    'the resolver of the machine: it asks for a name, and connects to no answer',
  'src/providers/infrastructure/aws/sockets.ts': 'AWS, or BERTH_AWS_ENDPOINT',
  'src/providers/infrastructure/azure/azure-provider.ts': 'Azure: endpoints by the name of its cloud',
  'src/providers/infrastructure/gcp/gcp-provider.ts': 'Google Cloud: fixed endpoints',
  'src/providers/issuer-store/azure-blob-store.ts': 'BERTH_ISSUER_STORE',
  'src/providers/issuer-store/gcs-store.ts': 'BERTH_ISSUER_STORE',
  'src/providers/management-cluster/transport.ts':
    'management clusters, which only the fleet operator registers, and guest clusters by what those say',
  'src/providers/outgoing-http/resolver.ts': 'the guarded client itself',
  'src/sandbox/kube-client/transport.ts': 'the API server of the sandbox, which is another system than Berth',
};

it('lets nothing but the guarded client contact an address that a tenant gave', () => {
  expect(
    listSources('src')
      .filter((path) => !path.startsWith('src/db/generated/'))
      .filter(makesConnections),
  ).toEqual(Object.keys(allowed));
});

it.each([
  ["const answer = await fetch('https://x');", true],
  ['const send = options.fetch ?? fetch;', true],
  ['const { fetch: send = fetch } = options;', true],
  ['send(globalThis.fetch)', true],
  ['await http.fetch(url)', false],
  ['readonly fetch: string;', false],
])('knows the call %s: %s', (code, expected) => {
  expect(globalFetch.test(code)).toBe(expected);
});

it('reads no token without verifying it, but where it is chosen whose keys to ask', () => {
  const reading = /\b(decodeJwt|decodeProtectedHeader|UnsecuredJWT|base64url\.decode)\b/;
  expect(listSources('src').filter((path) => reading.test(readText(path)))).toEqual([]);
  const readers = listSources('src').filter((path) => /\breadToken\(/.test(readText(path)));
  expect(readers).toEqual(['src/providers/identity/token-verifier.ts']);
});
