import type { AuditListFilter } from '../../services/audit-contract.ts';

/** The same instant as the calendar has it: a 30th of February becomes a day in March. */
const instantOf = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : new Date(text).toISOString();

/** What a query asks for, without the page. */
export const readFilter = <Query extends AuditListFilter>(query: Query): AuditListFilter => {
  const { actor, action, targetId, outcome, requestId, since, until } = query;
  return { actor, action, targetId, outcome, requestId, since: instantOf(since), until: instantOf(until) };
};
