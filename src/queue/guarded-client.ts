import { Client, type ClientConfig } from 'pg';

/**
 * A connection that is lost while BullMQ uses it fails the query, and is also reported as an event that BullMQ 6.7 listens
 * to only while the connection is idle. An event that nobody listens to ends the process.
 */
export class GuardedClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}
