import type { SchemaNode } from './schema-node.ts';

const text = (template: SchemaNode): SchemaNode => ({
  ...template,
  type: 'string',
  types: ['string'],
  format: '',
  nullable: false,
  properties: undefined,
  additional: undefined,
  items: undefined,
  rules: [],
  hasRules: false,
});

const isText = (node: SchemaNode | undefined): boolean => node?.type === 'string';

/**
 * The schema with what rules can always see at the root of a resource: `apiVersion`, `kind`, and of `metadata` the name
 * and generateName, also where the schema does not say so.
 */
export const withTypeMeta = (node: SchemaNode): SchemaNode => {
  const { properties } = node;
  const metadata = properties?.get('metadata');
  const isComplete =
    isText(properties?.get('kind')) &&
    isText(properties?.get('apiVersion')) &&
    metadata?.type === 'object' &&
    isText(metadata.properties?.get('name')) &&
    isText(metadata.properties?.get('generateName'));
  if (isComplete) return node;
  const string = text(node);
  const names = new Map([
    ['name', string],
    ['generateName', string],
  ]);
  return {
    ...node,
    properties: new Map([
      ...(properties ?? []),
      ['kind', string],
      ['apiVersion', string],
      ['metadata', { ...string, type: 'object', types: ['object'], properties: names }],
    ]),
  };
};
