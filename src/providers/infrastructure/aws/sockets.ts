import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';

/** Connections that all sessions of an installation share: opening one takes longer than most calls. */
export interface Sockets {
  readonly httpAgent: HttpAgent;
  readonly httpsAgent: HttpsAgent;
  /** Milliseconds. */
  readonly connectionTimeout: number;
  readonly requestTimeout: number;
  readonly throwOnRequestTimeout: true;
}

/** `timeLimit`: milliseconds that one call may take. */
export const createSockets = (timeLimit: number): Sockets => {
  const options = { keepAlive: true, maxSockets: 64 };
  return {
    httpAgent: new HttpAgent(options),
    httpsAgent: new HttpsAgent(options),
    connectionTimeout: 3000,
    requestTimeout: timeLimit,
    throwOnRequestTimeout: true,
  };
};
