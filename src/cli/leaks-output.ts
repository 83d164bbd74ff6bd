/** An entry of the report, as the API gives it. */
export interface Leak {
  readonly id: string;
  readonly place: string;
  readonly type: string;
  readonly resourceId: string;
  readonly name?: string;
  readonly region?: string;
  readonly owner: { readonly infraId?: string; readonly tenantId?: string; readonly clusterId?: string };
  readonly ageSeconds?: number;
  readonly verdict: string;
  readonly reasons: readonly { readonly code: string; readonly detail: string }[];
  readonly remembered: boolean;
}

export interface LeakPage {
  readonly items: readonly Leak[];
  readonly nextCursor?: string;
  readonly summary: {
    readonly counts: readonly { readonly type: string; readonly verdict: string; readonly count: number }[];
    readonly places: {
      readonly total: number;
      readonly failing: number;
      readonly neverScanned: number;
      readonly waiting: number;
    };
    readonly failures: readonly { readonly place: string; readonly failure: string }[];
  };
}

export interface Cleaning {
  readonly id?: string;
  readonly state: string;
  readonly endedAt?: string;
  readonly removals: readonly {
    readonly leakId: string;
    readonly type: string;
    readonly resourceId: string;
    readonly state: string;
    readonly detail?: string;
  }[];
  readonly passedOver: readonly { readonly leakId: string; readonly code: string; readonly detail: string }[];
}

/** What a management cluster or a cloud says is shown, never obeyed: no control characters reach the terminal. */
const plain = (text: string): string => text.replaceAll(/\p{C}/gu, '\ufffd');

const table = (rows: readonly (readonly string[])[]): string => {
  const cells = rows.map((row) => row.map(plain));
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  const lines = cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
};

const ageOf = (seconds: number | undefined): string => {
  if (seconds === undefined) return '?';
  if (seconds < 2 * 3600) return `${Math.floor(seconds / 60)}m`;
  return seconds < 48 * 3600 ? `${Math.floor(seconds / 3600)}h` : `${Math.floor(seconds / 86_400)}d`;
};

const order = ['leaked', 'missing', 'unconfirmed', 'uncertain', 'protected', 'young', 'active'];

const rank = (verdict: string): number => {
  const index = order.indexOf(verdict);
  return index === -1 ? order.length : index;
};

/** The report for people: a line for each entry, then how well the places were looked at. */
export const showReport = (report: {
  readonly leaks: readonly Leak[];
  readonly summary: LeakPage['summary'];
}): string => {
  const { leaks, summary } = report;
  const head = ['VERDICT', 'TYPE', 'RESOURCE', 'AGE', 'OWNER', 'PLACE', 'ID', 'WHY'];
  const rows = leaks
    .toSorted((left, right) => rank(left.verdict) - rank(right.verdict) || (left.id < right.id ? -1 : 1))
    .map((leak) => [
      leak.verdict,
      leak.type,
      leak.resourceId,
      ageOf(leak.ageSeconds),
      leak.owner.clusterId ?? leak.owner.infraId ?? '?',
      leak.place,
      leak.id,
      leak.reasons.map(({ code }) => code).join(','),
    ]);
  const { total, failing, neverScanned, waiting } = summary.places;
  const leaked = leaks.filter(({ verdict }) => verdict === 'leaked').length;
  const lines = [
    `${leaked} leaked, ${leaks.length} out of place in ${total} places`,
    ...(neverScanned > 0 ? [`${neverScanned} places have not been looked at yet`] : []),
    ...(waiting > 0 ? [`${waiting} scans are due`] : []),
    ...(failing > 0 ? [`${failing} places could not be looked at:`] : []),
    ...summary.failures.map(({ place, failure }) => `  ${plain(place)}: ${plain(failure)}`),
  ];
  return `${rows.length === 0 ? '' : `${table([head, ...rows])}\n`}${lines.join('\n')}\n`;
};

/** What went, what did not, and why. */
export const showCleaning = ({ state, removals, passedOver }: Cleaning): string => {
  const rows = [
    ...removals.map((entry) => [entry.state, entry.type, entry.resourceId, entry.detail ?? '']),
    ...passedOver.map((entry) => [`not: ${entry.code}`, '', entry.leakId, entry.detail]),
  ];
  const title = state === 'planned' ? 'Would be removed (say --yes to do it):' : `Cleaning ${state}:`;
  return `${title}\n${rows.length === 0 ? 'nothing\n' : table(rows)}`;
};
