import { findCloudCredential } from '../../db/repositories/cloud-credentials.ts';
import { countReservedQuotas } from '../../db/repositories/quota-reservations.ts';
import { hasManagedInfrastructure } from '../../domain/cluster/cluster-infrastructure.ts';
import type { ClusterSpec } from '../../domain/cluster/cluster-spec.ts';
import type { InfrastructureRequest } from '../../domain/infrastructure/infrastructure-plan.ts';
import { checkQuotas } from '../../domain/infrastructure/quota-problems.ts';
import { platformOf } from '../../domain/platforms/platforms.ts';
import type { PreflightAnswer, PreflightInput } from '../../domain/question/worker-question.ts';
import { type FieldProblem, pointerOf } from '../../domain/shared/problem.ts';
import { CloudError } from '../../providers/infrastructure/contract.ts';
import { cloudAccessOf } from '../cloud-access.ts';
import { demandSafeCredential, findMissingPermissions } from '../credential-gate.ts';
import type { WorkerDependencies } from '../dependencies.ts';
import { otherAccounts } from './other-accounts.ts';

/** The field that names the credential of the account. */
const credentialPointer = (spec: ClusterSpec): string => {
  const rules = platformOf(spec.platform.type);
  const id = rules.cloudCredentialId(spec);
  const path = rules.credentials(spec).find((reference) => reference.id === id)?.path ?? ['spec', 'platform'];
  return pointerOf(...path);
};

const shownPermissions = 5;

const checkPermissions = async (
  deps: WorkerDependencies,
  tenantId: string,
  spec: ClusterSpec,
  credentialId: string,
): Promise<readonly FieldProblem[]> => {
  const mode = hasManagedInfrastructure({ spec }) ? 'managed' : 'existing';
  const missing = await findMissingPermissions(deps, tenantId, credentialId, mode);
  if (missing.length === 0) return [];
  const others = missing.length - shownPermissions;
  const names = `${missing.slice(0, shownPermissions).join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
  const detail = `It may not do what infrastructure.mode ${mode} needs: ${names}. Grant it; GET /v1/credentials/${credentialId}/setup has all of it.`;
  return [{ pointer: credentialPointer(spec), code: 'permission-missing', detail }];
};

const look = async (
  deps: WorkerDependencies,
  tenantId: string,
  { request }: PreflightInput,
): Promise<PreflightAnswer> => {
  const { spec } = request;
  const rules = platformOf(spec.platform.type);
  const provider = deps.clouds.providerOf(rules.type);
  const credentialId = rules.cloudCredentialId(spec);
  const tx = deps.database.tenant(tenantId);
  const credential = credentialId === undefined ? undefined : await findCloudCredential(tx, credentialId);
  if (provider === undefined || credential === undefined)
    return { isLooked: false, problems: [], quotas: [] };
  await demandSafeCredential(deps, tenantId, credential.id);
  const refused = await checkPermissions(deps, tenantId, spec, credential.id);
  const access = await cloudAccessOf(deps, tenantId, credential, { phase: 'scan' });
  const others = await otherAccounts(deps, spec, access);
  const session = await provider.open({ ...access, ...others }, rules.regionOf(spec) ?? '');
  try {
    const full: InfrastructureRequest = { ...request, tenantId, instance: deps.clouds.instance };
    const plan = hasManagedInfrastructure({ spec }) ? (rules.managed?.plan(full) ?? []) : [];
    const report = await session.preflight(full, plan);
    const reserved = await countReservedQuotas(tx, report);
    const short = checkQuotas(rules.type, report.quotas, (code) => reserved.get(code) ?? 0);
    const quotas = report.quotas.map(({ steps: _ofPlan, isOfAccount: _ofReservations, ...count }) => count);
    return { isLooked: true, problems: [...refused, ...report.problems, ...short], quotas };
  } finally {
    session.close();
  }
};

/** The account does not open, or does not let itself be looked at: a problem of the field that names the credential. */
const refusedBy = (error: CloudError, { request: { spec } }: PreflightInput): PreflightAnswer => {
  const detail = `${error.code}: ${error.message}`;
  return {
    isLooked: true,
    problems: [{ pointer: credentialPointer(spec), code: 'not-usable', detail }],
    quotas: [],
  };
};

/** Looks whether the account of a cluster that is only planned could take it. Reads only, reserves nothing. */
export const answerPreflight = async (
  deps: WorkerDependencies,
  tenantId: string,
  input: PreflightInput,
): Promise<PreflightAnswer> => {
  try {
    return await look(deps, tenantId, input);
  } catch (error) {
    if (error instanceof CloudError && (error.kind === 'credentials' || error.kind === 'permission'))
      return refusedBy(error, input);
    throw error;
  }
};
