import { request } from 'node:https';
import { parse } from 'yaml';

// biome-ignore lint/suspicious/noExplicitAny: tests read deep into objects of many kinds.
type Answer = { readonly status: number; readonly body: any; readonly type: string };

export interface GuestClient {
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** Server-side apply. */
  apply(path: string, body: unknown): Promise<Answer>;
  as(token: string | undefined): GuestClient;
}

/** Plain HTTPS with what a kubeconfig says. */
export const guestClientOf = (kubeconfig: string): GuestClient => {
  const config = parse(kubeconfig);
  const { server, 'certificate-authority-data': authority } = config.clusters[0].cluster;
  const ca = Buffer.from(authority, 'base64');
  const clientFor = (token: string | undefined): GuestClient => {
    const send: GuestClient['send'] = (method, path, body, headers = {}) =>
      new Promise((resolve, reject) => {
        const text = body === undefined ? undefined : JSON.stringify(body);
        const sent = request(
          `${server}${path}`,
          {
            method,
            ca,
            agent: false,
            headers: {
              ...(token && { authorization: `Bearer ${token}` }),
              ...(text !== undefined && {
                'content-type': 'application/json',
                'content-length': Buffer.byteLength(text),
              }),
              ...headers,
            },
          },
          async (response) => {
            let answer = '';
            for await (const chunk of response.setEncoding('utf8')) answer += chunk;
            const type = response.headers['content-type'] ?? '';
            const body =
              type.startsWith('application/json') && !path.includes('watch=') ? JSON.parse(answer) : answer;
            resolve({ status: response.statusCode ?? 0, body, type });
          },
        );
        sent.on('error', reject);
        sent.end(text);
      });
    return {
      send,
      get: (path, headers) => send('GET', path, undefined, headers),
      apply: (path, body) =>
        send('PATCH', `${path}?fieldManager=test&force=true`, body, {
          'content-type': 'application/apply-patch+yaml',
        }),
      as: clientFor,
    };
  };
  return clientFor(config.users[0].user.token);
};
