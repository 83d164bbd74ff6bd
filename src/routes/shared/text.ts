import { Type } from 'typebox';
import { type IdKind, idPattern, idPrefixes } from '../../domain/shared/id.ts';
import { durationPattern } from '../../plugins/duration.ts';

export interface TextOptions {
  readonly maxLength: number;
  readonly minLength?: number;
  /** Plain words for what the pattern asks for; they follow "Must be". */
  readonly hint?: string;
  readonly description?: string;
  readonly examples?: readonly string[];
}

const annotationsOf = ({ hint, description, examples }: TextOptions): Record<string, unknown> => ({
  ...(hint === undefined ? {} : { 'x-format-hint': hint }),
  ...(description === undefined ? {} : { description }),
  ...(examples === undefined ? {} : { examples }),
});

/** A text of one line that a pattern holds. */
export const Text = (pattern: string, options: TextOptions) =>
  Type.String({
    pattern,
    minLength: options.minLength ?? 1,
    maxLength: options.maxLength,
    ...annotationsOf(options),
  });

/** A text that may have line breaks, such as a certificate: said on purpose, checked by a test. */
export const MultilineText = (pattern: string, options: TextOptions) =>
  Type.String({
    pattern,
    minLength: options.minLength ?? 1,
    maxLength: options.maxLength,
    'x-multiline': true,
    ...annotationsOf(options),
  });

/** Public certificates in PEM form; what it holds is checked when the request is admitted. */
export const TrustBundle = (description: string) =>
  MultilineText('^[ -~\\t\\r\\n]+$', {
    maxLength: 131_072,
    hint: 'a bundle of certificates in PEM form',
    description,
  });

/** One of a fixed set of words. */
export const Word = <const Words extends readonly string[]>(words: Words, description?: string) =>
  Type.Unsafe<Words[number]>({
    type: 'string',
    enum: [...words],
    ...(description === undefined ? {} : { description }),
  });

const idLength = 26;

/** An id of one kind. */
export const Id = (kind: IdKind, description: string) =>
  Text(idPattern(kind), {
    maxLength: idPrefixes[kind].length + 1 + idLength,
    hint: `an id such as ${idPrefixes[kind]}_01jc8vr3n2e9qsyw6x5m7t4kzd`,
    description,
    examples: [`${idPrefixes[kind]}_01jc8vr3n2e9qsyw6x5m7t4kzd`],
  });

const dnsLabelPattern = '^[a-z]([-a-z0-9]*[a-z0-9])?$';

/** RFC 1035 label: the form of every name that a user gives to a resource. */
export const DnsLabel = (maxLength: number, description: string, example: string) =>
  Text(dnsLabelPattern, {
    maxLength,
    hint: `a DNS label: lower-case letters, digits and hyphens, starting with a letter, at most ${maxLength} characters`,
    description,
    examples: [example],
  });

const subdomainPattern = '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*';

/** RFC 1123 subdomain, for names of objects that are not ours. */
export const Subdomain = (description: string) =>
  Text(`^${subdomainPattern}$`, { maxLength: 253, hint: 'a DNS name in lower case', description });

export const OptionalSubdomain = (description: string) =>
  Text(`^(${subdomainPattern})?$`, {
    minLength: 0,
    maxLength: 253,
    hint: 'a DNS name in lower case, or empty',
    description,
  });

export const Cidr = (description?: string) =>
  Text('^[0-9A-Fa-f:.]{2,39}/[0-9]{1,3}$', {
    maxLength: 43,
    hint: 'an IPv4 or IPv6 range such as 10.0.0.0/16',
    ...(description === undefined ? {} : { description }),
  });

export const Duration = (description: string) =>
  Type.String({
    format: 'duration',
    pattern: durationPattern,
    minLength: 3,
    maxLength: 24,
    'x-format-hint': 'an ISO 8601 duration such as PT30M',
    description,
    examples: ['PT30M'],
  });

/** RFC 3339, with seconds and a time zone. */
export const Instant = (description: string) =>
  Text('^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$', {
    maxLength: 35,
    hint: 'an instant such as 2026-12-24T00:00:00Z',
    description,
    examples: ['2026-12-24T00:00:00Z'],
  });

/** Exact version of a release. */
export const Version = (description: string) =>
  Text('^[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,5}(-[0-9A-Za-z][-.0-9A-Za-z]*)?$', {
    maxLength: 64,
    hint: 'a version such as 4.20.3',
    description,
    examples: ['4.20.3'],
  });

export const HttpUrl = (description: string, schemes: 'https' | 'https?' = 'https?') =>
  Text(`^${schemes}://[!-~]+$`, {
    maxLength: 2048,
    hint: `an ${schemes === 'https' ? 'https' : 'http or https'} URL`,
    description,
  });

export const Quantity = (description: string) =>
  Text('^[0-9]{1,12}(\\.[0-9]{1,6})?([KMGTPE]i|[kMGTPE])?$', {
    maxLength: 24,
    hint: 'a Kubernetes quantity such as 8Gi',
    description,
    examples: ['8Gi'],
  });
