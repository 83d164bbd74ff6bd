import type { MotoPlace } from '../harness/aws/moto-client.ts';

interface Policy {
  readonly Properties: { readonly PolicyDocument: object };
}

interface Template {
  readonly Resources: {
    readonly Role: {
      readonly Properties: {
        readonly RoleName: string;
        readonly Path: string;
        readonly AssumeRolePolicyDocument: object;
        readonly ManagedPolicyArns: readonly { readonly Ref: string }[];
      };
    };
  } & Readonly<Record<string, Policy>>;
}

/** Longest text of a managed policy, without blanks. Source: IAM and STS quotas. */
const longestPolicy = 6144;

/** Does in a customer's account what the setup of a credential says, as CloudFormation would. */
export const applySetup = async (place: MotoPlace, text: string, principalArn: string): Promise<string> => {
  const { Resources } = JSON.parse(text) as Template;
  const { RoleName, Path, AssumeRolePolicyDocument, ManagedPolicyArns } = Resources.Role.Properties;
  const trust = JSON.stringify(AssumeRolePolicyDocument).replace(
    '{"Ref":"BerthPrincipalArn"}',
    JSON.stringify(principalArn),
  );
  await place.query('iam', 'CreateRole', { RoleName, Path, AssumeRolePolicyDocument: trust });
  for (const { Ref } of ManagedPolicyArns) {
    const PolicyDocument = JSON.stringify((Resources[Ref] as Policy).Properties.PolicyDocument);
    if (PolicyDocument.length > longestPolicy) throw new Error(`policy ${Ref} is too long for AWS`);
    await place.query('iam', 'PutRolePolicy', { RoleName, PolicyName: Ref, PolicyDocument });
  }
  return RoleName;
};

/** Changes whom a role trusts, as a customer who takes trust back or gives it again. Answers with what it was. */
export const replaceTrust = async (place: MotoPlace, role: string, document: string): Promise<void> => {
  await place.query('iam', 'UpdateAssumeRolePolicy', { RoleName: role, PolicyDocument: document });
};

export const nobody = JSON.stringify({
  Version: '2012-10-17',
  Statement: { Effect: 'Deny', Principal: { AWS: '*' }, Action: 'sts:AssumeRole' },
});

export const trusting = (principal: string, externalId: string): string =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: {
      Effect: 'Allow',
      Principal: { AWS: principal },
      Action: ['sts:AssumeRole', 'sts:SetSourceIdentity'],
      Condition: { StringEquals: { 'sts:ExternalId': externalId } },
    },
  });
