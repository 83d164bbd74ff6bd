import { isJsonObject, type JsonObject } from '../../../src/domain/shared/json.ts';
import { refusedOldForm } from './fake-answers.ts';

const valueAt = (resource: JsonObject, field: string): unknown =>
  field
    .split('.')
    .reduce<unknown>((value, part) => (isJsonObject(value) ? value[part] : undefined), resource);

/** `FIELD eq REGULAR-EXPRESSION`, `FIELD=TEXT`, `FIELD="TEXT"`: all that Berth asks for. */
export const filterOf = (text: string | null): ((resource: JsonObject) => boolean) => {
  if (text === null) return () => true;
  const byPattern = /^([\w.-]+) eq "?(.+?)"?$/.exec(text);
  if (byPattern !== null) {
    const [, field = '', pattern = ''] = byPattern;
    return (resource) => new RegExp(`^(?:${pattern})$`).test(String(valueAt(resource, field) ?? ''));
  }
  const byText = /^([\w.-]+)="?([^"]+)"?$/.exec(text);
  if (byText === null) throw refusedOldForm(400, 'invalid', `Invalid value for field 'filter': '${text}'`);
  const [, field = '', wanted] = byText;
  return (resource) => valueAt(resource, field) === wanted;
};

/** One page, and the token of the next. */
export const pageOf = <Item>(
  items: readonly Item[],
  query: URLSearchParams,
  pageSize: number,
): { readonly page: readonly Item[]; readonly next: { readonly nextPageToken?: string } } => {
  const start = Number(query.get('pageToken') ?? 0);
  const size = Math.min(pageSize, Number(query.get('maxResults') ?? pageSize));
  const end = start + size;
  return {
    page: items.slice(start, end),
    next: end < items.length ? { nextPageToken: String(end) } : {},
  };
};
