import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalReasons } from '../../../../src/providers/identity/refusal-reasons.ts';
import { forgedClaims } from './forged-claims.ts';
import { forgedHeaders } from './forged-headers.ts';
import { forgedShapes } from './forged-shapes.ts';
import { forgedSignatures } from './forged-signatures.ts';
import { createKit, type TokenKit, verifierOf } from './token-kit.ts';

const forged = [...forgedSignatures, ...forgedHeaders, ...forgedClaims, ...forgedShapes];

let kit: TokenKit;
beforeAll(async () => {
  kit = await createKit();
});
afterAll(async () => {
  await Promise.all([kit.server.stop(), kit.trap.stop()]);
});

describe('forged tokens', () => {
  it('are of many kinds, each with a name, and every reason is met', () => {
    expect(forged.length).toBeGreaterThanOrEqual(30);
    expect(new Set(forged.map(({ name }) => name)).size).toBe(forged.length);
    const met = new Set(forged.map(({ reason }) => reason));
    expect(Object.keys(refusalReasons).filter((reason) => !met.has(reason as never))).toEqual([
      'unusable-key',
    ]);
  });

  // Without this, all below might be refused for a fault of the kit.
  it('would be good if nothing had been changed', async () => {
    const outcome = await verifierOf([kit.registration]).verify(kit.seal());
    expect(outcome).toMatchObject({ kind: 'verified', subject: 'orchestrator' });
  });

  it.each(forged)('are refused: $name', async ({ forge, reason }) => {
    const outcome = await verifierOf([kit.registration]).verify(forge(kit));
    expect(outcome).toEqual({ kind: 'refused', reason });
  });

  it('are refused by one verifier that knows the keys, too, and lead nobody to the forger', async () => {
    const { verify } = verifierOf([kit.registration]);
    await verify(kit.seal());
    const before = kit.server.connections();
    for (const { forge, reason } of forged)
      expect(await verify(forge(kit))).toEqual({ kind: 'refused', reason });
    // Keys are not asked for again within the cooldown, whatever `kid` a token has.
    expect(kit.server.connections()).toBe(before);
    expect(kit.trap.connections()).toBe(0);
  });
});

const rows = forged.map(({ name, reason }) => `| ${name.replaceAll('|', '\\|')} | \`${reason}\` |`);
const reasons = Object.entries(refusalReasons).map(([reason, text]) => `| \`${reason}\` | ${text} |`);

const page = `# Tokens that are refused

Bearer tokens of an identity provider, and why they are not taken. Callers get the same 401 for every reason; the reason
is in the log. The tests try each of these tokens against a running issuer, so this page is made by
\`test/unit/providers/identity/forged-tokens.test.ts\` and held equal to it.

When the keys of the issuer are not known and it does not answer, the answer is 503 with \`Retry-After\`: nobody knows
then whether the token is good.

## Reasons

| reason | what it means |
| --- | --- |
${reasons.join('\n')}

## Tried and refused: ${forged.length} kinds

| token | reason |
| --- | --- |
${rows.join('\n')}
`;

describe('docs/reference/tokens.md', () => {
  it('lists what was tried', async () => {
    await expect(page).toMatchFileSnapshot('../../../../docs/reference/tokens.md');
  });
});
