import { type ErrorCode, errorCatalogue } from '../../domain/shared/error.ts';
import { errorExplanations } from '../../plugins/error-explanations.ts';
import { escapeHtml, htmlPage, inline } from './html.ts';

const codes = Object.keys(errorCatalogue) as ErrorCode[];

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errorCatalogue, text);

/** The page behind `type` and `docs` of a problem. */
export const renderErrorPage = (code: ErrorCode): string => {
  const { status, title, retryable, party } = errorCatalogue[code];
  const { meaning, remedy } = errorExplanations[code];
  return htmlPage(
    code,
    [
      `<h1><code>${code}</code></h1>`,
      `<p>${status} · ${escapeHtml(title)}</p>`,
      `<p>${inline(meaning)}</p>`,
      `<p>${inline(remedy)}</p>`,
      `<p>The same request ${retryable ? 'can succeed later' : 'will not succeed unchanged'}. Who must act: ${party}.</p>`,
      '<p><a href="/docs/errors">All errors</a> · <a href="/docs">Reference</a></p>',
    ].join('\n'),
  );
};

/** All codes of the catalogue. */
export const renderErrorList = (): string => {
  const rows = codes.map((code) => {
    const { status, title } = errorCatalogue[code];
    return `<tr><td>${status}</td><td><a href="/docs/errors/${code}"><code>${code}</code></a></td><td>${escapeHtml(title)}</td></tr>`;
  });
  return htmlPage(
    'Errors',
    `<h1>Errors</h1>\n<table>${rows.join('')}</table>\n<p><a href="/docs">Reference</a></p>`,
  );
};
