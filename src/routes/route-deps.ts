import type { Permission } from '../domain/access/permission.ts';
import type { CursorSealer } from '../plugins/cursor.ts';
import type { BerthApp } from '../plugins/http-app.ts';
import type { Links } from '../plugins/links.ts';
import type { Services } from '../services/contract.ts';

/** What routes are made of. */
export interface RouteDeps {
  readonly services: Services;
  readonly links: Links;
  readonly cursors: CursorSealer;
  /** Every permission that a route demands; complete once all routes are there. */
  readonly permissions: ReadonlySet<Permission>;
}

/** Adds one operation to the application. */
export type RegisterRoute = (app: BerthApp, deps: RouteDeps) => void;

/** Adds the operations of one resource. */
export const registerAll =
  (routes: readonly RegisterRoute[]): RegisterRoute =>
  (app, deps) => {
    for (const route of routes) route(app, deps);
  };
