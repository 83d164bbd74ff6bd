import type { Credential, KeylessKind } from '../credential.ts';
import type {
  AwsRoleSettings,
  AzureFederatedSettings,
  GcpWorkloadIdentitySettings,
} from '../credential-settings.ts';
import { renderAwsTerraform, renderCloudFormation } from './aws-role.ts';
import { renderAzureCli, renderAzureTerraform, renderBicep } from './azure-federated.ts';
import { renderGcpTerraform } from './gcp-workload-identity.ts';
import type { Setup, SetupContext, SetupFormat } from './setup-context.ts';

export type { Setup, SetupContext, SetupFormat } from './setup-context.ts';
export { setupFormats } from './setup-context.ts';

type Render = (credential: Credential, context: SetupContext) => string;

/** Formats of each kind, the usual one first. What is stored was checked when it came in. */
const renderers: Readonly<Record<KeylessKind, Partial<Record<SetupFormat, Render>>>> = {
  awsRole: {
    cloudformation: ({ settings }, context) =>
      renderCloudFormation(settings as unknown as AwsRoleSettings, context),
    terraform: ({ settings }, context) => renderAwsTerraform(settings as unknown as AwsRoleSettings, context),
  },
  azureFederated: {
    bicep: (credential, context) =>
      renderBicep(credential, credential.settings as unknown as AzureFederatedSettings, context),
    terraform: (credential, context) =>
      renderAzureTerraform(credential, credential.settings as unknown as AzureFederatedSettings, context),
    azureCli: (credential, context) =>
      renderAzureCli(credential, credential.settings as unknown as AzureFederatedSettings, context),
  },
  gcpWorkloadIdentity: {
    terraform: (credential, context) =>
      renderGcpTerraform(credential, credential.settings as unknown as GcpWorkloadIdentitySettings, context),
  },
};

const fileNames: Readonly<Record<SetupFormat, string>> = {
  cloudformation: 'berth.template.json',
  terraform: 'berth.tf',
  bicep: 'berth.bicep',
  azureCli: 'berth.sh',
};

const isKeyless = (kind: string): kind is KeylessKind => Object.hasOwn(renderers, kind);

/** The text that sets up the trust of a credential; or the formats that there are for its kind, none for a secret. */
export const renderSetup = (
  credential: Credential,
  context: SetupContext,
  wanted: SetupFormat | undefined,
): Setup | { readonly allowed: readonly SetupFormat[] } => {
  const own = isKeyless(credential.kind) ? renderers[credential.kind] : {};
  const allowed = Object.keys(own) as readonly SetupFormat[];
  const format = wanted ?? allowed[0];
  const render = format === undefined ? undefined : own[format];
  if (format === undefined || render === undefined) return { allowed };
  return { format, fileName: fileNames[format], text: render(credential, context) };
};
