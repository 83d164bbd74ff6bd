import type { XmlElement } from '../protocol/xml.ts';

/** A NAT gateway, whose states moto does not have. */
export interface NatLife {
  readonly id: string;
  readonly account: string;
  readonly vpc: string;
  readonly subnet: string;
  readonly zone: string;
  readonly allocation: string;
  readonly interface: string;
  readonly madeAt: number;
  /** When a deleted one is gone. */
  goneAt?: number;
  readonly failure?: { readonly code: string; readonly message: string };
}

/** An interface that a service of AWS keeps in a customer's subnet. */
export interface ServiceInterface {
  /** As its description says. */
  readonly owner: string;
  /** `nat_gateway`, `vpc_endpoint`, `network_load_balancer`, `interface`. */
  readonly type: string;
  /** Has a public address of the service. */
  readonly isPublic: boolean;
}

/** An interface endpoint on somebody's endpoint service. */
export interface EndpointConnection {
  readonly endpoint: string;
  /** `vpce-svc-…`. */
  readonly service: string;
  readonly account: string;
  state: 'pendingAcceptance' | 'available' | 'rejected';
}

/** Work that AWS does later by itself. */
interface DueWork {
  readonly at: number;
  run(): Promise<void>;
}

/** A thing that is deleted and still shown. */
export interface Ghost {
  readonly kind: string;
  readonly id: string;
  readonly place: string;
  readonly item: XmlElement;
  readonly until: number;
}

/** What the strict layer knows beyond moto. Times are milliseconds of the double's clock. */
export interface Estate {
  /** When a thing was made, by its id; IAM things by `account kind name`. */
  readonly bornAt: Map<string, number>;
  readonly nats: Map<string, NatLife>;
  readonly interfaces: Map<string, ServiceInterface>;
  /** Endpoint services by id, with whether their owner has to accept a connection. */
  readonly services: Map<string, { readonly needsAcceptance: boolean }>;
  readonly connections: Map<string, EndpointConnection>;
  readonly ghosts: Set<Ghost>;
  /** Done in order once the time has come. */
  readonly due: Set<DueWork>;
  /** How the next NAT gateways fail, in order. */
  readonly natFailures: { readonly code: string; readonly message: string }[];
}

export const createEstate = (): Estate => ({
  bornAt: new Map(),
  nats: new Map(),
  interfaces: new Map(),
  services: new Map(),
  connections: new Map(),
  ghosts: new Set(),
  due: new Set(),
  natFailures: [],
});

/** Does what is due; every call sees the world as it is at its time. */
export const settleEstate = async (estate: Estate, now: number): Promise<void> => {
  const ripe = [...estate.due].filter(({ at }) => at <= now).sort((one, other) => one.at - other.at);
  for (const work of ripe) {
    estate.due.delete(work);
    await work.run();
  }
  for (const ghost of estate.ghosts) if (ghost.until <= now) estate.ghosts.delete(ghost);
};
