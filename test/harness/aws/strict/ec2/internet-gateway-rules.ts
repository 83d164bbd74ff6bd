import { Refusal } from '../../protocol/aws-answer.ts';
import { descendants, findAll, textAt } from '../../protocol/xml.ts';
import type { Scene, StrictRule } from '../rule.ts';
import { describe } from './lookups.ts';

const hasPublicAddresses = async (vpc: string, { moto, estate }: Scene): Promise<boolean> => {
  const interfaces = await describe(moto, 'DescribeNetworkInterfaces', { 'vpc-id': vpc });
  const ids = interfaces.map((item) => textAt(item, 'networkInterfaceId'));
  if (ids.some((id) => estate.interfaces.get(id)?.isPublic === true)) return true;
  const addresses = await describe(moto, 'DescribeAddresses');
  if (addresses.some((address) => ids.includes(textAt(address, 'networkInterfaceId')))) return true;
  const instances = (await describe(moto, 'DescribeInstances', { 'vpc-id': vpc })).flatMap((reservation) =>
    findAll(reservation, 'instancesSet', 'item'),
  );
  return instances.some(
    (instance) =>
      textAt(instance, 'instanceState', 'name') === 'running' && textAt(instance, 'ipAddress') !== '',
  );
};

/** Attaching twice, detaching what is not attached, detaching under public addresses: moto says yes to all three. */
export const internetGatewayRules: StrictRule = {
  before: {
    'ec2:AttachInternetGateway': async ({ parameters }, { moto }) => {
      const vpc = parameters.get('VpcId') ?? '';
      const there = await describe(moto, 'DescribeInternetGateways', { 'attachment.vpc-id': vpc });
      const other = there.find(
        (item) => textAt(item, 'internetGatewayId') !== parameters.get('InternetGatewayId'),
      );
      if (other !== undefined)
        throw new Refusal('InvalidParameterValue', `Network ${vpc} already has an internet gateway attached`);
    },
    'ec2:DetachInternetGateway': async ({ parameters }, scene) => {
      const id = parameters.get('InternetGatewayId') ?? '';
      const vpc = parameters.get('VpcId') ?? '';
      const [gateway] = await describe(scene.moto, 'DescribeInternetGateways', { 'internet-gateway-id': id });
      if (gateway === undefined) return;
      if (!descendants(gateway, 'vpcId').some(({ text }) => text === vpc))
        throw new Refusal('Gateway.NotAttached', `resource ${id} is not attached to network ${vpc}`);
      if (await hasPublicAddresses(vpc, scene))
        throw new Refusal(
          'DependencyViolation',
          `Network ${vpc} has some mapped public address(es). Please unmap those public address(es) before detaching the gateway.`,
        );
    },
  },
};
