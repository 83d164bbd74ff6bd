#!/usr/bin/env node
import { runAudit } from './audit/audit.ts';
import { writeOut } from './audit/write-out.ts';
import { runDemo } from './demo/demo.ts';
import { runLeaks } from './leaks.ts';
import { runOpenapi } from './openapi.ts';
import { runQuotas } from './quotas.ts';
import { runSecrets } from './secrets.ts';

const commands: Readonly<Record<string, { readonly help: string; run(args: string[]): Promise<number> }>> = {
  audit: {
    help: 'audit verify|head|export                               verify the audit trail, show its heads, export it',
    run: (args) => runAudit(args, process.env, writeOut),
  },
  demo: {
    help: 'demo [--clusters N] [--kill-workers] [--keep]   start everything, make clusters, use them, delete them',
    run: runDemo,
  },
  leaks: {
    help: 'leaks [--scan] [--clean] [--yes] [--json]               show what was left behind, and remove it',
    run: (args) => runLeaks(args, process.env),
  },
  openapi: {
    help: 'openapi --write FILE | --check FILE             write the API document, or compare it with a file',
    run: runOpenapi,
  },
  quotas: {
    help: 'quotas recount                                  count what tenants use anew, and put wrong counters right',
    run: (args) => runQuotas(args, process.env),
  },
  secrets: {
    help: 'secrets rewrap                                 wrap all stored secrets by the current key, count what each key holds',
    run: (args) => runSecrets(args, process.env),
  },
};

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command === undefined) {
  const help = Object.values(commands).map((entry) => `  berth ${entry.help}`);
  process.stderr.write(`usage:\n${help.join('\n')}\n`);
  process.exitCode = 2;
} else {
  process.exitCode = await command.run(args);
}
