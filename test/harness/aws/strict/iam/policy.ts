type OneOrMany = string | readonly string[];

export interface Statement {
  readonly Effect?: string;
  readonly Action?: OneOrMany;
  readonly NotAction?: OneOrMany;
  readonly Principal?: '*' | Readonly<Record<string, OneOrMany>>;
  readonly Resource?: OneOrMany;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, OneOrMany>>>>;
}

const many = <Item>(value: Item | readonly Item[] | undefined): readonly Item[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as readonly Item[]) : [value as Item];

/** The statements of a policy document; throws when it is none. */
export const statementsOf = (document: string): readonly Statement[] => {
  const policy = JSON.parse(document) as { readonly Statement?: Statement | readonly Statement[] };
  if (typeof policy !== 'object' || policy === null || policy.Statement === undefined)
    throw new SyntaxError('a policy has statements');
  return many<Statement>(policy.Statement);
};

/** Matches `*` and `?` as policies do. */
export const isLike = (pattern: string, text: string): boolean => {
  const expression = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${expression}$`, 's').test(text);
};

const names = (patterns: OneOrMany | undefined, action: string): boolean =>
  many(patterns).some((pattern) => isLike(pattern.toLowerCase(), action.toLowerCase()));

const covers = (statement: Statement, action: string): boolean =>
  statement.NotAction === undefined ? names(statement.Action, action) : !names(statement.NotAction, action);

/**
 * Whether policies allow an action. Conditions and resources of permissions are taken as met: what is refused here is refused by
 * AWS too, what is allowed here AWS may still refuse.
 */
export const allowsAction = (documents: readonly string[], action: string): boolean => {
  const statements = documents.flatMap(statementsOf);
  const isDenied = statements.some(
    (statement) =>
      statement.Effect === 'Deny' &&
      statement.Condition === undefined &&
      names(statement.Resource, '*') &&
      covers(statement, action),
  );
  return (
    !isDenied && statements.some((statement) => statement.Effect === 'Allow' && covers(statement, action))
  );
};

type Operator = (wanted: string, found: string) => boolean;

const operators: Readonly<Record<string, Operator>> = {
  StringEquals: (wanted, found) => wanted === found,
  StringEqualsIgnoreCase: (wanted, found) => wanted.toLowerCase() === found.toLowerCase(),
  StringLike: isLike,
  ArnEquals: isLike,
  ArnLike: isLike,
};

const negated: Readonly<Record<string, Operator>> = {
  StringNotEquals: (wanted, found) => wanted === found,
  StringNotLike: isLike,
};

const meets = (name: string, wanted: OneOrMany, found: string | undefined): boolean => {
  if (name === 'Null') return many(wanted).includes(String(found === undefined));
  const isOptional = name.endsWith('IfExists');
  const bare = name.replace(/IfExists$/, '').replace(/^For(?:AnyValue|AllValues):/, '');
  const not = negated[bare];
  if (not !== undefined) return found === undefined || !many(wanted).some((value) => not(value, found));
  if (found === undefined) return isOptional;
  return many(wanted).some((value) => operators[bare]?.(value, found) ?? false);
};

/** Who asks for a role, with what. */
export interface TrustQuestion {
  /** `sts:AssumeRole`. */
  readonly action: string;
  isPrincipal(type: string, value: string): boolean;
  /** By key in lower case: `sts:externalid`. */
  readonly context: Readonly<Record<string, string | undefined>>;
}

const isMeant = (statement: Statement, question: TrustQuestion): boolean => {
  const { Principal, Condition = {} } = statement;
  const isNamed =
    Principal === '*' ||
    Object.entries(Principal ?? {}).some(([type, values]) =>
      many(values).some((value) => question.isPrincipal(type, value)),
    );
  return (
    isNamed &&
    covers(statement, question.action) &&
    Object.entries(Condition).every(([operator, keys]) =>
      Object.entries(keys).every(([key, wanted]) =>
        meets(operator, wanted, question.context[key.toLowerCase()]),
      ),
    )
  );
};

/** Whether a trust policy hands a role to whoever asks. */
export const isTrusted = (document: string, question: TrustQuestion): boolean => {
  const meant = statementsOf(document).filter((statement) => isMeant(statement, question));
  return meant.every(({ Effect }) => Effect !== 'Deny') && meant.some(({ Effect }) => Effect === 'Allow');
};

/** Principals of a type that a policy names. */
export const principalsOf = (document: string, type: string): readonly string[] =>
  statementsOf(document).flatMap(({ Principal }) =>
    Principal === undefined || Principal === '*' ? [] : many(Principal[type]),
  );
