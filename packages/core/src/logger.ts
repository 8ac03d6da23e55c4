import { type Logger as PinoLogger, pino } from 'pino';

export type Logger = PinoLogger;

export const logLevels = ['silent', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Structured logs, one JSON object a line. Headers are never logged, so neither are tokens. */
export function createLogger(options: { level: LogLevel; stream?: { write(line: string): void } }): Logger {
  return pino({ level: options.level, base: null }, options.stream ?? pino.destination(2));
}

export const silentLogger: Logger = pino({ level: 'silent' });
