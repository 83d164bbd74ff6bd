import type { AwsClients } from './clients.ts';

/** One account of AWS as one session sees it. */
export interface AwsAccount extends AwsClients {
  readonly accountId: string;
  readonly partition: string;
  readonly region: string;
  /** The same account in another region. */
  in(region: string): AwsAccount;
  /**
   * One list serves all steps of a type that are looked at about the same time. Kept for seconds: the next pass has a session
   * of its own. An error is not kept.
   */
  remembered<Value>(key: string, load: () => Promise<Value>): Promise<Value>;
  /** What is known without a look. */
  remember(key: string, value: unknown): void;
  /** What is remembered, and no look when it is not. */
  recall<Value>(key: string): Promise<Value> | undefined;
}

/** Milliseconds. */
const rememberedFor = 10_000;

export interface AccountInput {
  readonly accountId: string;
  readonly partition: string;
  readonly region: string;
  readonly clientsOf: (region: string) => AwsClients;
  readonly now: () => number;
}

export const createAccount = (input: AccountInput): AwsAccount => {
  const { accountId, partition, region, clientsOf, now } = input;
  const memory = new Map<string, { readonly at: number; readonly value: Promise<unknown> }>();
  const others = new Map<string, AwsAccount>();
  // Clients are set up when they are used, so that the object's getters must not be copied.
  const recall = <Value>(key: string): Promise<Value> | undefined => {
    const known = memory.get(key);
    return known !== undefined && now() - known.at < rememberedFor
      ? (known.value as Promise<Value>)
      : undefined;
  };
  const account: Omit<AwsAccount, keyof AwsClients> = {
    accountId,
    partition,
    region,
    in: (other) => {
      if (other === region) return whole;
      const known = others.get(other) ?? createAccount({ ...input, region: other });
      others.set(other, known);
      return known;
    },
    remembered: <Value>(key: string, load: () => Promise<Value>): Promise<Value> => {
      const known = recall<Value>(key);
      if (known !== undefined) return known;
      const value = load();
      memory.set(key, { at: now(), value });
      value.catch(() => memory.delete(key));
      return value;
    },
    recall,
    remember: (key, value) => void memory.set(key, { at: now(), value: Promise.resolve(value) }),
  };
  const whole = Object.assign(Object.create(clientsOf(region)) as AwsClients, account);
  return whole;
};
