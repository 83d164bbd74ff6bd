import type { PlatformOutputs, PlatformType } from '../platforms/platform-specs.ts';

/** `managed`: Berth made it and takes it away. `external`: somebody else's; Berth only refers to it. */
export type Ownership = 'managed' | 'external';

/** One thing in a cloud that the cluster stands on. */
export interface InfrastructureEntry {
  /** Step of the plan that it belongs to: `subnet/private/eu-west-1a`. */
  readonly step: string;
  /** The cloud's own id: `subnet-0a1b…`, an ARN, a resource id, a self link. */
  readonly id: string;
  readonly ownership: Ownership;
}

/** What the manifests need to know of the infrastructure: ids only. */
export interface InfrastructureOutputs extends PlatformOutputs {
  /** Issuer of the cluster's service-account tokens; the operator's own when absent. */
  readonly issuerUrl?: string;
  /** Address ranges of the machines, when the infrastructure decides them. */
  readonly machineCidrs?: readonly string[];
  readonly publicZoneId?: string;
  readonly privateZoneId?: string;
}

/**
 * The infrastructure of a cluster, whoever made it. The manifests are rendered from this and the spec alone, so that
 * `existing` and `managed` are the same to them.
 */
export interface InfrastructureRecord {
  readonly platform: PlatformType;
  readonly infraId: string;
  readonly entries: readonly InfrastructureEntry[];
  readonly outputs: InfrastructureOutputs;
}
