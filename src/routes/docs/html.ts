const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);

/** Escapes a text and shows what stands between backticks as code. */
export const inline = (text: string): string =>
  escapeHtml(text).replace(/`([^`]+)`/g, (_all, code: string) => `<code>${code}</code>`);

const style = [
  ':root{color-scheme:light dark}',
  'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}',
  'code{font:0.9em ui-monospace,monospace}',
  'pre{overflow-x:auto;padding:.6rem;border:1px solid #8884}',
  'table{border-collapse:collapse;width:100%}',
  'td,th{text-align:left;vertical-align:top;padding:.3rem .6rem .3rem 0;border-bottom:1px solid #8884}',
  'h2{margin-top:2.5rem}',
  '.method{font-weight:600;display:inline-block;min-width:4.5em}',
].join('');

/** A whole page. It loads nothing and runs nothing. */
export const htmlPage = (title: string, body: string): string =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${style}</style></head><body>\n${body}\n</body></html>\n`;

/** SHA-256 of the style above, which the policy names; a test computes it anew. */
const styleHash = 'sha256-ml1P3JUvAX3XGD+blLV0rFyYrNbnhGH4FQZWnz2oi3o=';

/** Header fields of a page: its own style, nothing else, not in a frame. */
export const pageHeaders = {
  'Content-Security-Policy': `default-src 'none'; style-src '${styleHash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
} as const;
