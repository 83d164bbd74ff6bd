import { IdentityPoolClient } from 'google-auth-library';
import type { GcpWorkloadIdentitySettings } from '../../../../domain/credential/credential-settings.ts';
import { type CloudAccess, CloudError } from '../../contract.ts';
import type { GcpEndpoints } from './endpoints.ts';

/** Access tokens of one session. Throws `CloudError`. */
export interface GcpTokens {
  get(): Promise<string>;
}

/** Signs a token of Berth's own issuer for a piece of work of a tenant: `sub` says for whom, `audience` for what. */
export type SubjectTokens = (access: CloudAccess, audience: string) => Promise<string>;

/** Where the tenant's project is, and as whom Berth works in it. */
export interface GcpPlace {
  /** Project of the service account: clusters are made in it. */
  readonly project: string;
  /** `projects/NUMBER/locations/global/workloadIdentityPools/POOL/providers/PROVIDER` */
  readonly provider: string;
  readonly serviceAccountEmail: string;
}

const email = /^[a-z][a-z0-9-]{4,28}[a-z0-9]@([a-z][a-z0-9-]{4,28}[a-z0-9])\.iam\.gserviceaccount\.com$/;

/** Throws when a credential has no settings that can be used: they go into addresses. */
export const readGcpPlace = ({ settings }: CloudAccess): GcpPlace => {
  const { projectNumber, poolId, providerId, serviceAccountEmail } =
    settings as Partial<GcpWorkloadIdentitySettings>;
  const project = email.exec(serviceAccountEmail ?? '')?.[1];
  const provider = `projects/${projectNumber}/locations/global/workloadIdentityPools/${poolId}/providers/${providerId}`;
  const form =
    /^projects\/[0-9]{1,25}\/locations\/global\/workloadIdentityPools\/[a-z0-9-]{4,32}\/providers\/[a-z0-9-]{4,32}$/;
  if (project === undefined || serviceAccountEmail === undefined || !form.test(provider))
    throw new CloudError('credentials', 'SettingsInvalid', 'The settings of the credential cannot be used.');
  return { project, provider, serviceAccountEmail };
};

/** What the libraries throw of an answer. */
interface TokenFailure {
  readonly status?: unknown;
  readonly code?: unknown;
  readonly response?: { readonly data?: { readonly error?: unknown } };
}

/** What Google's token services say no with; the words of their libraries hold addresses. */
const toCloudError = (error: unknown): CloudError => {
  const { status, code, response } = error as TokenFailure;
  if (status === 429)
    return new CloudError('throttled', 'RATE_LIMIT_EXCEEDED', 'Token requests are throttled.');
  const isUnreachable =
    typeof status === 'number' ? status >= 500 : typeof code === 'string' && /^E[A-Z_]+$/.test(code);
  if (isUnreachable)
    return new CloudError('transient', 'TokenServiceUnreachable', 'Google’s token service does not answer.');
  const word = response?.data?.error;
  return new CloudError(
    'credentials',
    typeof word === 'string' && /^[a-z_]{1,40}$/.test(word) ? word : 'TokenRefused',
    'Google does not accept the workload identity of the credential, or does not let it act as the service account.',
  );
};

/** Tokens without a stored key: Berth's own token is exchanged, then the tenant's service account is impersonated. */
export const createFederatedTokens = (
  access: CloudAccess,
  endpoints: GcpEndpoints,
  subjectTokens: SubjectTokens,
): GcpTokens => {
  const { provider, serviceAccountEmail } = readGcpPlace(access);
  const audience = `//iam.googleapis.com/${provider}`;
  const client = new IdentityPoolClient({
    type: 'external_account',
    audience,
    subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    token_url: `${endpoints.sts}/v1/token`,
    service_account_impersonation_url: `${endpoints.iamCredentials}/v1/projects/-/serviceAccounts/${serviceAccountEmail}:generateAccessToken`,
    subject_token_supplier: { getSubjectToken: () => subjectTokens(access, audience) },
  });
  return {
    get: async () => {
      try {
        const { token } = await client.getAccessToken();
        if (typeof token === 'string' && token !== '') return token;
      } catch (error) {
        throw toCloudError(error);
      }
      throw new CloudError('credentials', 'TokenMissing', 'Google gave no token.');
    },
  };
};
