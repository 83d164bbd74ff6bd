import type { JsonObject } from '../../../src/domain/shared/json.ts';
import type { GcpEndpoints, GcpService } from '../../../src/providers/infrastructure/gcp/http/endpoints.ts';
import { type FakeAnswer, type FakeCall, Refused, refusedNewForm, unknownCall } from './fake-answers.ts';
import { censusOf } from './fake-census.ts';
import { addResource, answerCompute } from './fake-compute.ts';
import { answerIam } from './fake-iam.ts';
import { finishOperations } from './fake-operations.ts';
import { answerDns, answerResourceManager, answerServiceUsage, answerStorage } from './fake-others.ts';
import {
  type Decide,
  type FakeKnobs,
  type FakeResource,
  type FakeWorld,
  type LoggedCall,
  newWorld,
} from './fake-world.ts';

const answerers: Readonly<Record<GcpService, (world: FakeWorld, call: FakeCall) => FakeAnswer>> = {
  compute: answerCompute,
  iam: answerIam,
  resourceManager: answerResourceManager,
  serviceUsage: answerServiceUsage,
  dns: answerDns,
  storage: answerStorage,
};

const readActions: readonly string[] = ['getIamPolicy', 'testIamPermissions'];

const isRead = ({ method, path }: FakeCall): boolean =>
  method === 'GET' || (method === 'POST' && readActions.includes(path.split(':')[1] ?? ''));

/** The reply never arrives: whether the call was made is not known. */
export class ReplyLost extends Error {}

/** A double of Google Cloud: one project, in memory, with the rules of the real one and its delays on a clock of its own. */
export class FakeGcp {
  readonly world: FakeWorld;
  /** Every call, in order, as often as it came. */
  readonly log: LoggedCall[] = [];
  /** Tokens that open it; undefined: all. */
  tokens: Set<string> | undefined;
  decide: Decide | undefined;

  constructor(now: () => number) {
    this.world = newWorld(now);
  }

  get knobs(): FakeKnobs {
    return this.world.knobs;
  }

  add(path: string, data: JsonObject): FakeResource {
    return addResource(this.world, path, data);
  }

  resource(name: string): FakeResource | undefined {
    finishOperations(this.world);
    return [...this.world.resources.values()].find(({ path }) => path.endsWith(`/${name}`));
  }

  census(): readonly string[] {
    finishOperations(this.world);
    return censusOf(this.world);
  }

  /** Throws `ReplyLost` where the hook has a reply lost. */
  answer(call: FakeCall, token: string | undefined): FakeAnswer {
    finishOperations(this.world);
    const seen = { action: `${call.method} ${call.service} ${call.path}`, isWrite: !isRead(call) };
    this.log.push({ ...seen, phase: 'before', call });
    if (this.decide?.({ ...seen, phase: 'before' }) === 'drop') throw new ReplyLost();
    const answer = this.#decideAnswer(call, token);
    if (this.decide?.({ ...seen, phase: 'after' }) === 'loseReply') throw new ReplyLost();
    return answer;
  }

  #decideAnswer(call: FakeCall, token: string | undefined): FakeAnswer {
    try {
      if (token === undefined || (this.tokens !== undefined && !this.tokens.has(token)))
        throw refusedNewForm(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.');
      const refused = this.world.knobs.refuse(call);
      if (refused !== undefined) return refused;
      const answerer = answerers[call.service as GcpService];
      if (answerer === undefined) throw unknownCall(call);
      return answerer(this.world, call);
    } catch (error) {
      if (error instanceof Refused) return error.answer;
      throw error;
    }
  }
}

const bases: Readonly<Record<keyof GcpEndpoints, string>> = {
  compute: '/compute/v1',
  iam: '/iam/v1',
  resourceManager: '/resourcemanager/v3',
  serviceUsage: '/serviceusage/v1beta1',
  dns: '/dns/v1',
  storage: '/storage/v1',
  sts: '/sts',
  iamCredentials: '/iamcredentials',
};

/** Addresses of the double's APIs below one origin. */
export const fakeEndpoints = (origin: string): GcpEndpoints =>
  Object.fromEntries(Object.entries(bases).map(([service, base]) => [service, `${origin}${base}`])) as Record<
    keyof GcpEndpoints,
    string
  >;

export const readCall = (method: string, url: URL, body: string): FakeCall | undefined => {
  const entry = Object.entries(bases).find(([, base]) => url.pathname.startsWith(`${base}/`));
  if (entry === undefined) return undefined;
  const [service, base] = entry;
  return {
    service,
    method,
    path: decodeURIComponent(url.pathname.slice(base.length + 1)),
    query: url.searchParams,
    body: body === '' ? {} : (JSON.parse(body) as JsonObject),
  };
};
