import { describe, expect, test } from 'vitest';
import { aws } from '../../../../../src/domain/platforms/aws/aws.ts';
import { credentialId, existingSpec, managedSpec, vpcOwnerCredentialId } from './aws-samples.ts';

const base = ['spec', 'platform', 'aws'];

describe('credentials of a cluster on aws', () => {
  test('are the role for the account, and that for the account of the VPC', () => {
    const spec = managedSpec({ sharedVpc: { vpcOwnerCredentialId } });
    expect(aws.credentials(spec)).toEqual([
      { path: [...base, 'credentialId'], id: credentialId, kinds: ['awsRole'] },
      {
        path: [...base, 'infrastructure', 'sharedVpc', 'vpcOwnerCredentialId'],
        id: vpcOwnerCredentialId,
        kinds: ['awsRole'],
      },
    ]);
    expect(aws.cloudCredentialId(spec)).toBe(credentialId);
  });

  test('are the signing key of the user, and a role only when one is given', () => {
    const spec = existingSpec({ serviceAccountSigningKeyCredentialId: credentialId });
    expect(aws.credentials(spec)).toEqual([
      {
        path: [...base, 'infrastructure', 'serviceAccountSigningKeyCredentialId'],
        id: credentialId,
        kinds: ['signingKey'],
      },
    ]);
    expect(aws.cloudCredentialId(spec)).toBeUndefined();
    expect(aws.cloudCredentialId(existingSpec({}, { credentialId }))).toBe(credentialId);
  });

  test('are none when the spec names none', () => {
    expect(aws.credentials(existingSpec())).toEqual([]);
    expect(aws.credentials(managedSpec()).map(({ id }) => id)).toEqual([credentialId]);
  });
});

describe('the place of a cluster on aws', () => {
  test('is its region', () => {
    expect(aws.regionOf(managedSpec())).toBe('eu-west-1');
  });

  test('has a prefix of names that the user may choose for infrastructure that exists', () => {
    expect(aws.infraIdOf(existingSpec({ infraId: 'payments-x7k2p' }))).toBe('payments-x7k2p');
    expect(aws.infraIdOf(existingSpec())).toBeUndefined();
    expect(aws.infraIdOf(managedSpec())).toBeUndefined();
  });
});
