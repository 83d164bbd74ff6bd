import { answerQuestion, claimQuestion } from '../db/repositories/worker-questions.ts';
import type { QuestionFailure, QuestionKind, WorkerQuestions } from '../domain/question/worker-question.ts';
import type { JsonObject } from '../domain/shared/json.ts';
import { CloudError } from '../providers/infrastructure/contract.ts';
import { verifyCredential } from './credential-verifier.ts';
import type { WorkerDependencies } from './dependencies.ts';
import { answerPreflight } from './infrastructure/preflight-question.ts';
import { failureOf } from './reconcile-step.ts';

type Answerer<Kind extends QuestionKind> = (
  deps: WorkerDependencies,
  question: { readonly tenantId: string; readonly input: WorkerQuestions[Kind]['input'] },
) => Promise<WorkerQuestions[Kind]['answer']>;

/** Who answers what. A kind that is not here is left to workers of another version. */
export type Answerers = { readonly [Kind in QuestionKind]?: Answerer<Kind> };

export const answerers: Answerers = {
  'credential.verify': async (deps, { tenantId, input }) => {
    const status = await verifyCredential(deps, tenantId, input.credentialId);
    return status === undefined ? {} : { status };
  },
  'cluster.preflight': (deps, { tenantId, input }) => answerPreflight(deps, tenantId, input),
};

const failureFor = (error: unknown): QuestionFailure => {
  if (error instanceof CloudError) return { code: error.code, detail: error.message };
  const { code, message } = failureOf(error);
  return { code, detail: message };
};

/** Answers one question, unless somebody else does. */
export const answerOne = async (
  deps: WorkerDependencies,
  by: Answerers,
  tenantId: string,
  id: string,
): Promise<void> => {
  const tx = deps.database.tenant(tenantId);
  const question = await claimQuestion(tx, id, Object.keys(by));
  if (question === undefined) return;
  const answerer = by[question.kind as QuestionKind] as Answerer<QuestionKind> | undefined;
  if (answerer === undefined) return;
  const log = { tenantId, questionId: id, kind: question.kind };
  try {
    const answer = await answerer(deps, { tenantId, input: question.input as never });
    await answerQuestion(tx, id, { answer: { ...answer } as unknown as JsonObject });
    deps.logger.info(log, 'question answered');
  } catch (error) {
    const failure = failureFor(error);
    deps.logger.warn({ ...log, failure, ...(failure.code === 'internal' ? { error } : {}) }, 'no answer');
    await answerQuestion(tx, id, { error: failure });
  }
};
