import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../../../src/db/database.ts';
import { channels, listenToDatabase } from '../../../src/db/notifications.ts';
import { insertQuestion, removeOldQuestions } from '../../../src/db/repositories/worker-questions.ts';
import type { CredentialStatus } from '../../../src/domain/credential/credential-status.ts';
import { CloudError } from '../../../src/providers/infrastructure/contract.ts';
import type { Bell, Wake } from '../../../src/queue/bell.ts';
import { createWaiters } from '../../../src/services/waiters.ts';
import { createAskWorker } from '../../../src/services/worker-questions.ts';
import type { WorkerDependencies } from '../../../src/workers/dependencies.ts';
import { relayOutbox } from '../../../src/workers/outbox-relay.ts';
import { type Answerers, answerOne } from '../../../src/workers/question-answerer.ts';
import { sweepDue } from '../../../src/workers/resync.ts';
import {
  createTestWorld,
  eventually,
  newId,
  type TestTenant,
  type TestWorld,
} from '../../harness/test-world.ts';

let world: TestWorld;
let tenant: TestTenant;
let stopListening: () => Promise<void>;
let ask: ReturnType<typeof createAskWorker>;

const status: CredentialStatus = { state: 'valid', problems: [], permissions: [] };
const asking = (patienceMs = 10_000, signal = new AbortController().signal) => ({
  context: tenant.context,
  patienceMs,
  signal,
});

beforeAll(async () => {
  world = await createTestWorld();
  tenant = await world.createTenant('acme');
  // A process of its own that asks: only the database is common with those who answer.
  const waiters = createWaiters(() => performance.now());
  const notifications = listenToDatabase({ url: world.testDatabase.url, onError: () => undefined });
  notifications.listen(channels.question, waiters.wake);
  stopListening = () => notifications.close();
  ask = createAskWorker(
    { database: createDatabase(world.testDatabase.pool, 'berth_worker'), newId },
    waiters,
  );
});
afterAll(async () => {
  await stopListening();
  await world.close();
});

const depsOf = () => ({ database: world.database, logger: world.logger }) as unknown as WorkerDependencies;

const openIds = async (): Promise<readonly string[]> => {
  const { rows } = await world.testDatabase.pool.query<{ id: string }>(
    `SELECT id FROM worker_questions WHERE state = 'asked' ORDER BY id`,
  );
  return rows.map(({ id }) => id);
};

/** Answers the next question that comes, with so many workers at once. */
const answerNext = async (by: Answerers, workers = 1): Promise<string> => {
  const id = await eventually('the question', async () => (await openIds())[0]);
  await Promise.all(Array.from({ length: workers }, () => answerOne(depsOf(), by, tenant.id, id)));
  return id;
};

const countRows = async (): Promise<number> =>
  (await world.testDatabase.pool.query('SELECT 1 FROM worker_questions')).rowCount ?? 0;

describe('a question to the workers', () => {
  it('is answered by one of them, across processes, and forgotten', async () => {
    let answers = 0;
    const answering = answerNext(
      {
        'credential.verify': async (_deps, { tenantId, input }) => {
          answers += 1;
          expect([tenantId, input]).toEqual([tenant.id, { credentialId: 'cr_1' }]);
          await delay(20);
          return { status };
        },
      },
      3,
    );
    const answer = await ask('credential.verify', { credentialId: 'cr_1' }, asking());
    await answering;

    expect([answer, answers, await countRows()]).toEqual([{ status }, 1, 0]);
  });

  it('that nobody answers is given up in time, or when the client goes, and forgotten', async () => {
    const begun = performance.now();
    const refused = await ask('credential.verify', { credentialId: 'cr_2' }, asking(150)).catch(
      (error: unknown) => error,
    );
    const leaving = new AbortController();
    const left = ask('credential.verify', { credentialId: 'cr_3' }, asking(60_000, leaving.signal)).catch(
      (error: unknown) => error,
    );
    await eventually('the question', async () => (await openIds())[0]);
    leaving.abort();

    expect(refused).toMatchObject({
      code: 'unavailable',
      message: 'No worker could answer in time. Try again.',
    });
    expect(await left).toMatchObject({ code: 'unavailable' });
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(await countRows()).toBe(0);
  });

  it('that meets a fault tells the words of a cloud, and none of our own', async () => {
    const outcomes: unknown[] = [];
    for (const fault of [new CloudError('transient', 'Away', 'The cloud is away.'), new Error('canary')]) {
      const answering = answerNext({
        'credential.verify': () => Promise.reject(fault),
      });
      outcomes.push(
        await ask('credential.verify', { credentialId: 'cr_4' }, asking()).catch(
          (error: Error) => error.message,
        ),
      );
      await answering;
    }

    expect(outcomes).toEqual(['The cloud is away.', 'Berth met a fault of its own; see its log.']);
  });

  it('of a kind that a worker does not know is left to others', async () => {
    const tx = world.database.tenant(tenant.id);
    const id = newId('workerQuestion');
    await insertQuestion(tx, { id, kind: 'cluster.unheardOf', input: {}, lifeSeconds: 60 });
    await answerOne(depsOf(), {}, tenant.id, id);

    expect(await openIds()).toEqual([id]);
    await world.testDatabase.pool.query('DELETE FROM worker_questions');
  });

  it('whose ring was lost is rung for again, until it is too old; then it is removed', async () => {
    const tx = world.database.tenant(tenant.id);
    const id = newId('workerQuestion');
    await insertQuestion(tx, { id, kind: 'credential.verify', input: {}, lifeSeconds: 60 });
    const rung: Wake[] = [];
    const bell = {
      ring: async (queue: string, wakes: readonly Wake[]) => {
        if (queue === 'question') rung.push(...wakes);
      },
      waiting: async () => 0,
      handled: () => 0,
    } as unknown as Bell;
    const sweepAndRelay = async (): Promise<void> => {
      await sweepDue(world.database);
      await relayOutbox(world.database, bell);
    };
    // Its own ring is lost.
    await world.testDatabase.pool.query('DELETE FROM outbox');
    await sweepAndRelay();
    expect(rung).toEqual([]);
    await world.testDatabase.pool.query(
      `UPDATE worker_questions SET created_at = now() - interval '3 seconds'`,
    );
    await sweepAndRelay();
    expect(rung).toEqual([{ tenantId: tenant.id, targetId: id }]);

    await world.testDatabase.pool.query(
      `UPDATE worker_questions SET expires_at = now() - interval '1 second'`,
    );
    await sweepAndRelay();
    await answerOne(
      depsOf(),
      { 'credential.verify': () => Promise.reject(new Error('too late')) },
      tenant.id,
      id,
    );
    expect(rung).toHaveLength(1);
    expect(await removeOldQuestions(world.database.system(), 10)).toBe(1);
    expect(await countRows()).toBe(0);
  });

  it('is another tenant’s neither to answer nor to read', async () => {
    const other = await world.createTenant('globex');
    const id = newId('workerQuestion');
    await insertQuestion(world.database.tenant(tenant.id), {
      id,
      kind: 'credential.verify',
      input: {},
      lifeSeconds: 60,
    });
    await answerOne(depsOf(), { 'credential.verify': async () => ({ status }) }, other.id, id);

    expect(await openIds()).toEqual([id]);
  });
});
