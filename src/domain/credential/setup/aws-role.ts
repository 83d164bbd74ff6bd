import { type AwsPermissionSet, awsPermissions, grantsOf } from '../../platforms/aws/plan/aws-permissions.ts';
import type { JsonObject } from '../../shared/json.ts';
import type { AwsRoleSettings } from '../credential-settings.ts';
import { hclText, hclValue } from './quoting.ts';
import type { SetupContext } from './setup-context.ts';

const sets = Object.keys(awsPermissions) as readonly AwsPermissionSet[];

const titleOf = (set: string): string => `${set.charAt(0).toUpperCase()}${set.slice(1)}`;

/** Path and name in an ARN such as arn:aws:iam::123456789012:role/path/name. */
const partsOf = (roleArn: string): { readonly path: string; readonly name: string } => {
  const parts = roleArn.slice(roleArn.indexOf(':role/') + ':role/'.length).split('/');
  const name = parts.at(-1) ?? '';
  const path = parts.slice(0, -1);
  return { path: path.length === 0 ? '/' : `/${path.join('/')}/`, name };
};

const policyOf = (set: AwsPermissionSet, instance: string): JsonObject => ({
  Version: '2012-10-17',
  Statement: grantsOf(set, instance).map(({ name, actions, resources, condition }) => ({
    Sid: name,
    Effect: 'Allow',
    Action: actions,
    Resource: resources,
    ...(condition === undefined ? {} : { Condition: condition }),
  })),
});

const trustActions = ['sts:AssumeRole', 'sts:SetSourceIdentity'];
const purpose = 'What Berth may do in this account';
const principalHint = 'Identity of Berth that assumes the role; ask the operator of Berth for it';

/**
 * A stack with the role. JSON is CloudFormation as well, and no text in it can be anything but a text.
 * To be applied with CAPABILITY_NAMED_IAM.
 */
export const renderCloudFormation = (settings: AwsRoleSettings, context: SetupContext): string => {
  const { path, name } = partsOf(settings.roleArn);
  const policies = Object.fromEntries(
    sets.map((set) => [
      `${titleOf(set)}Policy`,
      {
        Type: 'AWS::IAM::ManagedPolicy',
        Properties: { Description: `${purpose}: ${set}`, PolicyDocument: policyOf(set, context.instance) },
      },
    ]),
  );
  const template = {
    AWSTemplateFormatVersion: '2010-09-09',
    Description: 'Role that lets Berth make clusters in this account',
    Parameters: {
      BerthPrincipalArn: {
        Type: 'String',
        Description: principalHint,
        ...(context.awsPrincipalArn === undefined ? {} : { Default: context.awsPrincipalArn }),
      },
    },
    Resources: {
      ...policies,
      Role: {
        Type: 'AWS::IAM::Role',
        Properties: {
          RoleName: name,
          Path: path,
          MaxSessionDuration: 3600,
          AssumeRolePolicyDocument: {
            Version: '2012-10-17',
            Statement: [
              {
                Effect: 'Allow',
                Principal: { AWS: { Ref: 'BerthPrincipalArn' } },
                Action: trustActions,
                Condition: { StringEquals: { 'sts:ExternalId': settings.externalId } },
              },
            ],
          },
          ManagedPolicyArns: sets.map((set) => ({ Ref: `${titleOf(set)}Policy` })),
        },
      },
    },
    Outputs: { RoleArn: { Value: { 'Fn::GetAtt': ['Role', 'Arn'] } } },
  };
  return `${JSON.stringify(template, null, 2)}\n`;
};

const terraformPolicy = (set: AwsPermissionSet, instance: string): string => `
resource "aws_iam_policy" "berth_${set}" {
  name_prefix = "berth-${set}-"
  description = ${hclText(`${purpose}: ${set}`)}
  policy      = jsonencode(${hclValue(policyOf(set, instance), 2)})
}

resource "aws_iam_role_policy_attachment" "berth_${set}" {
  role       = aws_iam_role.berth.name
  policy_arn = aws_iam_policy.berth_${set}.arn
}
`;

export const renderAwsTerraform = (settings: AwsRoleSettings, context: SetupContext): string => {
  const { path, name } = partsOf(settings.roleArn);
  const fallback =
    context.awsPrincipalArn === undefined ? '' : `\n  default     = ${hclText(context.awsPrincipalArn)}`;
  return `variable "berth_principal_arn" {
  type        = string
  description = ${hclText(principalHint)}${fallback}
}

resource "aws_iam_role" "berth" {
  name                 = ${hclText(name)}
  path                 = ${hclText(path)}
  max_session_duration = 3600
  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { AWS = var.berth_principal_arn }
      Action    = ${hclValue(trustActions, 6)}
      Condition = { StringEquals = { "sts:ExternalId" = ${hclText(settings.externalId)} } }
    }]
  })
}
${sets.map((set) => terraformPolicy(set, context.instance)).join('')}
output "role_arn" {
  value = aws_iam_role.berth.arn
}
`;
};
