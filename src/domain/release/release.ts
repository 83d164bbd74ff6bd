/** One OpenShift release of the catalogue. */
export interface Release {
  /** For example 4.20.3. */
  readonly version: string;
  /** Pull spec of the release payload. */
  readonly image: string;
  readonly channels: readonly string[];
  /** Offered for new clusters. */
  readonly enabled: boolean;
}
