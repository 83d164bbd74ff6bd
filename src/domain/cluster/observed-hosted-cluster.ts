import { cutText } from '../shared/cut-text.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../shared/json.ts';
import type { KubeObject } from '../shared/kube-object.ts';
import type { ClusterEndpoints, RemoteCondition } from './cluster.ts';

/** What Berth keeps of a HostedCluster that it saw: enough for status and decisions, no more. */
export interface ObservedHostedCluster {
  readonly uid: string;
  readonly deleting: boolean;
  readonly paused: boolean;
  readonly conditions: readonly RemoteCondition[];
  /** Newest entry of the version history. */
  readonly rollout?: { readonly state: string; readonly version: string; readonly image: string };
  /** Version of the newest completed rollout. */
  readonly completedVersion?: string;
  readonly endpoints: ClusterEndpoints;
  /** Name of the Secret with the administrator's kubeconfig. */
  readonly kubeconfigSecret?: string;
}

const objectAt = (value: JsonValue | undefined, key: string): JsonObject => {
  const child = isJsonObject(value) ? value[key] : undefined;
  return isJsonObject(child) ? child : {};
};

const text = (value: JsonValue | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const list = (value: JsonValue | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];

/** HyperShift writes reasons above the length of the convention: theirs are cut, not refused. */
export const distillConditions = (status: JsonObject | undefined): readonly RemoteCondition[] =>
  list(status?.['conditions']).map((condition) => {
    const reason = text(condition['reason']);
    const message = text(condition['message']);
    const lastTransitionTime = text(condition['lastTransitionTime']);
    const observedGeneration = condition['observedGeneration'];
    return {
      type: text(condition['type']) ?? '',
      status: text(condition['status']) ?? 'Unknown',
      ...(reason === undefined ? {} : { reason: cutText(reason) }),
      ...(message === undefined ? {} : { message: cutText(message) }),
      ...(lastTransitionTime === undefined ? {} : { lastTransitionTime }),
      ...(typeof observedGeneration === 'number' ? { observedGeneration } : {}),
    };
  });

const distillEndpoints = (status: JsonObject | undefined): ClusterEndpoints => {
  const endpoint = objectAt(status, 'controlPlaneEndpoint');
  const host = text(endpoint['host']);
  const port = endpoint['port'];
  const callback = text(status?.['oauthCallbackURLTemplate']);
  return {
    ...(host === undefined ? {} : { api: `https://${host}:${typeof port === 'number' ? port : 443}` }),
    ...(callback === undefined ? {} : { oauth: callback.replace(/\/oauth2callback\/.*$/, '') }),
  };
};

const distillVersion = (status: JsonObject | undefined) => {
  const history = list(objectAt(status, 'version')['history']);
  const [newest] = history;
  const completed = history.find((entry) => entry['state'] === 'Completed');
  const completedVersion = text(completed?.['version']);
  return {
    ...(newest === undefined
      ? {}
      : {
          rollout: {
            state: text(newest['state']) ?? 'Partial',
            version: text(newest['version']) ?? '',
            image: text(newest['image']) ?? '',
          },
        }),
    ...(completedVersion === undefined ? {} : { completedVersion }),
  };
};

const isPaused = (pausedUntil: JsonValue | undefined, now: string): boolean => {
  const until = text(pausedUntil);
  if (until === undefined || until === 'false') return false;
  return until === 'true' || Date.parse(until) > Date.parse(now);
};

/** Reads what Berth needs out of a HostedCluster or NodePool; tolerant of anything missing or of another type. */
export const distillRemote = (object: KubeObject, now: string) => ({
  uid: object.metadata.uid ?? '',
  deleting: object.metadata.deletionTimestamp !== undefined,
  paused: isPaused(object.spec?.['pausedUntil'], now),
  conditions: distillConditions(object.status),
});

export const distillHostedCluster = (object: KubeObject, now: string): ObservedHostedCluster => {
  const kubeconfigSecret = text(objectAt(object.status, 'kubeconfig')['name']);
  return {
    ...distillRemote(object, now),
    ...distillVersion(object.status),
    endpoints: distillEndpoints(object.status),
    ...(kubeconfigSecret === undefined ? {} : { kubeconfigSecret }),
  };
};

export const conditionOf = (
  conditions: readonly RemoteCondition[] | undefined,
  type: string,
): RemoteCondition | undefined => conditions?.find((condition) => condition.type === type);

export const isTrue = (conditions: readonly RemoteCondition[] | undefined, type: string): boolean =>
  conditionOf(conditions, type)?.status === 'True';

export const isFalse = (conditions: readonly RemoteCondition[] | undefined, type: string): boolean =>
  conditionOf(conditions, type)?.status === 'False';
