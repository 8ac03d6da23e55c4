import { writeSync } from 'node:fs';
import { type Logger as PinoLogger, pino } from 'pino';

export type Logger = PinoLogger;

export const logLevels = ['silent', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Request headers must never be logged, because they contain tokens. */
export function createLogger(options: { level: LogLevel; stream?: { write(line: string): void } }): Logger {
  return pino({ level: options.level, base: null }, options.stream ?? lineWriter(2));
}

export function lineWriter(file: number): { write(line: string): void } {
  return {
    write(line) {
      try {
        writeSync(file, line);
      } catch {
        // There is nowhere else to report the failure.
      }
    },
  };
}

export const silentLogger: Logger = pino({ level: 'silent' });
