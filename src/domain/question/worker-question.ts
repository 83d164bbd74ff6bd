import type { CredentialStatus } from '../credential/credential-status.ts';
import type { InfrastructureRequest } from '../infrastructure/infrastructure-plan.ts';
import type { QuotaCount } from '../infrastructure/quota-problems.ts';
import type { FieldProblem } from '../shared/problem.ts';

/** A cluster that is only planned. */
export interface PreflightInput {
  readonly request: InfrastructureRequest;
}

export interface PreflightAnswer {
  /** False: there is no account to look into, or this installation does not reach it. */
  readonly isLooked: boolean;
  readonly problems: readonly FieldProblem[];
  readonly quotas: readonly QuotaCount[];
}

/**
 * What the API, which reaches no cloud, asks of a worker. What goes in and what comes out is stored: ids and findings, never
 * a secret.
 */
export interface WorkerQuestions {
  readonly 'credential.verify': {
    readonly input: { readonly credentialId: string };
    /** Absent when the credential has gone meanwhile. */
    readonly answer: { readonly status?: CredentialStatus };
  };
  readonly 'cluster.preflight': { readonly input: PreflightInput; readonly answer: PreflightAnswer };
}

export type QuestionKind = keyof WorkerQuestions;

/** Why a worker has no answer, in words fit for the tenant. */
export interface QuestionFailure {
  readonly code: string;
  readonly detail: string;
}
