/** What the texts say of this installation. */
export interface SetupContext {
  /** Name of the installation in marks and paths. */
  readonly instance: string;
  /** Below it are the issuers, Berth's own among them. */
  readonly issuerUrl: string;
  /** Identity of Berth in AWS, which assumes customers' roles; absent: the operator tells it. */
  readonly awsPrincipalArn?: string;
}

export const setupFormats = ['cloudformation', 'terraform', 'bicep', 'azureCli'] as const;
export type SetupFormat = (typeof setupFormats)[number];

/** A text that sets up the trust of one credential in the customer's account. */
export interface Setup {
  readonly format: SetupFormat;
  readonly fileName: string;
  readonly text: string;
}
