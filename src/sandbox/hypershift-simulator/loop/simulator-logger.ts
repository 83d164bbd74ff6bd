/** The part of a pino logger that the sandbox uses. */
export interface SimulatorLogger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

const ignore = (): void => undefined;
export const silentLogger: SimulatorLogger = { debug: ignore, info: ignore, warn: ignore };
