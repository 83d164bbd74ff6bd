import { condition, type NewCondition } from '../conditions.ts';
import type { HostedCluster } from '../objects.ts';
import { blockerOf, type Verdict } from './verdict.ts';
import { isUpgrading } from './version-history.ts';

const reconciliationActive = ({ pause }: Verdict): NewCondition => {
  if (pause.paused) {
    const until = pause.until === undefined ? '' : ` until ${new Date(pause.until).toISOString()}`;
    return condition(
      'ReconciliationActive',
      'False',
      'ReconciliationPaused',
      `Reconciliation paused${until}`,
    );
  }
  return pause.invalid
    ? condition('ReconciliationActive', 'True', 'InvalidPausedUntilValue', 'Invalid value of pausedUntil')
    : condition('ReconciliationActive', 'True', 'AsExpected', 'Reconciliation active on resource');
};

const progressing = (cluster: HostedCluster, verdict: Verdict): NewCondition => {
  const blocker = blockerOf(verdict);
  if (blocker !== undefined) return condition('Progressing', 'False', 'Blocked', blocker);
  const running = cluster.status?.version?.desired.image ?? cluster.spec.release.image;
  const changes = isUpgrading(cluster.status) || running !== cluster.spec.release.image;
  return changes
    ? condition('Progressing', 'True', 'Progressing', `Working towards ${cluster.spec.release.image}`)
    : condition('Progressing', 'False', 'AsExpected', 'HostedCluster is at expected version');
};

/** The conditions that the operator computes anew each time it looks, in its order. */
export const judgedConditions = (cluster: HostedCluster, verdict: Verdict): readonly NewCondition[] => {
  const { configuration, releaseImage, silent } = verdict;
  const fine = 'AsExpected';
  const list = [
    configuration === undefined
      ? condition('ValidConfiguration', 'True', fine, 'Configuration passes validation')
      : condition('ValidConfiguration', 'False', 'InvalidConfiguration', configuration),
    condition('SupportedHostedCluster', 'True', fine, 'HostedCluster is supported by operator configuration'),
    condition('ValidProxyConfiguration', 'True', fine, 'Proxy CA bundle is valid or not configured'),
  ];
  if (silent) return list;
  return [
    ...list,
    ...(cluster.status?.conditions?.length
      ? []
      : [
          condition('IgnitionEndpointAvailable', 'False', 'NotFound', 'Ignition server deployment not found'),
        ]),
    reconciliationActive(verdict),
    releaseImage === undefined
      ? condition('ValidReleaseImage', 'True', fine, 'Release image is valid')
      : condition('ValidReleaseImage', 'False', releaseImage.reason, releaseImage.message),
    progressing(cluster, verdict),
  ];
};

/** Reason `ReconciliatonSucceeded` is upstream's own spelling. */
export const reconciled = (error: string | undefined): NewCondition =>
  error === undefined
    ? condition(
        'ReconciliationSucceeded',
        'True',
        'ReconciliatonSucceeded',
        'Reconciliation completed successfully',
      )
    : condition('ReconciliationSucceeded', 'False', 'ReconcileError', error);
