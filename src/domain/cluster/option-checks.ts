import { hostOfUrl, isServerHost } from '../network/server-host.ts';
import { checkLabelMap } from '../platforms/label-checks.ts';
import type { SpecPath } from '../platforms/platform-rules.ts';
import {
  checkFormat,
  collect,
  conflicting,
  duplicate,
  invalidFormat,
  notAllowed,
  outOfRange,
  unsupported,
} from '../platforms/problems.ts';
import { isOlderThan } from '../platforms/version-checks.ts';
import { parseIsoDuration } from '../shared/duration.ts';
import { isDnsName, isLabelKey } from '../shared/names.ts';
import { filled } from '../shared/present.ts';
import type { FieldProblem } from '../shared/problem.ts';
import type { ClusterSpec } from './cluster-spec.ts';
import { checkInstant } from './instant-check.ts';

const root: SpecPath = ['spec'];

const uuid = /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;
const snapshotUrl = /^(?:https|s3):\/\/[^\s/?#]+\/\S*$/;
const serviceUrl = /^https?:\/\/[^\s/?#]+(?:[/?#]\S*)?$/;

const mostVerbose = 10;

const checkPause = ({ paused, pausedUntil }: ClusterSpec): readonly FieldProblem[] =>
  collect(
    checkInstant(pausedUntil, [...root, 'pausedUntil']),
    paused === true && pausedUntil !== undefined
      ? conflicting([...root, 'pausedUntil'], 'Give paused or pausedUntil, not both.')
      : undefined,
  );

/** Components of the control plane fetch these: a host that means their own machine is none of the user's. */
const checkSource = (url: string | undefined, at: SpecPath): FieldProblem | undefined =>
  url === undefined || !/^https?:/.test(url) || isServerHost(hostOfUrl(url))
    ? undefined
    : notAllowed(at, 'The host must be another machine than the one that connects to it.');

/** Labels that are no labels were never reported by the operator: the pods would be missing without a word. */
const checkControlPlaneOptions = ({ controlPlane = {} }: ClusterSpec): readonly FieldProblem[] => {
  const at = [...root, 'controlPlane'];
  const { apiServerVerbosity: verbosity } = controlPlane;
  return collect(
    checkLabelMap(controlPlane.labels, [...at, 'labels']),
    checkInstant(controlPlane.restartedAt, [...at, 'restartedAt']),
    verbosity === undefined || (Number.isInteger(verbosity) && verbosity >= 0 && verbosity <= mostVerbose)
      ? undefined
      : outOfRange([...at, 'apiServerVerbosity'], `Give 0 to ${mostVerbose}.`),
    checkFormat(
      filled(controlPlane.etcd?.restoreSnapshotUrl),
      snapshotUrl,
      [...at, 'etcd', 'restoreSnapshotUrl'],
      'Give an https or s3 URL of a snapshot.',
    ),
    checkSource(filled(controlPlane.etcd?.restoreSnapshotUrl), [...at, 'etcd', 'restoreSnapshotUrl']),
  );
};

const checkApiServerName = ({ publishing = {}, version }: ClusterSpec): readonly FieldProblem[] => {
  const at = [...root, 'publishing', 'apiServerName'];
  const name = filled(publishing.apiServerName);
  if (name === undefined) return [];
  return collect(
    isDnsName(name) ? undefined : invalidFormat(at, 'Give a DNS name such as api.example.org.'),
    isOlderThan(version, '4.19')
      ? unsupported(at, 'A further name of the API server is served from 4.19 on.', ['4.19'])
      : undefined,
    name === filled(publishing.apiServerAddress)
      ? duplicate(at, 'The API server has this name by apiServerAddress.')
      : undefined,
  );
};

const checkAutoscaling = ({ autoscaling = {} }: ClusterSpec): readonly FieldProblem[] => {
  const at = [...root, 'autoscaling'];
  return collect(
    autoscaling.scaling === 'upOnly' && filled(autoscaling.scaleDown) !== undefined
      ? conflicting([...at, 'scaleDown'], 'With scaling upOnly no node is removed.')
      : undefined,
    (autoscaling.balancingIgnoredLabels ?? []).map((key, index) =>
      isLabelKey(key)
        ? undefined
        : invalidFormat([...at, 'balancingIgnoredLabels', index], 'A label key is [PREFIX/]NAME.'),
    ),
    (autoscaling.expanders ?? []).map((expander, index, all) =>
      all.indexOf(expander) < index
        ? duplicate([...at, 'expanders', index], `${expander} is listed before.`)
        : undefined,
    ),
  );
};

const checkMirrors = ({ imageContentSources = [] }: ClusterSpec): readonly FieldProblem[] =>
  imageContentSources.flatMap(({ mirrors }, index) =>
    collect(
      mirrors.map((mirror, position) =>
        mirrors.indexOf(mirror) < position
          ? duplicate(
              [...root, 'imageContentSources', index, 'mirrors', position],
              `${mirror} is listed before.`,
            )
          : undefined,
      ),
    ),
  );

/** Further options of a cluster, as far as no schema can say what they may be. Every problem at once. */
export const checkOptions = (spec: ClusterSpec): readonly FieldProblem[] =>
  collect(
    checkPause(spec),
    checkControlPlaneOptions(spec),
    checkApiServerName(spec),
    checkAutoscaling(spec),
    checkMirrors(spec),
    checkFormat(filled(spec.openshiftId), uuid, [...root, 'openshiftId'], 'Give a UUID.'),
    checkFormat(
      filled(spec.updates?.service),
      serviceUrl,
      [...root, 'updates', 'service'],
      'Give a URL with http or https.',
    ),
    checkSource(filled(spec.updates?.service), [...root, 'updates', 'service']),
    spec.deletionGracePeriod === undefined || parseIsoDuration(spec.deletionGracePeriod) !== undefined
      ? undefined
      : invalidFormat([...root, 'deletionGracePeriod'], 'Give an ISO 8601 duration such as PT10M.'),
    spec.network?.dualStack === true && spec.platform.type !== 'agent'
      ? notAllowed(
          [...root, 'network', 'dualStack'],
          `Platform ${spec.platform.type} has no ranges of both families by default; give clusterCidrs and serviceCidrs.`,
        )
      : undefined,
    spec.network?.dualStack === true
      ? (['clusterCidrs', 'serviceCidrs'] as const)
          .filter((field) => filled(spec.network?.[field]) !== undefined)
          .map((field) =>
            conflicting([...root, 'network', field], 'With dualStack the ranges are those of HyperShift.'),
          )
      : undefined,
  );
