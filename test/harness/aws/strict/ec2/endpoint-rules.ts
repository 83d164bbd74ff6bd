import { Refusal, xmlAnswer } from '../../protocol/aws-answer.ts';
import { listOf } from '../../protocol/aws-call.ts';
import { descendants, element, find, findAll, parseXml, setText, textAt } from '../../protocol/xml.ts';
import type { Scene, StrictRule } from '../rule.ts';
import { describe } from './lookups.ts';

const isService = (name: string, region: string, { estate }: Scene): boolean =>
  name.startsWith(`com.amazonaws.vpce.${region}.`)
    ? estate.services.has(name.replace(/^.*\./, ''))
    : name.startsWith(`com.amazonaws.${region}.`);

/** A table that leads to the service already cannot do so twice. */
const refuseSecondRoute = async (parameters: URLSearchParams, { moto }: Scene): Promise<void> => {
  const wanted = listOf(parameters, 'RouteTableId');
  const service = parameters.get('ServiceName');
  for (const endpoint of await describe(moto, 'DescribeVpcEndpoints')) {
    if (textAt(endpoint, 'state') === 'deleted' || textAt(endpoint, 'serviceName') !== service) continue;
    const taken = findAll(endpoint, 'routeTableIdSet', 'item').find(({ text }) => wanted.includes(text));
    if (taken !== undefined)
      throw new Refusal(
        'RouteAlreadyExists',
        `route table ${taken.text} already has a route with destination-prefix-list-id for ${service}`,
      );
  }
};

const missing = (id: string) =>
  element('item', [
    element('error', [
      element('code', 'InvalidVpcEndpoint.NotFound'),
      element('message', `The Vpc Endpoint Id '${id}' does not exist`),
    ]),
    element('resourceId', id),
  ]);

/** Endpoints being deleted, by id: their interfaces stay for a while, and moto hears of it then. */
const leaving = new WeakMap<Scene['estate'], Set<string>>();

const leavingOf = ({ estate }: Scene): Set<string> => {
  const found = leaving.get(estate) ?? new Set();
  leaving.set(estate, found);
  return found;
};

/** Answers for the endpoints whose interfaces stay for a while; the others are left in the call. */
const deleteLater = async (parameters: URLSearchParams, scene: Scene): Promise<void> => {
  const { moto, knobs, now, estate } = scene;
  const there = await describe(moto, 'DescribeVpcEndpoints');
  const ids = listOf(parameters, 'VpcEndpointId');
  for (const key of [...parameters.keys()]) if (key.startsWith('VpcEndpointId.')) parameters.delete(key);
  for (const [index, id] of ids.entries()) {
    const endpoint = there.find((item) => textAt(item, 'vpcEndpointId') === id);
    // Moto would take its routes away a second time, and fail.
    if (endpoint === undefined || textAt(endpoint, 'state') === 'deleted') continue;
    if (textAt(endpoint, 'vpcEndpointType') !== 'Interface' || knobs.interfaceSeconds === 0) {
      parameters.set(`VpcEndpointId.${index + 1}`, id);
      continue;
    }
    if (leavingOf(scene).has(id)) continue;
    leavingOf(scene).add(id);
    estate.due.add({
      at: now() + knobs.interfaceSeconds * 1000,
      run: async () => {
        leavingOf(scene).delete(id);
        await moto.query('ec2', 'DeleteVpcEndpoints', { 'VpcEndpointId.1': id });
      },
    });
  }
};

const gone = new WeakMap<URLSearchParams, readonly string[]>();

/** Moto takes any service, needs a type, and keeps deleted endpoints in its lists. */
export const endpointRules: StrictRule = {
  before: {
    'ec2:CreateVpcEndpoint': async ({ parameters, region }, scene) => {
      if (!parameters.has('VpcEndpointType')) parameters.set('VpcEndpointType', 'Gateway');
      const service = parameters.get('ServiceName') ?? '';
      if (!isService(service, region, scene))
        throw new Refusal('InvalidServiceName', `The Vpc Endpoint Service '${service}' does not exist`);
      await refuseSecondRoute(parameters, scene);
    },
    'ec2:DeleteVpcEndpoints': async ({ parameters }, scene) => {
      const there = (await describe(scene.moto, 'DescribeVpcEndpoints')).filter(
        (item) => textAt(item, 'state') !== 'deleted',
      );
      const unknown = listOf(parameters, 'VpcEndpointId').filter(
        (id) => !there.some((item) => textAt(item, 'vpcEndpointId') === id),
      );
      gone.set(parameters, unknown);
      await deleteLater(parameters, scene);
    },
    'ec2:DescribeVpcEndpoints': async ({ parameters }, { moto }) => {
      const dead = (await describe(moto, 'DescribeVpcEndpoints')).filter(
        (item) => textAt(item, 'state') === 'deleted',
      );
      const named = listOf(parameters, 'VpcEndpointId').find((id) =>
        dead.some((item) => textAt(item, 'vpcEndpointId') === id),
      );
      if (named !== undefined)
        throw new Refusal('InvalidVpcEndpointId.NotFound', `The Vpc Endpoint Id '${named}' does not exist`);
    },
  },
  after: {
    'ec2:CreateVpcEndpoint': (_call, answer, { estate }) => {
      const made = find(parseXml(answer.body.toString('utf8')), 'vpcEndpoint');
      const id = textAt(made, 'vpcEndpointId');
      for (const { text } of made === undefined ? [] : findAll(made, 'networkInterfaceIdSet', 'item'))
        estate.interfaces.set(text, {
          owner: `VPC Endpoint Interface ${id}`,
          type: 'vpc_endpoint',
          isPublic: false,
        });
    },
    'ec2:DeleteVpcEndpoints': ({ parameters }, answer) => {
      const document = parseXml(answer.body.toString('utf8'));
      const unknown = gone.get(parameters) ?? [];
      const set = find(document, 'unsuccessful') ?? element('unsuccessful');
      set.children = unknown.map(missing);
      if (!document.children.includes(set)) document.children.push(set);
      return xmlAnswer(200, document);
    },
    'ec2:DescribeVpcEndpoints': (_call, answer, scene) => {
      const document = parseXml(answer.body.toString('utf8'));
      for (const set of descendants(document, 'vpcEndpointSet')) {
        set.children = set.children.filter((item) => textAt(item, 'state') !== 'deleted');
        for (const item of set.children)
          if (leavingOf(scene).has(textAt(item, 'vpcEndpointId'))) setText(item, 'state', 'deleting');
      }
      return xmlAnswer(200, document);
    },
  },
};
