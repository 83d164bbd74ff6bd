import type { onRequestHookHandler, RouteOptions } from 'fastify';

/** Adds a check to one route; checks run in the order in which they were added, before the body is read. */
export const addCheck = (route: RouteOptions, check: onRequestHookHandler): void => {
  route.onRequest = [...[route.onRequest ?? []].flat(), check];
};
