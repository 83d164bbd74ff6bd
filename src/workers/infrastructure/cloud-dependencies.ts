import type { PlatformType } from '../../domain/platforms/platform-specs.ts';
import type { InfrastructureProvider } from '../../providers/infrastructure/contract.ts';
import type { IssuerStore } from '../../providers/issuer-store/contract.ts';

/** The clouds that infrastructure can be made in, and what is common to all that is made there. */
export interface CloudDependencies {
  /** Name of this installation, in every mark of ownership: 1–20 lower-case letters, digits, hyphens. */
  readonly instance: string;
  /** Below it each cluster has its issuer: https, without a slash at the end. */
  readonly issuerUrl: string;
  /**
   * Seconds after a try to create during which not seeing the thing proves nothing; 60 when absent. Lists of EC2 lag behind by
   * seconds, those of IAM by more than a minute at worst.
   */
  readonly visibilitySeconds?: number;
  /** Where documents of issuers are published; Berth's own API when absent. */
  readonly issuerStore?: IssuerStore;
  /** Of new signing keys; 4096 when absent. */
  readonly signingKeyBits?: number;
  /** Seconds for which the signing keys before stay good after a rotation; a day when absent. */
  readonly signingKeyGraceSeconds?: number;
  providerOf(platform: PlatformType): InfrastructureProvider | undefined;
}
