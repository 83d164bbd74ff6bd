import type { JsonObject } from '../../../domain/shared/json.ts';
import { textOf } from '../rest/json-fields.ts';

/** Links of Compute Engine begin with one of several hosts; what stands from `projects/` on is the same in all. */
export const pathOfLink = (link: string): string => link.slice(Math.max(0, link.indexOf('projects/')));

/** The id by which Berth knows a thing of Compute Engine: `projects/P/regions/R/subnetworks/N`. */
export const pathOf = (resource: JsonObject): string => pathOfLink(textOf(resource, 'selfLink') ?? '');

/** Where the operations on a thing are listed: `projects/P/regions/R`. */
export const scopeOf = (path: string): string => {
  const scope = /^projects\/[^/]+\/(?:global|regions\/[^/]+|zones\/[^/]+)(?=\/)/.exec(path)?.[0];
  if (scope === undefined) throw new TypeError(`${path} is no path of Compute Engine`);
  return scope;
};

export const nameOfPath = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const pathsIn = (project: string, region: string) => ({
  network: (name: string): string => `projects/${project}/global/networks/${name}`,
  firewall: (name: string): string => `projects/${project}/global/firewalls/${name}`,
  subnet: (name: string): string => `projects/${project}/regions/${region}/subnetworks/${name}`,
  router: (name: string): string => `projects/${project}/regions/${region}/routers/${name}`,
});
