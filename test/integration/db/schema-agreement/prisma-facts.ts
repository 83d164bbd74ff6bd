import { getDMMF } from '@prisma/get-dmmf';

type Document = Exclude<ReturnType<typeof getDMMF>, { type: string }>;
type Model = Document['datamodel']['models'][number];
type Field = Model['fields'][number];

const typeNames: Readonly<Record<string, string>> = {
  String: 'text',
  Boolean: 'boolean',
  Int: 'integer',
  BigInt: 'bigint',
  Float: 'double precision',
  Json: 'jsonb',
  Bytes: 'bytea',
  'DateTime Timestamptz 3': 'timestamp(3) with time zone',
};

const actions: Readonly<Record<string, string>> = { NoAction: 'no action', Cascade: 'cascade' };

const columnOf = (field: Field): string => field.dbName ?? field.name;

const tableOf = (model: Model): string => model.dbName ?? model.name;

const typeOf = (field: Field): string => {
  const [native, parameters] = field.nativeType ?? [];
  const key = [field.type, ...(native ? [native, ...(parameters ?? [])] : [])].join(' ');
  return `${typeNames[key] ?? key}${field.isList ? '[]' : ''}`;
};

const factsOfColumn = (table: string, field: Field): string => {
  const isNullable = !field.isRequired && !field.isList;
  return `${table}.${columnOf(field)} ${typeOf(field)}${isNullable ? '' : ' not null'}${field.hasDefaultValue ? ' default' : ''}`;
};

const factsOfModel = (model: Model, models: readonly Model[]): readonly string[] => {
  const table = tableOf(model);
  const columns = (names: readonly string[], owner: Model = model): string =>
    names
      .map((name) => columnOf(owner.fields.find((field) => field.name === name) ?? ({ name } as Field)))
      .join(', ');
  const scalars = model.fields.filter((field) => field.kind === 'scalar');
  const owning = model.fields.filter((field) => (field.relationFromFields ?? []).length > 0);
  const primaryKey =
    model.primaryKey?.fields ?? scalars.filter((field) => field.isId).map(({ name }) => name);
  const uniques = [
    ...model.uniqueFields,
    ...scalars.filter((field) => field.isUnique).map(({ name }) => [name]),
  ];
  return [
    ...scalars.map((field) => factsOfColumn(table, field)),
    `${table} primary key (${columns(primaryKey)})`,
    ...uniques.map((fields) => `${table} unique (${columns(fields)})`),
    ...owning.map((field) => {
      const target = models.find((other) => other.name === field.type) ?? model;
      const onDelete = field.relationOnDelete ?? '';
      return `${table} (${columns(field.relationFromFields ?? [])}) references ${tableOf(target)} (${columns(field.relationToFields ?? [], target)}) on delete ${actions[onDelete] ?? onDelete}`;
    }),
  ];
};

/** What a Prisma schema says of its tables, one sentence for each column, key and reference; sorted. */
export const readPrismaFacts = (schema: string): readonly string[] => {
  const document = getDMMF({ datamodel: schema });
  if ('type' in document) throw new Error('the schema cannot be read', { cause: document.error });
  const { models } = document.datamodel;
  return models.flatMap((model) => factsOfModel(model, models)).sort();
};
