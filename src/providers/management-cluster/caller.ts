import type { IncomingMessage } from 'node:http';
import { type Answer, errorOf, parseAnswer } from './answers.ts';
import type { Breaker } from './breaker.ts';
import { type Bulkhead, tooSoon } from './bulkhead.ts';
import type { Access, Credentials } from './credentials.ts';
import { ManagementClusterError } from './errors.ts';
import type { Timing } from './timing.ts';
import type { HttpRequest, Transport } from './transport.ts';

export interface CallerParts {
  readonly credentials: Credentials;
  readonly transport: Transport;
  readonly bulkhead: Bulkhead;
  readonly breaker: Breaker;
  readonly timing: Timing;
  /** For one call with everything in it: the wait for a turn, a second try after 401, the whole body. */
  readonly timeoutMs: number;
  /** Ends every call. */
  readonly closed: AbortSignal;
}

interface CallOptions {
  /** Calls of one flow wait for each other, not for those of another. */
  readonly flow: string;
  readonly signal?: AbortSignal;
  /** Values that must not come back in an error. */
  readonly sent?: readonly string[];
}

/** The guarded way to the server that every call takes. */
export interface Caller {
  /** Any answer but 401, 403, 429 and 5xx, which are thrown, as is everything that kept the answer from coming. */
  call(request: HttpRequest, options: CallOptions): Promise<Answer>;
  /** A long-lived stream, outside the bulkhead. The time limit is for its headers; throws all but 200. */
  open(request: HttpRequest, signal: AbortSignal): Promise<IncomingMessage>;
}

const mustThrow = (status: number): boolean =>
  status === 401 || status === 403 || status === 429 || status >= 500;

/** One abort signal out of the time limit, the closing and the caller's own signal; leaves no listener behind. */
const startDeadline = ({ timing, timeoutMs, closed }: CallerParts, signal: AbortSignal | undefined) => {
  const controller = new AbortController();
  const sources = signal ? [closed, signal] : [closed];
  const follow = () => controller.abort(sources.find((source) => source.aborted)?.reason);
  for (const source of sources) source.addEventListener('abort', follow, { once: true });
  if (sources.some((source) => source.aborted)) follow();
  const callOff = timing.after(timeoutMs, () => {
    controller.abort(new ManagementClusterError('timeout', `no whole answer within ${timeoutMs} ms`));
  });
  return {
    signal: controller.signal,
    stopClock: callOff,
    release: () => {
      callOff();
      for (const source of sources) source.removeEventListener('abort', follow);
    },
  };
};

export const createCaller = (parts: CallerParts): Caller => {
  const { credentials, transport, bulkhead, breaker, timing } = parts;

  /** Runs one exchange and tells the breaker whether somebody was there. */
  const watchOver = async <T>(exchange: () => Promise<T>, stopped: AbortSignal | undefined): Promise<T> => {
    breaker.enter();
    try {
      const result = await exchange();
      breaker.succeeded();
      return result;
    } catch (error) {
      const nobody =
        error instanceof ManagementClusterError && (error.kind === 'unreachable' || error.kind === 'timeout');
      if (nobody && !parts.closed.aborted && !stopped?.aborted) breaker.failed();
      else breaker.abandoned();
      throw error;
    }
  };

  /** A 401 is answered by reading the credentials again and one more try. */
  const withFreshCredentials = async <T>(
    exchange: (access: Access) => Promise<T>,
    isRefused: (result: T) => boolean,
  ): Promise<T> => {
    const access = await credentials.access();
    const result = await exchange(access);
    if (!isRefused(result)) return result;
    await credentials.refresh(access);
    return exchange(await credentials.access());
  };

  const send = async (request: HttpRequest, options: CallOptions, signal: AbortSignal): Promise<Answer> => {
    const response = await withFreshCredentials(
      (access) => watchOver(() => transport.send(access, request, signal), options.signal),
      ({ status }) => status === 401,
    );
    const answer = parseAnswer(response, timing.now(), options.sent);
    if (mustThrow(answer.status)) throw noteThrottling(errorOf(answer));
    return answer;
  };

  /** The headers of a stream; a refused first answer is not left open. */
  const openStream = (request: HttpRequest, stopped: AbortSignal, signal: AbortSignal) =>
    withFreshCredentials(
      (access) => watchOver(() => transport.open(access, request, signal), stopped),
      (response) => {
        const refused = response.statusCode === 401;
        if (refused) response.destroy();
        return refused;
      },
    );

  const noteThrottling = (error: ManagementClusterError): ManagementClusterError => {
    if (error.kind === 'throttled') bulkhead.pause((error.retryAfterSeconds ?? 1) * 1000);
    return error;
  };

  return {
    call: async (request, options) => {
      breaker.check();
      const pause = bulkhead.pausedMilliseconds();
      if (pause > parts.timeoutMs) throw tooSoon(pause);
      const deadline = startDeadline(parts, options.signal);
      try {
        return await bulkhead.run(options.flow, deadline.signal, () =>
          send(request, options, deadline.signal),
        );
      } finally {
        deadline.release();
      }
    },
    open: async (request, stopped) => {
      const deadline = startDeadline(parts, stopped);
      try {
        const stream = await openStream(request, stopped, deadline.signal);
        if (stream.statusCode !== 200) {
          const response = await transport.readBody(stream, deadline.signal);
          throw noteThrottling(errorOf(parseAnswer(response, timing.now())));
        }
        deadline.stopClock();
        stream.once('close', deadline.release);
        return stream;
      } catch (error) {
        deadline.release();
        throw error;
      }
    },
  };
};
