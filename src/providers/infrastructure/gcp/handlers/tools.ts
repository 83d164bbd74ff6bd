import { CloudError, type StepContext } from '../../contract.ts';
import type { GcpService } from '../http/endpoints.ts';
import type { GcpApi } from '../http/gcp-api.ts';
import { isOfCluster } from '../marks.ts';

/** What the handlers of one session share. */
export interface HandlerTools {
  readonly api: GcpApi;
  /** Ids whose marks were read in this session: they may be removed without being read again. */
  readonly proven: Set<string>;
  /** The session takes things away: nobody asks what has drifted. */
  readonly isDestroying: boolean;
}

/** A thing of the name that was already there when it was to be made: ours from an earlier try, or somebody else's. */
export const adoptOrRefuse = async (
  api: GcpApi,
  service: GcpService,
  step: StepContext,
  path: string,
): Promise<string> => {
  const resource = await api.get(service, path);
  if (resource === undefined) throw notSeen(step);
  if (isOfCluster(resource, step.request)) return path;
  throw foreign(step);
};

export const foreign = ({ planned }: StepContext): CloudError =>
  new CloudError('foreign', 'alreadyExists', `${planned.name} exists and is not ours.`);

export const notSeen = ({ planned }: StepContext): CloudError =>
  new CloudError('conflict', 'alreadyExists', `${planned.name} cannot be seen yet.`);
