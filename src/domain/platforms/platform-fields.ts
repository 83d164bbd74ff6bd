import { idPattern, idPrefixes } from '../shared/id.ts';
import { type Schema, text, textMap } from '../shared/schema.ts';

/** RFC 1123 label. */
export const dnsLabel = (maxLength: number, description: string, example: string): Schema<string> =>
  text('^[a-z]([-a-z0-9]*[a-z0-9])?$', {
    maxLength,
    hint: `a DNS label: lower-case letters, digits and hyphens, starting with a letter, at most ${maxLength} characters`,
    description,
    examples: [example],
  });

/** RFC 1123 subdomain, for names of objects that are not ours. */
export const subdomain = (description: string): Schema<string> =>
  text('^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$', {
    maxLength: 253,
    hint: 'a DNS name in lower case',
    description,
  });

export const quantity = (description: string): Schema<string> =>
  text('^[0-9]{1,12}(\\.[0-9]{1,6})?([KMGTPE]i|[kMGTPE])?$', {
    maxLength: 24,
    hint: 'a Kubernetes quantity such as 8Gi',
    description,
    examples: ['8Gi'],
  });

export const cidr = (description: string): Schema<string> =>
  text('^[0-9A-Fa-f:.]{2,39}/[0-9]{1,3}$', {
    maxLength: 43,
    hint: 'an IPv4 or IPv6 range such as 10.0.0.0/16',
    description,
  });

export const ipAddress = (description: string): Schema<string> =>
  text('^[0-9A-Fa-f:.]{2,39}$', { maxLength: 39, hint: 'an IPv4 or IPv6 address', description });

export const httpsUrl = (description: string): Schema<string> =>
  text('^https://[!-~]+$', { maxLength: 2048, hint: 'an https URL', description });

export const credentialId = (description: string): Schema<string> =>
  text(idPattern('credential'), {
    maxLength: idPrefixes.credential.length + 27,
    hint: 'an id such as cr_01jc8vr3n2e9qsyw6x5m7t4kzd',
    description,
    examples: ['cr_01jc8vr3n2e9qsyw6x5m7t4kzd'],
  });

/** Labels in the syntax of Kubernetes. */
export const labelMap = (description: string): Schema<Readonly<Record<string, string>>> =>
  textMap({
    keyPattern:
      '^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$',
    keyHint:
      'a label key: an optional DNS prefix and a slash, then letters, digits, hyphens, dots and underscores',
    maxKeyLength: 317,
    valuePattern: '^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$',
    valueHint: 'a label value: at most 63 letters, digits, hyphens, dots and underscores',
    maxValueLength: 63,
    maxProperties: 64,
    description,
  });
