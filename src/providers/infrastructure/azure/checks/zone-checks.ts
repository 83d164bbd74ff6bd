import type { ClusterSpec } from '../../../../domain/cluster/cluster-spec.ts';
import { apiVersions } from '../../../../domain/platforms/azure/plan/api-versions.ts';
import { filled } from '../../../../domain/shared/present.ts';
import { type FieldProblem, pointerOf } from '../../../../domain/shared/problem.ts';
import { objectOf, textOf } from '../../rest/json-fields.ts';
import type { ArmApi } from '../http/arm-api.ts';
import { propertiesOf, sameText } from '../http/fields.ts';
import { missing, problem } from './problems.ts';

const nameOf = (id: string): string => id.split('/').at(-1) ?? '';

/** Zones that the spec names by id: they are there, of the right domain, and the private one is seen by the machines. */
export const checkZones = async (
  api: ArmApi,
  { dns = {} }: ClusterSpec,
  vnetId: string | undefined,
): Promise<readonly FieldProblem[]> => {
  const publicZone = filled(dns.publicZoneId);
  const privateZone = filled(dns.privateZoneId);
  const publicPointer = pointerOf('spec', 'dns', 'publicZoneId');
  const privatePointer = pointerOf('spec', 'dns', 'privateZoneId');
  const domain = dns.baseDomain ?? '';
  const problems: FieldProblem[] = [];
  if (publicZone !== undefined) {
    if ((await api.get(publicZone, apiVersions.dnsZone)) === undefined)
      problems.push(missing(publicPointer, publicZone));
    else if (!sameText(nameOf(publicZone), domain))
      problems.push(
        problem(publicPointer, 'conflict', `The zone is of ${nameOf(publicZone)}, not ${domain}.`),
      );
  }
  if (privateZone !== undefined) {
    if ((await api.get(privateZone, apiVersions.privateDnsZone)) === undefined)
      return [...problems, missing(privatePointer, privateZone)];
    const links = await api.list(`${privateZone}/virtualNetworkLinks`, apiVersions.privateDnsZone);
    const isLinked = links.some((link) =>
      sameText(textOf(objectOf(propertiesOf(link), 'virtualNetwork'), 'id'), vnetId),
    );
    if (!isLinked)
      problems.push(
        problem(privatePointer, 'conflict', 'The zone is not linked to the virtual network of the machines.'),
      );
  }
  return problems;
};
