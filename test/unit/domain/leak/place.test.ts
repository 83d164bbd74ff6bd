import { describe, expect, it } from 'vitest';
import { cloudPlaceOf } from '../../../../src/domain/leak/place.ts';

const credential = (kind: string, settings: Record<string, string>) => ({
  tenantId: 'ten_1',
  credentialId: 'cr_1',
  kind,
  settings,
});

describe('the place that a credential opens', () => {
  it.each([
    ['awsRole', { roleArn: 'arn:aws:iam::123456789012:role/berth' }, 'aws:123456789012:ten_1'],
    ['azureFederated', { subscriptionId: '8c2f1a34' }, 'azure:8c2f1a34:ten_1'],
    [
      'gcpWorkloadIdentity',
      { serviceAccountEmail: 'berth@acme-clusters.iam.gserviceaccount.com' },
      'gcp:acme-clusters:ten_1',
    ],
    ['awsRole', { roleArn: 'nonsense' }, 'aws:cr_1:ten_1'],
    ['gcpWorkloadIdentity', {}, 'gcp:cr_1:ten_1'],
  ])('%s with %j is %s', (kind, settings, place) => {
    expect(cloudPlaceOf(credential(kind, settings as Record<string, string>), ['eu-west-1'])).toMatchObject({
      place,
      kind: 'cloud',
      tenantId: 'ten_1',
      credentialIds: ['cr_1'],
      regions: ['eu-west-1'],
    });
  });

  it.each(['pullSecret', 'kubeconfig', 'constructor'])('is none for %s', (kind) => {
    expect(cloudPlaceOf(credential(kind, {}))).toBeUndefined();
  });
});
