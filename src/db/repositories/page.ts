/** Rows are asked for one more than the page holds: the extra row says that there is a next page. */
export const cutPage = <Item extends { readonly id: string }>(
  items: readonly Item[],
  limit: number,
): { readonly items: readonly Item[]; readonly next?: { readonly id: string } } => {
  if (items.length <= limit) return { items };
  const page = items.slice(0, limit);
  const last = page[limit - 1];
  return last === undefined ? { items: page } : { items: page, next: { id: last.id } };
};

/** Collects conditions and their values for a WHERE clause; every value is a parameter. */
export class Conditions {
  readonly values: unknown[] = [];
  private readonly parts: string[] = [];

  /** `text` holds `?` where the parameter goes. */
  add(text: string, value: unknown): this {
    this.values.push(value);
    this.parts.push(text.replace('?', `$${this.values.length}`));
    return this;
  }

  addDefined(text: string, value: unknown): this {
    return value === undefined ? this : this.add(text, value);
  }

  /** Adds a value that is used elsewhere in the statement and returns its placeholder. */
  parameter(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  get sql(): string {
    return this.parts.join(' AND ');
  }
}
