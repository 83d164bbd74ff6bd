import { escapeHtml, htmlPage, inline } from './html.ts';

interface Parameter {
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly description?: string;
}

interface Content {
  readonly schema?: { readonly $ref?: string };
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
}

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, Content>> };
  readonly responses?: Readonly<Record<string, { readonly description?: string }>>;
  readonly 'x-berth-permission'?: string;
}

/** The parts of the document that the page shows. */
export interface ReferenceDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Entry {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

const entriesOf = ({ paths = {} }: ReferenceDocument): Entry[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

const row = (cells: readonly string[]): string =>
  `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

const parametersOf = ({ parameters = [] }: Operation): string => {
  if (parameters.length === 0) return '';
  const rows = parameters.map((one) => {
    const place = `${one.in ?? ''}${one.required === true ? ', required' : ''}`;
    return row([
      `<code>${escapeHtml(one.name ?? '')}</code>`,
      escapeHtml(place),
      inline(one.description ?? ''),
    ]);
  });
  return `<table><tr><th>Parameter</th><th>In</th><th></th></tr>${rows.join('')}</table>`;
};

/** The body by examples; its fields are in the document. */
const bodyOf = ({ requestBody }: Operation): string =>
  Object.entries(requestBody?.content ?? {})
    .map(([type, { schema, examples = {} }]) => {
      const name = schema?.$ref?.split('/').at(-1);
      const fields =
        name === undefined ? '' : `; all fields: schema <code>${escapeHtml(name)}</code> of the document`;
      const shown = Object.values(examples).map(
        ({ value }) => `<pre><code>${escapeHtml(JSON.stringify(value, null, 2))}</code></pre>`,
      );
      return `<p>Body: <code>${escapeHtml(type)}</code>${fields}</p>\n${shown.join('\n')}`;
    })
    .join('\n');

const answersOf = ({ responses = {} }: Operation): string => {
  const rows = Object.entries(responses).map(([status, { description = '' }]) =>
    row([status, inline(description)]),
  );
  return `<table><tr><th>Answer</th><th></th></tr>${rows.join('')}</table>`;
};

const section = ({ method, path, operation }: Entry): string => {
  const id = escapeHtml(operation.operationId ?? '');
  return [
    `<h3 id="${id}">${inline(operation.summary ?? id)}</h3>`,
    `<p><span class="method">${method}</span> <code>${escapeHtml(path)}</code></p>`,
    operation.description === undefined ? '' : `<p>${inline(operation.description)}</p>`,
    `<p>Permission: <code>${escapeHtml(operation['x-berth-permission'] ?? 'none')}</code></p>`,
    parametersOf(operation),
    bodyOf(operation),
    answersOf(operation),
  ].join('\n');
};

/** Reference of all operations, made from the OpenAPI document. */
export const renderReference = (document: ReferenceDocument): string => {
  const entries = entriesOf(document);
  const groups = (document.tags ?? []).map(({ name, description = '' }) => {
    const own = entries.filter(({ operation }) => operation.tags?.includes(name));
    return `<h2>${escapeHtml(name)}</h2>\n<p>${inline(description)}</p>\n${own.map(section).join('\n')}`;
  });
  const contents = entries.map(
    ({ method, path, operation }) =>
      `<li><span class="method">${method}</span> <a href="#${escapeHtml(operation.operationId ?? '')}"><code>${escapeHtml(path)}</code></a> ${inline(operation.summary ?? '')}</li>`,
  );
  const { title, version } = document.info;
  return htmlPage(
    `${title} API`,
    `<h1>${escapeHtml(title)} API ${escapeHtml(version)}</h1>\n<p><a href="/openapi.json">OpenAPI document</a> · <a href="/docs/errors">Errors</a></p>\n<ul>${contents.join('')}</ul>\n${groups.join('\n')}`,
  );
};
