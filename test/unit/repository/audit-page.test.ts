import { expect, it } from 'vitest';
import { auditOutcomes } from '../../../src/domain/audit/audit-record.ts';
import { readText, section, tableRows } from './tree.ts';

const page = readText('docs/reference/audit.md');

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
  readonly components: {
    readonly schemas: { readonly AuditRecord: { readonly properties: Readonly<Record<string, object>> } };
  };
}

const document = JSON.parse(readText('openapi/openapi.json')) as Document;

const firstCells = (heading: string): readonly string[] =>
  tableRows(section(page, heading)).flatMap(([cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word),
  );

it('has every operation that is in the audit trail, and no other', () => {
  const watched = Object.values(document.paths).flatMap((item) =>
    Object.entries(item)
      .filter(
        ([method, { operationId }]) =>
          (method !== 'get' && operationId !== 'checkPermission') || operationId === 'issueKubeconfig',
      )
      .map(([, { operationId }]) => operationId),
  );
  expect([...firstCells('## Actions')].sort()).toEqual(watched.sort());
});

it('has every member of a record', () => {
  const members = Object.keys(document.components.schemas.AuditRecord.properties);
  expect([...firstCells('## Members')].sort()).toEqual([...members, 'number', 'sealedAt', 'hash'].sort());
});

it('explains every outcome', () => {
  for (const outcome of auditOutcomes)
    expect(section(page, '## What has a record')).toContain(`\`${outcome}\``);
});
