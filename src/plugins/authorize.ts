import type { onRequestHookHandler } from 'fastify';
import type { Permission } from '../domain/access/permission.ts';
import { isPermitted } from '../domain/access/principal.ts';
import { BerthError } from '../domain/shared/error.ts';
import type { BerthApp } from './http-app.ts';
import { addCheck } from './route-hooks.ts';

const createCheck =
  (permission: Permission): onRequestHookHandler =>
  (request, _reply, done) => {
    if (isPermitted(request.principal ?? undefined, permission)) done();
    else done(new BerthError('permission-denied', `This needs the permission ${permission}.`));
  };

/**
 * Refuses to start with a route that does not say what it demands, and holds callers to what it says.
 * Returns the permissions of all routes that come after it.
 */
export const registerAuthorize = (app: BerthApp): ReadonlySet<Permission> => {
  const permissions = new Set<Permission>();
  app.addHook('onRoute', (route) => {
    const permission = route.config?.permission;
    if (permission === undefined) throw new Error(`${route.method} ${route.url} declares no permission`);
    permissions.add(permission);
    if (permission !== 'none') addCheck(route, createCheck(permission));
  });
  return permissions;
};
