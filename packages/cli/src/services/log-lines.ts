import type { Writable } from 'node:stream';

const names: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warning',
  50: 'error',
  60: 'fatal',
};

/** Log lines for a person at a terminal: the time, the level where it matters, what happened, the rest. */
export function humanLines(out: Writable): { write(line: string): void } {
  return {
    write(line) {
      const { time, level, msg, ...rest } = JSON.parse(line) as { time: number; level: number; msg?: string };
      const clock = new Date(time).toTimeString().slice(0, 8);
      const kind = level === 30 ? '' : `${names[level] ?? level}: `;
      const details = Object.keys(rest).length === 0 ? '' : ` ${JSON.stringify(rest)}`;
      out.write(`${clock} ${kind}${msg ?? ''}${details}\n`);
    },
  };
}
