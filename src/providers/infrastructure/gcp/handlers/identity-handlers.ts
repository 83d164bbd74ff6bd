import { ownershipDescription } from '../../../../domain/platforms/gcp/plan/marks.ts';
import type { JsonObject } from '../../../../domain/shared/json.ts';
import { sameJson } from '../../../../domain/shared/same-json.ts';
import type { StepContext, StepHandler } from '../../contract.ts';
import { objectOf, textOf, textsOf } from '../../rest/json-fields.ts';
import { isRefusal, operationError } from '../http/gcp-errors.ts';
import { isOfCluster } from '../marks.ts';
import { foreign, type HandlerTools, notSeen } from './tools.ts';

/** Pools and their providers: made, changed and removed by operations, and kept for thirty days once they are removed. */
interface IdentityType {
  /** Of the collection. */
  parentOf(step: StepContext): string;
  /** Query parameter with the id of a new one. */
  readonly idParameter: string;
  bodyOf(step: StepContext): JsonObject;
  driftOf(step: StepContext, resource: JsonObject): readonly string[];
  /** Of a change. */
  readonly updateMask: string;
}

const inputText = ({ planned }: StepContext, member: string): string => textOf(planned.input, member) ?? '';

const poolsOf = (step: StepContext): string =>
  `projects/${inputText(step, 'project')}/locations/global/workloadIdentityPools`;

const pool: IdentityType = {
  parentOf: poolsOf,
  idParameter: 'workloadIdentityPoolId',
  bodyOf: () => ({ disabled: false }),
  driftOf: (_step, resource) => (resource['disabled'] === true ? ['it is disabled'] : []),
  updateMask: 'disabled',
};

const attributeMapping = { 'google.subject': 'assertion.sub' } as const;

const readJson = (text: string | undefined): unknown => {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
};

const provider: IdentityType = {
  parentOf: (step) => `${poolsOf(step)}/${inputText(step, 'pool')}/providers`,
  idParameter: 'workloadIdentityPoolProviderId',
  bodyOf: (step) => ({
    disabled: false,
    attributeMapping,
    oidc: {
      issuerUri: inputText(step, 'issuer'),
      allowedAudiences: [inputText(step, 'audience')],
      jwksJson: JSON.stringify(step.planned.input['jwks']),
    },
  }),
  driftOf: (step, resource) => {
    const oidc = objectOf(resource, 'oidc');
    return [
      ...(resource['disabled'] === true ? ['it is disabled'] : []),
      ...(textOf(oidc, 'issuerUri') === inputText(step, 'issuer') ? [] : ['its issuer is another']),
      ...(sameJson(textsOf(oidc, 'allowedAudiences'), [inputText(step, 'audience')])
        ? []
        : ['its audiences are others']),
      ...(sameJson(readJson(textOf(oidc, 'jwksJson')), step.planned.input['jwks'])
        ? []
        : ['its keys are others']),
      ...(sameJson(objectOf(resource, 'attributeMapping'), attributeMapping)
        ? []
        : ['its attribute mapping is another']),
      ...(textOf(resource, 'attributeCondition') ? ['it has a condition'] : []),
    ];
  },
  updateMask:
    'disabled,attributeMapping,attributeCondition,oidc.issuerUri,oidc.allowedAudiences,oidc.jwksJson',
};

const isDeleted = (resource: JsonObject): boolean => textOf(resource, 'state') === 'DELETED';

/** Operations on them take a few seconds, and cannot be listed. */
const pause = 5;

const identityHandler = ({ api, proven, isDestroying }: HandlerTools, type: IdentityType): StepHandler => {
  const pathOf = (step: StepContext): string => `${type.parentOf(step)}/${step.planned.name}`;
  const wait = (step: StepContext, what: string) => ({
    againInSeconds: pause,
    waitingFor: `${step.planned.name} to be ${what}`,
  });

  const start = async (call: Parameters<typeof api.call>[0]): Promise<void> => {
    const error = operationError(await api.call(call));
    if (error !== undefined) throw error;
  };

  /** The id is taken: by what an earlier try made, by what was removed and is kept, or by somebody else. */
  const takeBack = async (step: StepContext, path: string): Promise<string> => {
    const resource = await api.get('iam', path);
    if (resource === undefined) throw notSeen(step);
    if (!isOfCluster(resource, step.request)) throw foreign(step);
    if (!isDeleted(resource)) return path;
    await step.assertHeld();
    await start({ method: 'POST', service: 'iam', path: `${path}:undelete`, body: {} });
    return path;
  };

  return {
    find: async (step) => {
      const path = pathOf(step);
      const resource = await api.get('iam', path);
      if (resource === undefined || isDeleted(resource)) return [];
      const isOurs = isOfCluster(resource, step.request);
      if (isOurs) proven.add(path);
      return [{ id: path, isOurs, drift: isOurs && !isDestroying ? type.driftOf(step, resource) : [] }];
    },
    create: async (step) => {
      const path = pathOf(step);
      try {
        await start({
          method: 'POST',
          service: 'iam',
          path: type.parentOf(step),
          query: { [type.idParameter]: step.planned.name },
          body: {
            ...type.bodyOf(step),
            displayName: step.planned.name,
            description: ownershipDescription(step.request),
          },
        });
        return path;
      } catch (error) {
        if (!isRefusal(error, 'alreadyExists')) throw error;
        return await takeBack(step, path);
      }
    },
    settle: async (step, path) => {
      const resource = await api.get('iam', path);
      if (resource === undefined || isDeleted(resource)) return wait(step, 'visible');
      if (type.driftOf(step, resource).length === 0) return 'done';
      await step.assertHeld();
      await start({
        method: 'PATCH',
        service: 'iam',
        path,
        query: { updateMask: type.updateMask },
        body: type.bodyOf(step),
      });
      return wait(step, 'changed');
    },
    remove: async (step, path) => {
      if (!proven.has(path)) {
        const resource = await api.get('iam', path);
        if (resource === undefined || isDeleted(resource)) return 'gone';
        if (!isOfCluster(resource, step.request)) return 'gone';
      }
      // From here on it is kept as deleted, which has to be seen before it is asked again.
      proven.delete(path);
      try {
        await start({ method: 'DELETE', service: 'iam', path });
      } catch (error) {
        if (isRefusal(error, 'notFound')) return 'gone';
        throw error;
      }
      return wait(step, 'deleted');
    },
  };
};

export const identityHandlers = (tools: HandlerTools): Readonly<Record<string, StepHandler>> => ({
  workloadIdentityPool: identityHandler(tools, pool),
  workloadIdentityProvider: identityHandler(tools, provider),
});
