import type { ClusterSpec } from '../cluster/cluster-spec.ts';
import type { NodePoolSpec } from '../node-pool/node-pool-spec.ts';
import type { JsonObject } from '../shared/json.ts';

/** All that the infrastructure of one cluster depends on. */
export interface InfrastructureRequest {
  /** Name of this installation of Berth, in every mark of ownership: 1–20 lower-case letters, digits, hyphens. */
  readonly instance: string;
  readonly tenantId: string;
  readonly clusterId: string;
  /** Lookup key in the cloud: `b` and 12 base32 characters, fixed length, never reused. */
  readonly infraId: string;
  /** Name of the HostedCluster. */
  readonly hostedClusterName: string;
  /** When the cluster was asked for: RFC 3339. */
  readonly createdAt: string;
  readonly spec: ClusterSpec;
  /** Issuer of the cluster's service-account tokens: https, without a slash at the end. */
  readonly issuerUrl: string;
  /** Public keys behind the issuer, as a JWKS document; some clouds take them inline. */
  readonly jwks: JsonObject;
  /** Pools that are asked for with the cluster: a look at the account takes their machine types and zones into it. No plan reads them. */
  readonly nodePools?: readonly NodePoolSpec[];
}

/**
 * One thing that is to exist in the cloud. The list of them is a pure function of the request, so that it can be shown
 * before anything is made; a provider has one handler a type.
 */
export interface PlannedStep {
  /** Unique in the plan, stable over time: `nat/eu-west-1a`. */
  readonly id: string;
  /** Chooses the handler: `natGateway`. */
  readonly type: string;
  /** The name it gets in the cloud: `b4x…-nat-eu-west-1a`. */
  readonly name: string;
  /** Steps that must be there before; they go after it on deletion. */
  readonly after: readonly string[];
  /** What it is to be like. A change is carried out by settling again; members of `fixed` cannot change. */
  readonly input: JsonObject;
  /** Members of `input` that the cloud never changes on a thing that exists. */
  readonly fixed?: readonly string[];
  /** `found`: looked up, never made, never removed. `sweep`: made by others inside ours, only removed. Absent: Berth's own. */
  readonly role?: 'found' | 'sweep';
  /** A step whose removal takes it along, as a resource group takes what is in it: nothing of its own is removed before. */
  readonly goesWith?: string;
  /** Made again, it has the same id (it goes by its name): one that vanished can be replaced at any time. */
  readonly hasStableId?: true;
  /** Manifests may be applied while this is not settled yet (a NAT gateway takes minutes). */
  readonly isLate?: true;
}

/** Tags of everything that Berth makes: one spelling that is legal on AWS, Azure and, in lower case, Google Cloud. */
export const ownershipTags = (request: InfrastructureRequest): Readonly<Record<string, string>> => ({
  'berth-instance': request.instance,
  'berth-tenant': request.tenantId,
  'berth-cluster': request.clusterId,
  'berth-created-at': String(Math.floor(Date.parse(request.createdAt) / 1000)),
});
