import { CloudError, type StepHandler } from '../../contract.ts';
import { objectsOf, textOf } from '../../rest/json-fields.ts';
import type { GcpApi } from '../http/gcp-api.ts';

/** The number of a project; throws when the spec names another one. */
const findProject = (api: GcpApi): StepHandler => ({
  find: async ({ planned }) => {
    const id = textOf(planned.input, 'project') ?? '';
    const project = await api.get('resourceManager', `projects/${id}`);
    const number = textOf(project, 'name')?.replace(/^projects\//, '');
    if (number === undefined || textOf(project, 'state') !== 'ACTIVE') return [];
    const wanted = textOf(planned.input, 'number');
    if (wanted !== undefined && wanted !== number)
      throw new CloudError(
        'invalid',
        'WrongProject',
        `Project ${id} has the number ${number}, not ${wanted}.`,
      );
    return [{ id: number, isOurs: true }];
  },
});

/** Zones of a region that are up, in order. */
export const zonesOf = async (api: GcpApi, project: string, region: string): Promise<readonly string[]> => {
  const pages = await api.list('compute', `projects/${project}/zones`, { filter: `name eq ${region}-.*` });
  return pages
    .flatMap((page) => objectsOf(page, 'items'))
    .filter((zone) => textOf(zone, 'status') === 'UP')
    .flatMap((zone) => textOf(zone, 'name') ?? [])
    .filter((name) => name.slice(0, -2) === region)
    .sort();
};

/** The first zone of a region that is up; one that was chosen stays. */
const findZone = (api: GcpApi): StepHandler => ({
  find: async ({ planned }, idHint) => {
    if (idHint !== undefined) return [{ id: idHint, isOurs: true }];
    const { project, region } = planned.input;
    const [first] = await zonesOf(api, String(project), String(region));
    return first === undefined ? [] : [{ id: first, isOurs: true }];
  },
});

export const foundHandlers = (api: GcpApi): Readonly<Record<string, StepHandler>> => ({
  project: findProject(api),
  zone: findZone(api),
});
