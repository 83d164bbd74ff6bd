import { errors } from 'undici';
import { OutgoingError, type OutgoingFailure } from './contract.ts';

const codeOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
};

/** Codes of undici and of Node that mean something else than a connection that was not made or broke. */
const known: Readonly<Record<string, OutgoingFailure>> = {
  UND_ERR_HEADERS_OVERFLOW: { kind: 'tooLarge', part: 'headers' },
  UND_ERR_RES_EXCEEDED_MAX_SIZE: { kind: 'tooLarge', part: 'body' },
  UND_ERR_HEADERS_TIMEOUT: { kind: 'timeout', phase: 'headers' },
  UND_ERR_CONNECT_TIMEOUT: { kind: 'timeout', phase: 'connect' },
  UND_ERR_BODY_TIMEOUT: { kind: 'timeout', phase: 'whole' },
  ETIMEDOUT: { kind: 'timeout', phase: 'connect' },
};

const isCertificate = (code: string): boolean =>
  /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA)/.test(code);

const causeOf = (error: unknown): 'certificate' | 'answer' | 'connection' => {
  if (isCertificate(codeOf(error))) return 'certificate';
  return error instanceof errors.HTTPParserError ? 'answer' : 'connection';
};

/** What a failure of undici or of a socket means. */
export const failureOf = (error: unknown): OutgoingFailure => {
  if (error instanceof OutgoingError) return error.failure;
  return known[codeOf(error)] ?? { kind: 'unreachable', cause: causeOf(error) };
};
