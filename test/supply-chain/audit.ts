import { spawnSync } from 'node:child_process';

/** An advisory that may stand for a while, and why. */
export interface AllowedAdvisory {
  /** As in https://github.com/advisories/GHSA-… */
  readonly id: string;
  readonly reason: string;
  /** Day after which it fails again: 2027-01-31. */
  readonly until: string;
}

interface Advisory {
  readonly url?: string;
  readonly title?: string;
  readonly severity?: string;
}

/** The part of `npm audit --json` that is looked at (npm 7 and newer, auditReportVersion 2). */
export interface AuditReport {
  readonly vulnerabilities?: Readonly<Record<string, { readonly via: readonly (Advisory | string)[] }>>;
  readonly message?: string;
}

const grave = ['high', 'critical'];

/** What speaks against a release: grave advisories that are not allowed today. */
export const judgeAudit = (
  { vulnerabilities = {} }: AuditReport,
  allowed: readonly AllowedAdvisory[],
  today: string,
): readonly string[] => {
  const advisories = Object.entries(vulnerabilities).flatMap(([name, { via }]) =>
    via.flatMap((one) => (typeof one === 'string' ? [] : [{ name, ...one }])),
  );
  const isAllowed = (url: string): boolean =>
    allowed.some(({ id, until }) => url.endsWith(`/${id}`) && today <= until);
  return advisories
    .filter(({ severity = '', url = '' }) => grave.includes(severity) && !isAllowed(url))
    .map(({ name, severity, title, url }) => `${name}: ${severity}: ${title} (${url})`);
};

/** Asks the registry. Undefined: it does not answer this question, as many mirrors do not. */
export const askRegistry = (...args: readonly string[]): { report?: AuditReport; refusal?: string } => {
  const { stdout } = spawnSync('npm', ['audit', ...args, '--json'], { encoding: 'utf8' });
  try {
    const report = JSON.parse(stdout) as AuditReport;
    return report.vulnerabilities === undefined && report.message !== undefined
      ? { refusal: report.message }
      : { report };
  } catch {
    return { refusal: 'the answer cannot be read' };
  }
};
