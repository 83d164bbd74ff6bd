import type { InfrastructureRequest } from '../../../domain/infrastructure/infrastructure-plan.ts';
import { platformBlock } from '../../../domain/platforms/platform-rules.ts';
import { CloudError, type StepContext } from '../contract.ts';
import type { AwsAccount } from './account.ts';

/** The accounts that a session reaches: that of the cluster, and that of its VPC when it is another one. */
export interface Accounts {
  readonly cluster: AwsAccount;
  /** Nobody wants to know what differs from the plan: it is all to go. */
  readonly isDestroying: boolean;
  /** The account of a credential that came along. */
  ofCredential(credentialId: string): Promise<AwsAccount | undefined>;
}

/** The account that lends its VPC to the cluster. Throws kind `credentials` when its credential did not come along. */
export const vpcOwnerOf = async (
  accounts: Accounts,
  { spec }: InfrastructureRequest,
): Promise<AwsAccount> => {
  const { infrastructure } = platformBlock(spec, 'aws').aws;
  const id = infrastructure.mode === 'managed' ? infrastructure.sharedVpc?.vpcOwnerCredentialId : undefined;
  const account = id === undefined ? undefined : await accounts.ofCredential(id);
  if (account === undefined)
    throw new CloudError(
      'credentials',
      'NoCredential',
      'The credential of the account of the VPC is not there.',
    );
  return account;
};

/** The account in which a step is carried out. */
export const accountOf = async (
  accounts: Accounts,
  step: StepContext,
  name = step.planned.input['account'],
): Promise<AwsAccount> => (name === 'vpcOwner' ? vpcOwnerOf(accounts, step.request) : accounts.cluster);
