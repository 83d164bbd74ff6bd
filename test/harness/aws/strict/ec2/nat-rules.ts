import { Refusal, xmlAnswer } from '../../protocol/aws-answer.ts';
import { listOf } from '../../protocol/aws-call.ts';
import { find, findAll, parseXml, setText, textAt, type XmlElement } from '../../protocol/xml.ts';
import type { NatLife } from '../estate.ts';
import type { Scene, StrictRule } from '../rule.ts';
import { describe } from './lookups.ts';
import { releaseNat, stateOfNat } from './nat-life.ts';

const notFound = (id: string): Refusal => new Refusal('NatGatewayNotFound', `NatGateway ${id} was not found`);

/** Gives an item the state that the double has for it. */
const showState = (item: XmlElement, { estate, knobs, now }: Scene): void => {
  const nat = estate.nats.get(textAt(item, 'natGatewayId'));
  if (nat === undefined) return;
  const state = stateOfNat(nat, now(), knobs);
  setText(item, 'state', state);
  if (state === 'failed' && nat.failure !== undefined) {
    setText(item, 'failureCode', nat.failure.code);
    setText(item, 'failureMessage', nat.failure.message);
  }
};

/** What AWS finds only while it makes one: the gateway is there, and fails. */
const failureOf = async (vpc: string, isPublic: boolean, { estate, moto }: Scene) => {
  const ordered = estate.natFailures.shift();
  if (ordered !== undefined || !isPublic) return ordered;
  const gateways = await describe(moto, 'DescribeInternetGateways', { 'attachment.vpc-id': vpc });
  return gateways.length > 0
    ? undefined
    : { code: 'Gateway.NotAttached', message: `Network ${vpc} has no Internet gateway attached` };
};

const remember = async (item: XmlElement, scene: Scene): Promise<void> => {
  const { estate, moto, knobs, now } = scene;
  const address = find(item, 'natGatewayAddressSet', 'item');
  const subnet = textAt(item, 'subnetId');
  const [{ vpcId: vpc = '', availabilityZone: zone = '' } = {}] = (
    await describe(moto, 'DescribeSubnets', { 'subnet-id': subnet })
  ).map((found) => ({
    vpcId: textAt(found, 'vpcId'),
    availabilityZone: textAt(found, 'availabilityZone'),
  }));
  const allocation = textAt(address, 'allocationId');
  const failure = await failureOf(vpc, allocation !== '', scene);
  const nat: NatLife = {
    id: textAt(item, 'natGatewayId'),
    account: moto.account,
    vpc,
    subnet,
    zone,
    allocation,
    interface: textAt(address, 'networkInterfaceId'),
    madeAt: now(),
    ...(failure === undefined ? {} : { failure }),
  };
  estate.nats.set(nat.id, nat);
  estate.interfaces.set(nat.interface, {
    owner: `Interface for NAT Gateway ${nat.id}`,
    type: 'nat_gateway',
    isPublic: allocation !== '',
  });
  if (failure !== undefined)
    estate.due.add({ at: now() + knobs.natCreateSeconds * 1000, run: () => releaseNat(moto, nat) });
};

const wantedStates = new WeakMap<URLSearchParams, readonly string[]>();

/** Moto would apply the filter `state` to states of its own: it gets all of them, and the filter is applied to the answer. */
const keepStates = (parameters: URLSearchParams): void => {
  const [name] = [...parameters].find(([key, value]) => key.endsWith('.Name') && value === 'state') ?? [];
  if (name === undefined) return;
  const values = name.replace('.Name', '.Value');
  wantedStates.set(parameters, listOf(parameters, values));
  parameters.set(`${values}.1`, 'available');
  parameters.set(`${values}.2`, 'deleted');
};

/** A NAT gateway takes minutes to come and to go, and holds its address and subnet until it is gone; moto's does so at once. */
export const natRules: StrictRule = {
  before: {
    // Moto makes the interface first and leaves it when the address then turns out to be taken.
    'ec2:CreateNatGateway': async ({ parameters }, { moto }) => {
      const allocation = parameters.get('AllocationId');
      if (allocation === null) return;
      const [address] = await describe(moto, 'DescribeAddresses', { 'allocation-id': allocation });
      if (address === undefined)
        throw new Refusal('InvalidAllocationID.NotFound', `The allocation ID '${allocation}' does not exist`);
      if (textAt(address, 'associationId') !== '')
        throw new Refusal(
          'Resource.AlreadyAssociated',
          `Elastic IP address [${allocation}] is already associated`,
        );
    },
    'ec2:DeleteNatGateway': ({ parameters }, { estate }) => {
      const id = parameters.get('NatGatewayId') ?? '';
      if (!estate.nats.has(id)) throw notFound(id);
    },
    'ec2:DescribeNatGateways': ({ parameters }, { estate }) => {
      const unknown = listOf(parameters, 'NatGatewayId').find((id) => !estate.nats.has(id));
      if (unknown !== undefined) throw notFound(unknown);
      keepStates(parameters);
    },
  },
  after: {
    'ec2:CreateNatGateway': async (call, answer, scene) => {
      const document = parseXml(answer.body.toString('utf8'));
      const item = find(document, 'natGateway');
      if (item === undefined) return undefined;
      await remember(item, scene);
      showState(item, scene);
      const token = call.parameters.get('ClientToken');
      if (token !== null) setText(document, 'clientToken', token);
      return xmlAnswer(200, document);
    },
    'ec2:DeleteNatGateway': ({ parameters }, _answer, { estate, knobs, moto, now }) => {
      const nat = estate.nats.get(parameters.get('NatGatewayId') ?? '');
      if (nat === undefined || nat.goneAt !== undefined) return;
      nat.goneAt = now() + knobs.natDeleteSeconds * 1000;
      estate.due.add({
        at: nat.goneAt,
        run: async () => {
          await releaseNat(moto, nat);
          estate.interfaces.delete(nat.interface);
        },
      });
    },
    'ec2:DescribeNatGateways': ({ parameters }, answer, scene) => {
      const document = parseXml(answer.body.toString('utf8'));
      const set = find(document, 'natGatewaySet');
      if (set === undefined) return undefined;
      for (const item of findAll(set, 'item')) showState(item, scene);
      const states = wantedStates.get(parameters);
      if (states !== undefined)
        set.children = set.children.filter((item) => states.includes(textAt(item, 'state')));
      return xmlAnswer(200, document);
    },
  },
};
