import type { QuestionFailure } from '../../domain/question/worker-question.ts';
import type { JsonObject } from '../../domain/shared/json.ts';
import type { SystemTx, TenantTx } from '../database.ts';
import { jsonText } from '../json-text.ts';
import { channels } from '../notifications.ts';

export interface WorkerQuestion {
  readonly id: string;
  readonly kind: string;
  readonly input: JsonObject;
  readonly state: 'asked' | 'answered' | 'failed';
  readonly answer?: JsonObject;
  readonly error?: QuestionFailure;
}

interface QuestionRow {
  readonly id: string;
  readonly kind: string;
  readonly input: JsonObject;
  readonly state: WorkerQuestion['state'];
  readonly answer: JsonObject | null;
  readonly error: QuestionFailure | null;
}

const columns = 'id, kind, input, state, answer, error';

const toQuestion = (row: QuestionRow): WorkerQuestion => ({
  id: row.id,
  kind: row.kind,
  input: row.input,
  state: row.state,
  ...(row.answer === null ? {} : { answer: row.answer }),
  ...(row.error === null ? {} : { error: row.error }),
});

/**
 * Stores a question and rings for it, in one statement.
 * @param lifeSeconds after which nobody wants to know any more.
 */
export const insertQuestion = async (
  tx: TenantTx,
  question: {
    readonly id: string;
    readonly kind: string;
    readonly input: JsonObject;
    readonly lifeSeconds: number;
    readonly traceparent?: string | undefined;
  },
): Promise<void> => {
  await tx.query({
    name: 'question-insert',
    text: `WITH asked AS (
             INSERT INTO worker_questions (tenant_id, id, kind, input, expires_at)
             VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5)) RETURNING id
           )
           INSERT INTO outbox (queue, tenant_id, target_id, traceparent) SELECT 'question', $1, id, $6 FROM asked`,
    values: [
      tx.tenantId,
      question.id,
      question.kind,
      JSON.stringify(question.input),
      question.lifeSeconds,
      question.traceparent ?? null,
    ],
  });
};

export const findQuestion = async (tx: TenantTx, id: string): Promise<WorkerQuestion | undefined> => {
  const { rows } = await tx.query<QuestionRow>({
    name: 'question-find',
    text: `SELECT ${columns} FROM worker_questions WHERE tenant_id = $1 AND id = $2`,
    values: [tx.tenantId, id],
  });
  return rows[0] && toQuestion(rows[0]);
};

/** Takes an open question of one of these kinds for a minute. Undefined: somebody else has it, it is answered, or too old. */
export const claimQuestion = async (
  tx: TenantTx,
  id: string,
  kinds: readonly string[],
): Promise<WorkerQuestion | undefined> => {
  const { rows } = await tx.query<QuestionRow>({
    name: 'question-claim',
    text: `UPDATE worker_questions SET claimed_until = now() + interval '1 minute'
           WHERE tenant_id = $1 AND id = $2 AND kind = ANY($3) AND state = 'asked' AND expires_at > now()
             AND (claimed_until IS NULL OR claimed_until < now())
           RETURNING ${columns}`,
    values: [tx.tenantId, id, [...kinds]],
  });
  return rows[0] && toQuestion(rows[0]);
};

/** Stores the answer, the first one that comes, and wakes whoever waits for it. */
export const answerQuestion = async (
  tx: TenantTx,
  id: string,
  outcome: { readonly answer: JsonObject } | { readonly error: QuestionFailure },
): Promise<void> => {
  const isAnswer = 'answer' in outcome;
  await tx.query({
    name: 'question-answer',
    text: `WITH answered AS (
             UPDATE worker_questions SET state = $3, answer = $4, error = $5
             WHERE tenant_id = $1 AND id = $2 AND state = 'asked' RETURNING id
           ) SELECT pg_notify('${channels.question}', id) FROM answered`,
    values: [
      tx.tenantId,
      id,
      isAnswer ? 'answered' : 'failed',
      isAnswer ? jsonText(outcome.answer) : null,
      isAnswer ? null : jsonText(outcome.error),
    ],
  });
};

export const removeQuestion = async (tx: TenantTx, id: string): Promise<void> => {
  await tx.query({
    name: 'question-remove',
    text: 'DELETE FROM worker_questions WHERE tenant_id = $1 AND id = $2',
    values: [tx.tenantId, id],
  });
};

/** Questions that nobody works on: their ring was lost, or who worked on them has died. */
export const listOpenQuestions = async (
  sql: SystemTx,
  limit: number,
): Promise<readonly { readonly tenantId: string; readonly id: string }[]> => {
  const { rows } = await sql.query<{ tenant_id: string; id: string }>({
    name: 'open-questions',
    text: `SELECT tenant_id, id FROM worker_questions
           WHERE state = 'asked' AND expires_at > now() AND (claimed_until IS NULL OR claimed_until < now())
             AND created_at < now() - interval '2 seconds'
           ORDER BY created_at LIMIT $1`,
    values: [limit],
  });
  return rows.map((row) => ({ tenantId: row.tenant_id, id: row.id }));
};

/** Removes questions that nobody came back for. Returns how many went. */
export const removeOldQuestions = async (sql: SystemTx, limit: number): Promise<number> => {
  const { rowCount } = await sql.query({
    text: `DELETE FROM worker_questions WHERE (tenant_id, id) IN (
             SELECT tenant_id, id FROM worker_questions WHERE expires_at < now() ORDER BY expires_at LIMIT $1)`,
    values: [limit],
  });
  return rowCount;
};
