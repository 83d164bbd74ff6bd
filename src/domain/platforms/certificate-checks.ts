import { filled } from '../shared/present.ts';
import type { FieldProblem } from '../shared/problem.ts';
import type { SpecPath } from './platform-rules.ts';
import { checkFormat } from './problems.ts';

/** Certificates only: a private key that slipped in would be shown to everybody who can read a config map. */
const certificates =
  /^\s*(?:(?:#[^\n]*\n\s*)*-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*)+$/;

export const checkCertificates = (text: string | undefined, at: SpecPath): FieldProblem | undefined =>
  checkFormat(filled(text), certificates, at, 'Give certificates in PEM form and nothing else.');
