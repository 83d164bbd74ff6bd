import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { parse } from 'yaml';
import { decodeProtobuf } from '../api-server/protobuf/decode-protobuf.ts';
import { followConnections } from '../follow-connections.ts';
import { createAnswerer, type GuestCall, type GuestQuery } from './answer-call.ts';
import type { GuestCluster, GuestState } from './guest-cluster.ts';
import { GuestError, statusOf, unauthorized, unknownPath, unreadableBody } from './guest-error.ts';
import { identify } from './guest-user.ts';
import type { ServingCertificate } from './self-signed.ts';
import type { TokenSigner } from './tokens.ts';

export interface GuestServerParts {
  readonly state: GuestState;
  readonly signer: TokenSigner;
  readonly tls: ServingCertificate;
  readonly now: () => number;
}

const versionInfo = ({ kubernetesVersion }: GuestCluster) => {
  const [major = '1', minor = '0'] = kubernetesVersion.replace(/^v/, '').split('.');
  return {
    major,
    minor,
    gitVersion: kubernetesVersion,
    gitCommit: 'sandbox',
    gitTreeState: 'clean',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: 'go',
    compiler: 'gc',
    platform: 'linux/amd64',
  };
};

/** kubectl creates as protobuf. Apply patches come as YAML, of which JSON is a part. */
const parseBody = (body: Buffer, type: string): unknown => {
  if (body.length === 0) return undefined;
  return type.includes('protobuf') ? decodeProtobuf(body) : parse(body.toString('utf8'));
};

/** kubectl takes a document without definitions for nothing to check. */
const openApiPath = 'openapi/v2';
const openApiType = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';

export const buildGuestServer = ({ state, signer, tls, now }: GuestServerParts) => {
  const app = fastify({
    https: { key: tls.keyPem, cert: tls.certPem },
    bodyLimit: 1024 * 1024,
    routerOptions: { maxParamLength: 2000 },
  });
  const cutConnections = followConnections(app.server);
  app.addHook('preClose', async () => cutConnections());
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      done(null, parseBody(body as Buffer, request.headers['content-type'] ?? ''));
    } catch {
      done(unreadableBody());
    }
  });

  const loadServing = async (namespace: string, name: string): Promise<GuestCluster> => {
    const cluster = await state.load(namespace, name);
    if (!cluster) throw unknownPath();
    if (cluster.isServing) return cluster;
    throw new GuestError(503, 'ServiceUnavailable', 'the control plane of this cluster does not serve');
  };

  const answer = createAnswerer({ state, signer, now });

  /** What anybody may ask. */
  const openPaths = new Map<string, (cluster: GuestCluster) => unknown>([
    ['version', versionInfo],
    ...['healthz', 'livez', 'readyz'].map((path) => [path, () => 'ok'] as const),
  ]);

  type Params = { namespace: string; name: string; '*': string };
  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { namespace, name, '*': path } = request.params as Params;
    const cluster = await loadServing(namespace, name);
    const open = openPaths.get(path);
    if (open) return reply.send(open(cluster));
    if (path === openApiPath) return reply.type(openApiType).send('');
    const user = identify(signer, cluster, request.headers.authorization);
    if (!user) throw unauthorized();
    const closed = new AbortController();
    reply.raw.on('close', () => closed.abort());
    const call: GuestCall = {
      method: request.method,
      path,
      query: request.query as GuestQuery,
      body: request.body,
      contentType: request.headers['content-type'] ?? '',
      wantsTable: (request.headers.accept ?? '').includes('as=Table'),
    };
    const { code, body } = await answer(cluster, user, call, closed.signal);
    if (!(body instanceof Readable)) return reply.code(code).type('application/json').send(body);
    // A client waits for the head of a watch, which may be silent for long.
    reply.hijack();
    reply.raw.writeHead(code, { 'content-type': 'application/json' }).flushHeaders();
    await pipeline(body, reply.raw).catch(() => undefined);
    return reply;
  };
  app.all('/guest/:namespace/:name/*', handle);

  app.setNotFoundHandler((_request, reply) => reply.code(404).send(statusOf(unknownPath())));
  app.setErrorHandler((error, _request, reply) => {
    const told =
      error instanceof GuestError
        ? error
        : new GuestError(500, 'InternalError', error instanceof Error ? error.message : String(error));
    if (told.code === 503) reply.header('retry-after', '1');
    return reply.code(told.code).type('application/json').send(statusOf(told));
  });
  return app;
};
