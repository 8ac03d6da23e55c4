import { writeSync } from 'node:fs';
import { type Logger as PinoLogger, pino } from 'pino';

export type Logger = PinoLogger;

export const logLevels = ['silent', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Creates structured logs, one JSON object per line. Headers are never logged, and so no tokens. */
export function createLogger(options: { level: LogLevel; stream?: { write(line: string): void } }): Logger {
  return pino({ level: options.level, base: null }, options.stream ?? lineWriter(2));
}

/** Drops lines that cannot be written, such as on a full disk, without blocking. */
export function lineWriter(file: number): { write(line: string): void } {
  return {
    write(line) {
      try {
        writeSync(file, line);
      } catch {
        // Dropped, because there is nowhere else to report the failure.
      }
    },
  };
}

export const silentLogger: Logger = pino({ level: 'silent' });
