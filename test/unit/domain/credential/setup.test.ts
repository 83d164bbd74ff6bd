import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Credential } from '../../../../src/domain/credential/credential.ts';
import { unverified } from '../../../../src/domain/credential/credential-status.ts';
import { federatedSubject } from '../../../../src/domain/credential/federation.ts';
import { bicepText, hclText, hclValue, shellText } from '../../../../src/domain/credential/setup/quoting.ts';
import {
  renderSetup,
  type SetupContext,
  type SetupFormat,
} from '../../../../src/domain/credential/setup/setup.ts';

const externalId = 'berth-0123456789abcdef0123456789abcdef0123456789abcdef';
const principal = 'arn:aws:iam::999999999999:role/berth-workers';

const context: SetupContext = {
  instance: 'prod',
  issuerUrl: 'https://oidc.example.org',
  awsPrincipalArn: principal,
};

const credentialOf = (kind: Credential['kind'], settings: Credential['settings']): Credential => ({
  tenantId: 'ten_01jc8vr3n2e9qsyw6x5m7t0001',
  id: 'cr_01jc8vr3n2e9qsyw6x5m7t0002',
  name: 'cloud',
  kind,
  settings,
  status: unverified,
  generation: 1,
  revision: 1,
  createdAt: '2026-11-30T12:00:00.000Z',
  updatedAt: '2026-11-30T12:00:00.000Z',
});

const awsRole = credentialOf('awsRole', {
  roleArn: 'arn:aws:iam::123456789012:role/clusters/of/berth',
  externalId,
});
const azure = credentialOf('azureFederated', {
  tenantId: '11111111-2222-3333-4444-555555555555',
  clientId: '66666666-7777-8888-9999-000000000000',
  subscriptionId: 'aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee',
});
const gcp = credentialOf('gcpWorkloadIdentity', {
  projectNumber: '123456789012',
  poolId: 'berth',
  providerId: 'berth-oidc',
  serviceAccountEmail: 'berth-clusters@acme-clusters.iam.gserviceaccount.com',
});

const textOf = (credential: Credential, format?: SetupFormat, of = context): string => {
  const setup = renderSetup(credential, of, format);
  if ('allowed' in setup) throw new Error(`no text; there is ${setup.allowed.join(', ')}`);
  return setup.text;
};

interface Template {
  readonly Parameters: { readonly BerthPrincipalArn: Record<string, unknown> };
  readonly Resources: Record<string, { readonly Type: string; readonly Properties: Record<string, unknown> }>;
}

describe('the stack for a role in AWS', () => {
  const template = (of = context): Template => parse(textOf(awsRole, 'cloudformation', of)) as Template;

  it('is read as YAML and as JSON alike', () => {
    expect(template()).toEqual(JSON.parse(textOf(awsRole, 'cloudformation')));
  });

  it('trusts Berth with the external id of this credential, and nobody else', () => {
    expect(template().Resources['Role']?.Properties).toMatchObject({
      RoleName: 'berth',
      Path: '/clusters/of/',
      AssumeRolePolicyDocument: {
        Statement: [
          {
            Effect: 'Allow',
            Principal: { AWS: { Ref: 'BerthPrincipalArn' } },
            Action: ['sts:AssumeRole', 'sts:SetSourceIdentity'],
            Condition: { StringEquals: { 'sts:ExternalId': externalId } },
          },
        ],
      },
    });
    expect(textOf(awsRole, 'cloudformation').split(externalId)).toHaveLength(2);
  });

  it('has the identity of the installation, or asks for it', () => {
    expect(template().Parameters.BerthPrincipalArn['Default']).toBe(principal);
    const { awsPrincipalArn: _, ...unknown } = context;
    expect(template(unknown).Parameters.BerthPrincipalArn).not.toHaveProperty('Default');
  });

  it('grants in policies that IAM takes, below the path of the installation', () => {
    const policies = Object.values(template().Resources).filter(
      ({ Type }) => Type === 'AWS::IAM::ManagedPolicy',
    );

    expect(policies).toHaveLength(4);
    for (const { Properties } of policies)
      expect(JSON.stringify(Properties['PolicyDocument']).length).toBeLessThan(6144);
    expect(JSON.stringify(policies)).toContain('arn:*:iam::*:role/berth/prod/*');
    expect(JSON.stringify(policies)).not.toContain('ec2:RunInstances');
  });
});

