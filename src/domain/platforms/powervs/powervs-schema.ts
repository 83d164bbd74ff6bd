import { integer, literal, objectOf, optional, text, word } from '../../shared/schema.ts';
import { openstackNodePoolFields } from '../openstack/openstack-schema.ts';
import { credentialId, dnsLabel, foreignName } from '../platform-fields.ts';

const place = (description: string, example: string) =>
  text('^[a-z0-9-]+$', {
    maxLength: 64,
    hint: `a region or zone such as ${example}`,
    description,
    examples: [example],
  });

const infrastructure = objectOf(
  'PowervsInfrastructureInput',
  {
    mode: literal('existing', 'The caller made the infrastructure.'),
    infraId: optional(dnsLabel(27, 'Prefix of cloud names; made by Berth when absent.', 'payments-x7k2p')),
    accountId: text('^[0-9A-Za-z]+$', {
      maxLength: 64,
      hint: 'the id of an account',
      description: 'Account of IBM Cloud.',
    }),
    cisInstanceCrn: text('^crn:[!-~]+$', {
      maxLength: 255,
      hint: 'a CRN',
      description: 'Instance of Cloud Internet Services with the zone of the base domain.',
    }),
    serviceInstanceId: foreignName('GUID of the Power VS workspace.'),
    subnet: objectOf(
      'PowervsSubnetInput',
      { id: optional(foreignName('Its id.')), name: optional(foreignName('Its name.')) },
      'DHCP network of the machines.',
    ),
    vpc: objectOf(
      'PowervsVpcInput',
      {
        name: foreignName('Its name.'),
        region: place('Its region.', 'us-south'),
        subnet: optional(foreignName('Subnet of the load balancers.')),
        zone: optional(place('Zone of the load balancers.', 'us-south-1')),
      },
      'VPC of the load balancers.',
    ),
  },
  'Network and workspace that exist; Berth makes nothing in IBM Cloud.',
);

const apiKey = (user: string) => credentialId(`Credential of kind powervsApiKey of the ${user}.`);

export const powervsSchema = objectOf(
  'PowervsPlatformInput',
  {
    region: place('Region of the workspace.', 'us-south'),
    zone: place('Zone of the workspace.', 'us-south'),
    resourceGroup: foreignName('Resource group.'),
    infrastructure,
    credentialIds: objectOf(
      'PowervsCredentialsInput',
      {
        kubeCloudController: apiKey('cloud controller manager'),
        nodePoolManagement: apiKey('machine controller'),
        ingress: apiKey('ingress operator'),
        storage: apiKey('storage operator'),
        imageRegistry: apiKey('image registry operator'),
      },
      'With what the operators of the cluster act in IBM Cloud; several may be the same.',
    ),
  },
  'Settings of IBM Power Virtual Server.',
);

/** Machine settings of a node pool. */
export const powervsNodePoolFields = {
  systemType: text('^[a-z0-9-]+$', {
    maxLength: 255,
    hint: 'a type of system such as s922',
    description: 'powervs: type of the host.',
    examples: ['s922'],
  }),
  processorType: word(['dedicated', 'shared', 'capped'], 'powervs.'),
  processors: text('^[0-9]{1,3}(\\.[0-9]{1,2})?$', {
    maxLength: 6,
    hint: 'a number such as 0.5',
    description: 'powervs: processors of a machine.',
    examples: ['0.5'],
  }),
  memoryGiB: integer(2, 65_536, 'powervs: memory of a machine in GiB.'),
  storageType: word(['tier1', 'tier3'], 'powervs: storage of the boot volume.'),
  imageName: openstackNodePoolFields.imageName,
  imageId: foreignName('azure, powervs: boot image by its id; that of the release when absent.'),
  imageDeletePolicy: word(['delete', 'retain'], 'powervs: what becomes of the boot image with the pool.'),
};
