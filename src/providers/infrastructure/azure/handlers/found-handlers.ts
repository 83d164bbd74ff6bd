import type { JsonObject } from '../../../../domain/shared/json.ts';
import { CloudError, type FoundResource, type StepHandler } from '../../contract.ts';
import { textOf } from '../../rest/json-fields.ts';
import { propertiesOf, sameText } from '../http/fields.ts';
import { armInputOf, type HandlerTools } from './tools.ts';

const idsOf = (resource: JsonObject): readonly string[] => {
  const id = textOf(resource, 'id');
  return id === undefined ? [] : [id];
};

const chosen = (id: string | undefined): readonly FoundResource[] =>
  id === undefined ? [] : [{ id, isOurs: true }];

/**
 * What the user has: looked up, never made, never removed. By its id where the plan knows it, else by its name in a list of the
 * subscription; one that was found once stays.
 */
export const foundHandler = ({ api, view }: HandlerTools): StepHandler => ({
  find: async (step, idHint) => {
    const { apiVersion, id } = armInputOf(step);
    if (id !== '') return chosen((await view.read(api, id, apiVersion)) === undefined ? undefined : id);
    const { input, name } = step.planned;
    const filter = textOf(input, 'filter');
    const listed = await api.list(
      textOf(input, 'collection') ?? '',
      apiVersion,
      filter === undefined ? {} : { $filter: filter },
    );
    const ids = listed.filter((resource) => sameText(textOf(resource, 'name'), name)).flatMap(idsOf);
    if (idHint !== undefined && ids.includes(idHint)) return chosen(idHint);
    if (ids.length > 1)
      throw new CloudError(
        'invalid',
        'Ambiguous',
        `There are ${ids.length} of the name ${name}; say which: ${ids.join(', ')}.`,
      );
    return chosen(ids[0]);
  },
});

/** The client id of an identity: chosen by Azure when the identity is made, and another one when it is made again. */
export const identityClientHandler = ({ api, view }: HandlerTools): StepHandler => ({
  find: async (step) => {
    const { id, apiVersion } = armInputOf(step);
    const identity = view.last(id) ?? (await view.read(api, id, apiVersion));
    return chosen(textOf(propertiesOf(identity), 'clientId'));
  },
});
