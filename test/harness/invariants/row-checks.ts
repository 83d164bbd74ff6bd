import type { Ledger } from './ledger.ts';
import type { Rows } from './rows.ts';

/** I1: what was accepted is there, or was deleted by an accepted request. */
export const findLostWrites = (rows: Rows, ledger: Ledger): readonly string[] => {
  const operations = new Set(rows.operations.map(({ id }) => id));
  const resources = new Map([...rows.clusters, ...rows.nodePools].map((row) => [row.id, row]));
  return ledger.writes().flatMap((write) => {
    const problems: string[] = [];
    const { kind, id, generation, operationId } = write;
    if (!operations.has(operationId))
      problems.push(`I1: operation ${operationId} (${kind} of ${id}) is lost`);
    const row = resources.get(id);
    const mayBeGone = ledger.isDeleted(id) || write.target === 'nodePool';
    if (row === undefined && !mayBeGone) problems.push(`I1: ${id} was accepted (${kind}) and is lost`);
    if (row !== undefined && row.generation < generation)
      problems.push(`I1: generation ${generation} of ${id} was accepted, and ${row.generation} is stored`);
    return problems;
  });
};

const repeated = (values: readonly string[]): readonly string[] => [
  ...new Set(values.filter((value, index) => values.indexOf(value) !== index)),
];

/** I2: one name, one cluster; one key, one cluster. */
export const findDuplicateRows = (rows: Rows, ledger: Ledger): readonly string[] => [
  ...repeated(rows.clusters.map((row) => `${row.tenant_id}/${row.project_id}/${row.name}`)).map(
    (name) => `I2: two clusters are named ${name}`,
  ),
  ...ledger.ambiguousKeys().map((key) => `I2: the key ${key} was answered with two resources`),
];

/** I4, in the database: nothing is kept of what is gone, and its place is free. */
export const findRemains = (rows: Rows, ledger: Ledger): readonly string[] => {
  const alive = new Set([...rows.clusters, ...rows.nodePools].map(({ id }) => id));
  const lingering = rows.remains.filter(({ id }) => !alive.has(id));
  const undead = ledger.writes().filter(({ kind, id }) => kind === 'delete' && alive.has(id));
  const wrongCounts = rows.places.filter(({ counted, taken }) => counted !== taken);
  return [
    ...lingering.map(({ source, id }) => `I4: ${id} is gone, and ${source} still has a row of it`),
    ...undead.map(({ id }) => `I4: the deletion of ${id} was accepted, and it is still there`),
    ...wrongCounts.map(
      ({ id, counted, taken }) => `I4: ${taken} clusters are on ${id}, and ${counted} places are counted`,
    ),
  ];
};

const findGaps = (rows: Rows): readonly string[] => {
  const heads = new Map(rows.heads.map(({ tenant_id, sequence }) => [tenant_id, sequence]));
  return [...Map.groupBy(rows.events, (event) => event.tenant_id)].flatMap(([tenant, events]) => {
    const numbers = events.flatMap(({ sequence }) => sequence ?? []).sort((one, other) => one - other);
    const problems = [];
    if (numbers.length < events.length) problems.push(`I7: an event of ${tenant} was never numbered`);
    if (numbers.some((number, index) => number !== index + 1))
      problems.push(`I7: the events of ${tenant} are numbered ${numbers.join(' ')}`);
    if ((heads.get(tenant) ?? 0) !== numbers.length)
      problems.push(`I7: the head of ${tenant} is ${heads.get(tenant)}, and it has ${numbers.length} events`);
    return problems;
  });
};

/** I7, but for the delivery: no number twice or missing, and no state or end that nobody was told of. */
export const findUntoldEvents = (rows: Rows, ledger: Ledger): readonly string[] => {
  const bySubject = Map.groupBy(rows.events, ({ subject }) => subject);
  const untold = [...rows.clusters, ...rows.nodePools].filter(({ id, phase, deleting }) => {
    const last = bySubject.get(id)?.findLast(({ data }) => data.phase !== undefined);
    return (last?.data.phase ?? 'queued') !== phase && !(deleting && phase === 'deleting');
  });
  const ended = rows.operations.filter(({ state }) => state === 'succeeded' || state === 'failed');
  const wrongEnds = ended.filter(({ id }) => bySubject.get(id)?.length !== 1);
  const alive = new Set([...rows.clusters, ...rows.nodePools].map(({ id }) => id));
  const deletions = rows.events.filter(({ type }) => /\.deleted\.v1$/.test(type));
  const toldGone = new Set(deletions.map(({ subject }) => subject));
  const untoldGone = ledger
    .writes()
    .filter(({ kind, id }) => kind === 'delete' && !alive.has(id) && !toldGone.has(id));
  return [
    ...findGaps(rows),
    ...untold.map(({ id, phase }) => `I7: ${id} is ${phase}, and no event says so`),
    ...wrongEnds.map(({ id }) => `I7: the end of ${id} was told ${bySubject.get(id)?.length ?? 0} times`),
    ...untoldGone.map(({ id }) => `I7: ${id} is gone, and no event says so`),
    ...deletions
      .filter(({ subject }) => alive.has(subject))
      .map(({ subject }) => `I7: ${subject} is told to be gone, and is there`),
    ...repeated(deletions.map(({ subject }) => subject)).map((id) => `I7: the end of ${id} was told twice`),
  ];
};

/** The resync period and a little more: nothing is put off for longer. */
const longestWait = 660;

/** I8: everything has a clock, and whoever is late is being worked on. */
export const findStuck = (rows: Rows, graceSeconds: number): readonly string[] => {
  const resources = [...rows.clusters, ...rows.nodePools];
  const alive = new Set(resources.map(({ id }) => id));
  const open = rows.operations.filter(({ state }) => state === 'queued' || state === 'running');
  return [
    ...resources
      .filter(({ due_in, held }) => due_in < -graceSeconds && !held)
      .map(({ id, due_in }) => `I8: ${id} is overdue for ${-due_in} s, and nobody works on it`),
    ...resources
      .filter(({ due_in }) => due_in > longestWait)
      .map(({ id, due_in }) => `I8: ${id} is put off for ${due_in} s`),
    ...open
      .filter(({ target_id }) => !alive.has(target_id))
      .map(({ id, target_id }) => `I8: ${id} is open, and its target ${target_id} is gone`),
  ];
};

/** I9, as it is now; the journal has watched every write on the way. */
export const findWrongGenerations = (rows: Rows): readonly string[] =>
  [...rows.clusters, ...rows.nodePools]
    .filter(({ observed, generation }) => observed > generation)
    .map(({ id, observed, generation }) => `I9: ${id} observed ${observed} of ${generation} generations`);
