import { gcpPermissions } from '../../platforms/gcp/permissions.ts';
import type { Credential } from '../credential.ts';
import type { GcpWorkloadIdentitySettings } from '../credential-settings.ts';
import { berthIssuerUrl, gcpAudience } from '../federation.ts';
import { hclText, hclValue } from './quoting.ts';
import type { SetupContext } from './setup-context.ts';

const permissions = [...new Set(Object.values(gcpPermissions).flat())].sort();

/** Only the tenant of the credential gets in, whatever else Berth's issuer signs. */
const conditionFor = (tenantId: string): string => `assertion.sub.startsWith("tenant:${tenantId}:")`;

export const renderGcpTerraform = (
  { tenantId }: Pick<Credential, 'tenantId'>,
  settings: GcpWorkloadIdentitySettings,
  { issuerUrl, instance }: SetupContext,
): string => {
  const { projectNumber, poolId, providerId, serviceAccountEmail } = settings;
  const [account = '', host = ''] = serviceAccountEmail.split('@');
  const project = host.split('.')[0] ?? '';
  const pool = `projects/${projectNumber}/locations/global/workloadIdentityPools/${poolId}`;
  const roleId = `berth_${instance.replaceAll('-', '_')}`;
  return `resource "google_iam_workload_identity_pool" "berth" {
  project                   = ${hclText(projectNumber)}
  workload_identity_pool_id = ${hclText(poolId)}
}

resource "google_iam_workload_identity_pool_provider" "berth" {
  project                            = ${hclText(projectNumber)}
  workload_identity_pool_id          = google_iam_workload_identity_pool.berth.workload_identity_pool_id
  workload_identity_pool_provider_id = ${hclText(providerId)}
  attribute_condition                = ${hclText(conditionFor(tenantId))}
  attribute_mapping = {
    "google.subject"   = "assertion.sub"
    "attribute.tenant" = "assertion.sub.extract('tenant:{tenant}:')"
  }
  oidc {
    issuer_uri        = ${hclText(berthIssuerUrl(issuerUrl))}
    allowed_audiences = ${hclValue([gcpAudience(settings)], 4)}
  }
}

resource "google_service_account" "berth" {
  project    = ${hclText(project)}
  account_id = ${hclText(account)}
}

resource "google_service_account_iam_member" "berth" {
  service_account_id = google_service_account.berth.name
  role               = "roles/iam.workloadIdentityUser"
  member             = ${hclText(`principalSet://iam.googleapis.com/${pool}/attribute.tenant/${tenantId}`)}
  depends_on         = [google_iam_workload_identity_pool_provider.berth]
}

resource "google_project_iam_custom_role" "berth" {
  project     = ${hclText(project)}
  role_id     = ${hclText(roleId)}
  title       = ${hclText(`Berth ${instance}`)}
  permissions = ${hclValue(permissions, 2)}
}

resource "google_project_iam_member" "berth" {
  project = ${hclText(project)}
  role    = google_project_iam_custom_role.berth.id
  member  = google_service_account.berth.member
}
`;
};