describe('the texts of other formats', () => {
  it('trust the same identity and external id in Terraform', () => {
    const text = textOf(awsRole, 'terraform');

    expect(text).toContain(`"sts:ExternalId" = "${externalId}"`);
    expect(text).toContain(`default     = "${principal}"`);
    expect(text).toContain('path                 = "/clusters/of/"');
    expect(text).toContain('resource "aws_iam_policy" "berth_destroy"');
    const { awsPrincipalArn: _, ...unknown } = context;
    expect(textOf(awsRole, 'terraform', unknown)).not.toContain('default');
    const settings = { roleArn: 'arn:aws:iam::123456789012:role/berth', externalId };
    expect(textOf({ ...awsRole, settings }, 'terraform')).toContain('path                 = "/"');
  });

  it.each(['bicep', 'terraform', 'azureCli'] as const)(
    'name the subjects that Azure is to trust in %s',
    (format) => {
      const text = textOf(azure, format);

      for (const phase of ['scan', 'create', 'destroy'])
        expect(text).toContain(`tenant:${azure.tenantId}:credential:${azure.id}:phase:${phase}`);
      expect(text).toContain('https://oidc.example.org/berth');
      expect(text).toContain('Microsoft.Network/virtualNetworks/write');
      expect(text).toContain('b24988ac-6180-42a0-ab88-20f7382dd24c');
    },
  );

  it('let one tenant of Berth into a pool of Google Cloud', () => {
    const text = textOf(gcp);

    expect(text).toContain(
      `attribute_condition                = "assertion.sub.startsWith(\\"tenant:${gcp.tenantId}:\\")"`,
    );
    expect(text).toContain(
      '"//iam.googleapis.com/projects/123456789012/locations/global/workloadIdentityPools/berth/providers/berth-oidc"',
    );
    expect(text).toContain(`workloadIdentityPools/berth/attribute.tenant/${gcp.tenantId}"`);
    expect(text).toContain('account_id = "berth-clusters"');
    expect(text).toContain('project    = "acme-clusters"');
    expect(text).toContain('"compute.networks.create"');
  });

  it('are there for the kinds that they fit, the usual one first', () => {
    const allowed = (credential: Credential, format?: SetupFormat) => {
      const setup = renderSetup(credential, context, format);
      return 'allowed' in setup ? setup.allowed : setup.format;
    };

    expect([awsRole, azure, gcp].map((credential) => allowed(credential))).toEqual([
      'cloudformation',
      'bicep',
      'terraform',
    ]);
    expect(allowed(awsRole, 'bicep')).toEqual(['cloudformation', 'terraform']);
    expect(allowed(credentialOf('pullSecret', {}))).toEqual([]);
  });
});

describe('quoting', () => {
  // Put together from parts: a template of ours it is not.
  const template = ['$', '{c}'].join('');

  it('keeps what is in a text from being read as anything else', () => {
    expect(hclText(`a"b${template}%{d}\n`)).toBe(`"a\\"b$${template}%%{d}\\n"`);
    expect(hclText('5 $ and 100 %')).toBe('"5 $ and 100 %"');
    expect(hclValue({ a: [template] }, 2)).toBe(`{\n    "a": [\n      "$${template}"\n    ]\n  }`);
    expect(bicepText(`it's ${template}\\`)).toBe(`'it\\'s \\${template}\\\\'`);
    expect(shellText(`it's $(id)`)).toBe(`'it'\\''s $(id)'`);
  });

  it('holds against a hostile address of the installation', () => {
    const hostile = { ...context, issuerUrl: `https://x"}\nresource "evil" ${template}` };

    expect(textOf(gcp, 'terraform', hostile)).not.toMatch(/^resource "evil"/m);
    expect(textOf(gcp, 'terraform', hostile)).toContain(`\\nresource \\"evil\\" $${template}`);
  });
});

it('a token says for whom and for what it is', () => {
  const access = { tenantId: 'ten_1', credentialId: 'cr_1', phase: 'create' } as const;

  expect(federatedSubject({ ...access, kind: 'gcpWorkloadIdentity', clusterId: 'cl_1' })).toBe(
    'tenant:ten_1:cluster:cl_1:phase:create',
  );
  expect(federatedSubject({ ...access, kind: 'gcpWorkloadIdentity' })).toBe(
    'tenant:ten_1:cluster:none:phase:create',
  );
  expect(federatedSubject({ ...access, kind: 'azureFederated', clusterId: 'cl_1' })).toBe(
    'tenant:ten_1:credential:cr_1:phase:create',
  );
});
