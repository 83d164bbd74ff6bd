/** The part that the tests use: the package has no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export class Provider {
    constructor(issuer: string, configuration: object);
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    readonly Client: { find(id: string): Promise<object> };
    readonly IdToken: new (
      claims: object,
      context: { readonly client: object },
    ) => {
      scope: string;
      set(name: string, value: unknown): void;
      issue(options: { use: string }): Promise<string>;
    };
    on(event: string, listener: (...args: readonly unknown[]) => void): this;
  }
}
