/** Who a caller is. */
export interface Access {
  /** Twelve digits. */
  readonly account: string;
  /** `arn:aws:iam::…:user/…` or `arn:aws:sts::…:assumed-role/…`. */
  readonly arn: string;
  /** Undefined for keys of the account itself, which may do everything. */
  readonly session?: Session;
}

export interface Session {
  readonly key: string;
  readonly token: string;
  readonly roleArn: string;
  /** A session policy, as JSON. */
  readonly policy?: string;
  /** Milliseconds of the double's clock. */
  readonly endsAt: number;
}

/** The account that the keys `test` and `test` belong to. */
export const homeAccount = '123456789012';

/** Keys of the administrator of an account. */
export const keysOf = (
  account: string,
): { readonly accessKeyId: string; readonly secretAccessKey: string } => ({
  accessKeyId: account === homeAccount ? 'test' : `AKIA${account}TEST`,
  secretAccessKey: 'test',
});
