import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ErrorCode, errorCatalogue } from '../../../src/domain/shared/error.ts';
import { errorExplanations } from '../../../src/plugins/error-explanations.ts';
import { startTestApp, type TestApp } from '../../harness/http-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});

afterAll(() => test.close());

const page = (url: string) => test.send('GET', url, { key: null, headers: { accept: 'text/html' } });

const codes = Object.keys(errorCatalogue) as ErrorCode[];

/** The catalogue as the committed page has it. */
const renderCatalogue = (): string => {
  const entries = codes.map((code) => {
    const { status, title, retryable, party } = errorCatalogue[code];
    const { meaning, remedy } = errorExplanations[code];
    return `## \`${code}\`\n\n${status} · ${title} · ${retryable ? 'retryable' : 'not retryable'} · who must act: ${party}\n\n${meaning}\n\n${remedy}\n`;
  });
  return `# Errors\n\nEvery error is \`application/problem+json\` (RFC 9457). \`code\` is stable; \`errors\` lists every problem at once, each with an\nRFC 6901 pointer, a code and what is allowed. This page is made from the catalogue in \`src/domain/shared/error.ts\` and held to it by a test.\n\n${entries.join('\n')}`;
};

describe('pages', () => {
  it('show every operation, and load nothing', async () => {
    const { body } = await test.send('GET', '/openapi.json', { key: null });
    const reply = await page('/docs');

    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(reply.headers['content-security-policy']).toContain("default-src 'none'");
    expect(reply.text).not.toMatch(/<script|src=|@import|url\(/);
    for (const path of Object.keys(body.paths)) expect(reply.text).toContain(`<code>${path}</code>`);
  });

  it('show what a request sends', async () => {
    const { text } = await page('/docs');

    expect(text).toContain(
      '<p>Body: <code>application/json</code>; all fields: schema <code>CreateClusterRequest</code> of the document</p>',
    );
    expect(text).toContain('&quot;name&quot;: &quot;payments-test&quot;');
  });

  it('explain every error code where problems point to', async () => {
    const list = await page('/docs/errors');
    for (const code of codes) {
      const reply = await page(`/docs/errors/${code}`);
      expect([code, reply.status]).toEqual([code, 200]);
      expect(reply.text).toContain(`<h1><code>${code}</code></h1>`);
      expect(list.text).toContain(`/docs/errors/${code}`);
    }
  });

  it('do not have codes that do not exist', async () => {
    expect((await page('/docs/errors/no-such-code')).status).toBe(404);
    expect((await page('/docs/errors/constructor')).status).toBe(404);
    expect((await page('/docs/errors/%3Cscript%3E')).status).toBe(400);
  });

  it('are also in the repository', async () => {
    await expect(renderCatalogue()).toMatchFileSnapshot('../../../docs/reference/errors.md');
  });
});
