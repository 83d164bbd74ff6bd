import { type Logger, pino } from 'pino';

/** Members that never reach a log line, wherever they stand. A second wall: they are absent by construction. */
const secretPaths = [
  'key',
  'value',
  'kubeconfig',
  'authorization',
  'token',
  'password',
  'pullSecret',
  'sealed',
].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** JSON lines on standard output. Errors lose what PostgreSQL says of rows: it may hold what tenants wrote. */
export const createLogger = (options: { readonly level: string; readonly name: string }): Logger =>
  pino({
    name: options.name,
    level: options.level,
    redact: { paths: secretPaths, censor: '[redacted]' },
    serializers: {
      error: (error: unknown) => {
        if (!(error instanceof Error)) return String(error);
        const { code } = error as { code?: unknown };
        return {
          type: error.name,
          message: error.message,
          ...(code === undefined ? {} : { code }),
          stack: error.stack,
        };
      },
    },
  });
