import { idPattern, idPrefixes } from '../shared/id.ts';
import { multilineText, type Schema, text, textMap } from '../shared/schema.ts';

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

const labelKeyForm = {
  pattern:
    '^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$',
  hint: 'a label key: an optional DNS prefix and a slash, then letters, digits, hyphens, dots and underscores',
  maxLength: 317,
} as const;

const labelValueForm = {
  pattern: '^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$',
  hint: 'a label value: at most 63 letters, digits, hyphens, dots and underscores',
  maxLength: 63,
} as const;

export const labelKey = (description: string): Schema<string> =>
  text(labelKeyForm.pattern, { maxLength: labelKeyForm.maxLength, hint: labelKeyForm.hint, description });

export const labelValue = (description: string): Schema<string> =>
  text(labelValueForm.pattern, {
    minLength: 0,
    maxLength: labelValueForm.maxLength,
    hint: labelValueForm.hint,
    description,
  });

/** Labels in the syntax of Kubernetes. */
export const labelMap = (description: string): Schema<Readonly<Record<string, string>>> =>
  textMap({
    keyPattern: labelKeyForm.pattern,
    keyHint: labelKeyForm.hint,
    maxKeyLength: labelKeyForm.maxLength,
    valuePattern: labelValueForm.pattern,
    valueHint: labelValueForm.hint,
    maxValueLength: labelValueForm.maxLength,
    maxProperties: 64,
    description,
  });

/** Public certificates in PEM form. What it holds is checked when the request is admitted. */
export const certificates = (description: string): Schema<string> =>
  multilineText('^[ -~\\t\\r\\n]+$', {
    maxLength: 131_072,
    hint: 'a bundle of certificates in PEM form',
    description,
  });

export const uuid = (description: string): Schema<string> =>
  text('^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$', {
    maxLength: 36,
    hint: 'a UUID',
    description,
    examples: ['5387f86a-a10e-47fe-91c6-41ac131f9f30'],
  });

/** A name of somebody else's: printable, of one line. */
export const foreignName = (description: string, maxLength = 255): Schema<string> =>
  text('^[!-~]([ -~]*[!-~])?$', { maxLength, hint: 'a name without line breaks', description });
