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
