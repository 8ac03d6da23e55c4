import { writeSync } from 'node:fs';
import { type Logger as PinoLogger, pino } from 'pino';

export type Logger = PinoLogger;

export const logLevels = ['silent', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Structured logs, one JSON object a line. Headers are never logged, so neither are tokens. */
export function createLogger(options: { level: LogLevel; stream?: { write(line: string): void } }): Logger {
  return pino({ level: options.level, base: null }, options.stream ?? lineWriter(2));
}

/** Writes lines to an open file. A line that cannot be written, as on a full disk, is lost and holds up nothing. */
export function lineWriter(file: number): { write(line: string): void } {
  return {
    write(line) {
      try {
        writeSync(file, line);
      } catch {
        // There is nowhere left to say so.
      }
    },
  };
}

export const silentLogger: Logger = pino({ level: 'silent' });
