import type {
  InfrastructureRequest,
  PlannedStep,
} from '../../../../domain/infrastructure/infrastructure-plan.ts';
import type { GcpPlatform } from '../../../../domain/platforms/gcp/gcp-spec.ts';
import { platformBlock } from '../../../../domain/platforms/platform-rules.ts';
import { filled } from '../../../../domain/shared/present.ts';
import { type FieldProblem, pointerOf } from '../../../../domain/shared/problem.ts';
import type { PreflightReport } from '../../contract.ts';
import { textOf } from '../../rest/json-fields.ts';
import type { GcpApi } from '../http/gcp-api.ts';
import { readQuotas } from './account-quotas.ts';
import { checkExistingIdentities } from './existing-identities.ts';
import { checkExistingNetwork } from './existing-network.ts';
import { checkPlace } from './place-checks.ts';

const at = (...parts: readonly string[]): string => pointerOf('spec', 'platform', 'gcp', ...parts);

/** A credential reaches one project: that of its service account. */
const checkProject = (gcp: GcpPlatform, project: string): readonly FieldProblem[] =>
  gcp.project === project
    ? []
    : [
        {
          pointer: at('project'),
          code: 'conflict',
          detail: `The credential is for project ${project}, not for ${gcp.project}.`,
          allowed: [project],
        },
      ];

const checkNumber = ({ infrastructure }: GcpPlatform, number: string): readonly FieldProblem[] => {
  const isManaged = infrastructure.mode === 'managed';
  const wanted = isManaged
    ? filled(infrastructure.projectNumber)
    : infrastructure.workloadIdentity.projectNumber;
  if (wanted === undefined || wanted === number) return [];
  return [
    {
      pointer: at(
        'infrastructure',
        ...(isManaged ? ['projectNumber'] : ['workloadIdentity', 'projectNumber']),
      ),
      code: 'conflict',
      detail: `The project has the number ${number}, not ${wanted}.`,
      allowed: [number],
    },
  ];
};

/** Everything about a cluster that only its project knows. Reads only; every problem at once. */
export const preflightGcp = async (
  api: GcpApi,
  credentialProject: string,
  { spec, nodePools = [] }: InfrastructureRequest,
  plan: readonly PlannedStep[],
): Promise<PreflightReport> => {
  const { gcp } = platformBlock(spec, 'gcp');
  const { project, region, infrastructure } = gcp;
  const report = { account: project, region };
  const projectProblems = checkProject(gcp, credentialProject);
  if (projectProblems.length > 0) return { ...report, problems: projectProblems, quotas: [] };
  const found = await api.get('resourceManager', `projects/${project}`);
  const number = textOf(found, 'name')?.replace(/^projects\//, '');
  if (number === undefined || textOf(found, 'state') !== 'ACTIVE')
    return {
      ...report,
      problems: [{ pointer: at('project'), code: 'not-found', detail: `There is no project ${project}.` }],
      quotas: [],
    };
  const [place, own, quotas] = await Promise.all([
    checkPlace(api, gcp, nodePools),
    infrastructure.mode === 'existing'
      ? Promise.all([
          checkExistingNetwork(api, spec, gcp, infrastructure),
          checkExistingIdentities(api, infrastructure, project),
        ])
      : [],
    infrastructure.mode === 'managed' ? readQuotas(api, { project, number, plan }) : [],
  ]);
  return { ...report, problems: [...checkNumber(gcp, number), ...place, ...own.flat()], quotas };
};
