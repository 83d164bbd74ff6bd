import { readFileSync } from 'node:fs';
import { type AllowedAdvisory, askRegistry, judgeAudit } from './audit.ts';
import { judgeBill } from './bill-of-materials.ts';

const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const allowed: readonly AllowedAdvisory[] = read('./allowed-advisories.json');
const today = new Date().toISOString().slice(0, 10);

const audit = askRegistry('--omit=dev');
const grave = audit.report === undefined ? [] : judgeAudit(audit.report, allowed, today);
if (audit.report === undefined) say(`advisories: not looked at, the registry refuses: ${audit.refusal}`);
else say(`advisories: ${grave.length} grave ones that are not allowed`);

const missing = judgeBill(read('../../package.json'), read('../../dist/sbom.json'));
say(`bill of materials: ${missing.length} direct dependencies without their version or licence`);

for (const line of [...grave, ...missing]) say(`  ${line}`);
process.exitCode = grave.length + missing.length === 0 ? 0 : 1;
