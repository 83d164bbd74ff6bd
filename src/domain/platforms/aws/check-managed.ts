import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import { isCidr, parseCidr } from '../../network/cidr.ts';
import { filled } from '../../shared/present.ts';
import type { FieldProblem } from '../../shared/problem.ts';
import type { SpecPath } from '../platform-rules.ts';
import { collect, conflicting, notAllowed, outOfRange, required } from '../problems.ts';
import { checkPolicyArn } from './aws-arns.ts';
import { machineCidrOf } from './aws-machine-range.ts';
import type { AwsManagedInfrastructure, AwsPlatform } from './aws-spec.ts';
import { checkZones, isPlainZoneOf } from './aws-zones.ts';

/** The /16 of the VPC holds eight pairs of /20. */
const maxZones = 8;

const vpcPrefix = 16;

const checkZoneList = (region: string, zones: readonly string[], at: SpecPath): readonly FieldProblem[] => {
  if (zones.length === 0) return [required(at, 'Give at least one zone of the region.')];
  return collect(
    zones.length > maxZones
      ? outOfRange(at, `The network has room for ${maxZones} zones; there are ${zones.length}.`)
      : undefined,
    checkZones(region, zones, isPlainZoneOf, (index) => [...at, index]),
  );
};

/** That it can be read and overlaps nothing is checked with the other ranges of the cluster. */
const checkMachineCidr = (
  { network }: ClusterSpec,
  infrastructure: AwsManagedInfrastructure,
  root: SpecPath,
  at: SpecPath,
): readonly FieldProblem[] => {
  const cidr = machineCidrOf(infrastructure);
  const range = parseCidr(cidr);
  const asked = filled(network?.machineCidrs);
  return collect(
    isCidr(range) && (range.family !== 4 || range.prefix !== vpcPrefix)
      ? outOfRange(at, `machineCidr ${cidr} is no IPv4 range of /${vpcPrefix}, such as 10.0.0.0/16.`)
      : undefined,
    asked !== undefined && asked.join() !== cidr
      ? conflicting(
          [...root, 'network', 'machineCidrs'],
          `The machines get ${cidr} of infrastructure.machineCidr; give the same here, or nothing.`,
        )
      : undefined,
  );
};

const checkEgress = (
  { configuration }: ClusterSpec,
  infrastructure: AwsManagedInfrastructure,
  at: SpecPath,
): readonly FieldProblem[] => {
  const { publicOnly = false, natGateways, egress } = infrastructure;
  const { httpProxy, httpsProxy } = configuration?.proxy ?? {};
  return collect(
    publicOnly && natGateways !== undefined
      ? conflicting([...at, 'natGateways'], 'publicOnly leaves NAT gateways out; give one of the two.')
      : undefined,
    publicOnly && egress !== undefined
      ? conflicting([...at, 'egress'], 'With publicOnly the machines go out by their own addresses.')
      : undefined,
    egress === 'proxy' && natGateways !== undefined
      ? conflicting([...at, 'natGateways'], 'With egress proxy there are no NAT gateways.')
      : undefined,
    egress === 'proxy' && filled(httpsProxy) === undefined && filled(httpProxy) === undefined
      ? required([...at, 'egress'], 'Egress by a proxy needs configuration.proxy with its address.')
      : undefined,
  );
};

const checkAccounts = (
  { credentialId }: AwsPlatform,
  { sharedVpc }: AwsManagedInfrastructure,
  platform: SpecPath,
  at: SpecPath,
): readonly FieldProblem[] =>
  collect(
    credentialId === undefined
      ? required(
          [...platform, 'credentialId'],
          'Managed infrastructure needs a credential of kind awsRole for the account.',
        )
      : undefined,
    sharedVpc !== undefined && sharedVpc.vpcOwnerCredentialId === credentialId
      ? conflicting(
          [...at, 'sharedVpc', 'vpcOwnerCredentialId'],
          'The VPC is shared from another account: give the credential of that one.',
        )
      : undefined,
  );

/** `root` is the spec, `platform` its AWS block, `at` the infrastructure. */
export const checkManagedInfrastructure = (
  spec: ClusterSpec,
  aws: AwsPlatform,
  infrastructure: AwsManagedInfrastructure,
  root: SpecPath,
): readonly FieldProblem[] => {
  const platform = [...root, 'platform', 'aws'];
  const at = [...platform, 'infrastructure'];
  return collect(
    checkAccounts(aws, infrastructure, platform, at),
    checkZoneList(aws.region, infrastructure.zones, [...at, 'zones']),
    checkMachineCidr(spec, infrastructure, root, [...at, 'machineCidr']),
    checkEgress(spec, infrastructure, at),
    checkPolicyArn(infrastructure.permissionsBoundaryArn, aws.region, [...at, 'permissionsBoundaryArn']),
    filled(spec.dns?.privateZoneId) === undefined
      ? undefined
      : notAllowed([...root, 'dns', 'privateZoneId'], 'Berth makes the private zone of the cluster.'),
  );
};
