import type { JsonObject, JsonValue } from './json.ts';

export interface KubeMetadata {
  readonly name: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly generation?: number;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
}

/** Any Kubernetes object as plain JSON. Unknown fields are kept: nothing is typed away on the way through. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: KubeMetadata;
  readonly spec?: JsonObject;
  readonly status?: JsonObject;
  readonly data?: JsonObject;
  readonly type?: string;
  readonly [key: string]: JsonValue | KubeMetadata | undefined;
}

/** Names one object of a management cluster. `namespace` is absent for cluster-scoped kinds. */
export interface KubeRef {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}
