import type { onRequestHookHandler } from 'fastify';
import { isPermitted, type Permission } from '../domain/access/principal.ts';
import { BerthError } from '../domain/shared/error.ts';
import type { BerthApp } from './http-app.ts';
import { addCheck } from './route-hooks.ts';

const isFleet = (permission: Permission): boolean => permission.startsWith('fleet.');

/** Which permissions are of use only with a tenant: all but those of the fleet and those of everybody. */
const needsTenant = (permission: Permission): boolean =>
  !isFleet(permission) && permission !== 'authenticated' && permission !== 'catalogue.read';

const createCheck =
  (permission: Permission): onRequestHookHandler =>
  (request, _reply, done) => {
    const principal = request.principal ?? undefined;
    const hasTenant = principal?.tenantId !== undefined;
    const fits = isFleet(permission) ? !hasTenant : hasTenant || !needsTenant(permission);
    if (fits && isPermitted(principal, permission)) done();
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
