import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import { filled } from '../../shared/present.ts';
import type { FieldProblem } from '../../shared/problem.ts';
import { platformBlock, type SpecPath } from '../platform-rules.ts';
import {
  checkFormat,
  collect,
  invalidFormat,
  notAllowed,
  outOfRange,
  required,
  specRoot,
} from '../problems.ts';
import { checkExistingInfrastructure } from './check-existing.ts';
import { checkManagedInfrastructure } from './check-managed.ts';
import * as format from './gcp-formats.ts';

const project = new RegExp(format.projectId);
const region = new RegExp(format.regionName);
const key = new RegExp(format.labelKey);
const value = new RegExp(format.labelValue);
/** Name of a zone of Cloud DNS, or its resource name. */
const dnsZone =
  /^(?:projects\/[a-z][a-z0-9-]{4,28}[a-z0-9]\/(?:locations\/global\/)?managedZones\/)?[a-z][a-z0-9-]{0,62}$/;

/** The API takes 60; Berth's own marks are four of them. */
const maxLabels = 56;

export const checkLabels = (
  labels: Readonly<Record<string, string>> | undefined,
  at: SpecPath,
): readonly FieldProblem[] => {
  const entries = Object.entries(labels ?? {});
  return collect(
    entries.length > maxLabels
      ? outOfRange(at, `At most ${maxLabels} labels; there are ${entries.length}.`)
      : undefined,
    entries.map(([name, text]) => {
      if (format.reservedLabelKey.test(name))
        return notAllowed([...at, name], `Label keys like ${name} are kept for OpenShift and this service.`);
      return key.test(name) && value.test(text)
        ? undefined
        : invalidFormat(
            [...at, name],
            'Label keys and values have at most 63 lower-case letters, digits, _ and -, and begin with a letter; a value may be empty.',
          );
    }),
  );
};

/** HyperShift reaches the API server of such a cluster by a name only. */
const checkAccess = (spec: ClusterSpec, at: SpecPath): FieldProblem | undefined => {
  const { endpointAccess = 'private' } = platformBlock(spec, 'gcp').gcp;
  return endpointAccess === 'publicAndPrivate' && filled(spec.publishing?.externalDnsDomain) === undefined
    ? required(
        [...at, 'publishing', 'externalDnsDomain'],
        'With endpointAccess publicAndPrivate the services need names below a domain.',
      )
    : undefined;
};

export const checkGcpCluster = (spec: ClusterSpec, at: SpecPath = specRoot): readonly FieldProblem[] => {
  const { gcp } = platformBlock(spec, 'gcp');
  const { infrastructure } = gcp;
  const path = [...at, 'platform', 'gcp'];
  const { baseDomain, publicZoneId, privateZoneId } = spec.dns ?? {};
  const zoneForm = 'Give the name of a managed zone of Cloud DNS.';
  return collect(
    checkFormat(gcp.project, project, [...path, 'project'], 'Give the id of a project, not its number.'),
    checkFormat(gcp.region, region, [...path, 'region'], 'Give a region such as europe-west1.'),
    infrastructure.mode === 'existing'
      ? checkExistingInfrastructure(infrastructure, gcp.project, [...path, 'infrastructure'])
      : checkManagedInfrastructure(spec, gcp, infrastructure, at),
    checkAccess(spec, at),
    checkLabels(gcp.resourceLabels, [...path, 'resourceLabels']),
    filled(baseDomain) === undefined
      ? required([...at, 'dns', 'baseDomain'], 'On gcp a cluster needs a domain for its applications.')
      : undefined,
    checkFormat(filled(publicZoneId), dnsZone, [...at, 'dns', 'publicZoneId'], zoneForm),
    checkFormat(filled(privateZoneId), dnsZone, [...at, 'dns', 'privateZoneId'], zoneForm),
  );
};
