import { type CredentialUse, credentialUses } from './credential-use.ts';

export const credentialStates = ['unverified', 'valid', 'invalid'] as const;
export type CredentialState = (typeof credentialStates)[number];

/** One permission that was tried. */
export interface TriedPermission {
  /** In the cloud's words: `ec2:CreateVpc`. */
  readonly permission: string;
  readonly granted: boolean;
  /** What the cloud said. */
  readonly detail?: string;
  /** Absent: for everything. */
  readonly neededFor?: readonly CredentialUse[];
}

/** Whether a credential has all that one use of it needs. */
export interface TriedUse {
  readonly use: CredentialUse;
  readonly allowed: boolean;
}

/** What the last look at the account said. Written by workers only. */
export interface CredentialStatus {
  readonly state: CredentialState;
  readonly verifiedAt?: string;
  /** Account, subscription or project that it opens. */
  readonly account?: string;
  /** What makes it unsafe or unusable, in words. */
  readonly problems: readonly string[];
  readonly permissions: readonly TriedPermission[];
  /** Absent when nothing was tried. */
  readonly uses?: readonly TriedUse[];
  /** Berth does not use it before it is mended and tried again: it lets strangers in, or its account is somebody else's. */
  readonly isRefused?: true;
}

export const unverified: CredentialStatus = { state: 'unverified', problems: [], permissions: [] };

interface Report {
  readonly usable: boolean;
  readonly isUnsafe?: boolean;
  readonly account?: string;
  readonly problems: readonly string[];
  readonly permissions: readonly TriedPermission[];
}

/** More than any cloud has us ask for. */
const mostFindings = 500;
const longestText = 1000;

const cut = (text: string): string => text.slice(0, longestText);

const cutFinding = ({ permission, granted, detail, neededFor }: TriedPermission): TriedPermission => ({
  permission: cut(permission),
  granted,
  ...(detail === undefined ? {} : { detail: cut(detail) }),
  ...(neededFor === undefined ? {} : { neededFor }),
});

/** Permissions that one use of a credential needs and does not have. */
export const missingPermissions = (
  { permissions }: Pick<CredentialStatus, 'permissions'>,
  use: CredentialUse,
): readonly string[] =>
  permissions.flatMap(({ permission, granted, neededFor }) =>
    granted || (neededFor !== undefined && !neededFor.includes(use)) ? [] : [permission],
  );

/**
 * A credential is valid when it opens the account, is safe, and has all that the least of its uses needs: to look at
 * infrastructure that exists. Which of the others it allows is said beside.
 */
export const statusOfReport = (report: Report, verifiedAt: string): CredentialStatus => {
  const uses = credentialUses.map((use) => ({ use, allowed: missingPermissions(report, use).length === 0 }));
  const isOfUse = uses.some(({ use, allowed }) => use === 'existing' && allowed);
  const missing = isOfUse ? [] : ['Permissions are missing; see `permissions`.'];
  const problems = [...report.problems, ...missing].slice(0, mostFindings).map(cut);
  return {
    state: report.usable && problems.length === 0 ? 'valid' : 'invalid',
    verifiedAt,
    ...(report.account === undefined ? {} : { account: cut(report.account) }),
    problems,
    permissions: report.permissions.slice(0, mostFindings).map(cutFinding),
    ...(report.permissions.length === 0 ? {} : { uses }),
    ...(report.isUnsafe === true ? { isRefused: true } : {}),
  };
};

/** The account could not be opened at all. */
export const refusedStatus = (problem: string, verifiedAt: string): CredentialStatus => ({
  state: 'invalid',
  verifiedAt,
  problems: [cut(problem)],
  permissions: [],
});
