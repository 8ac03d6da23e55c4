import type { Writable } from 'node:stream';
import { plain } from '../terminal/words.ts';

const names: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warning',
  50: 'error',
  60: 'fatal',
};
const maxFields = 6;
const maxValueLength = 200;

interface Line {
  time: number;
  level: number;
  msg?: string;
}

/** Formats log lines for a terminal: time, level unless info, message, and fields in brackets. */
export function humanLines(out: Pick<Writable, 'write'>): { write(line: string): void } {
  return {
    write(line) {
      const { time, level, msg = '', ...rest } = JSON.parse(line) as Line;
      const clock = new Date(time).toTimeString().slice(0, 8);
      const kind = level === 30 ? '' : `${names[level] ?? level}: `;
      const fields = fieldsOf(rest).slice(0, maxFields);
      const facts = fields.map(([name, value]) => `${name}: ${shortened(value)}`).join(', ');
      out.write(`${clock} ${kind}${plain(msg)}${facts === '' ? '' : ` (${facts})`}\n${traceOf(rest)}`);
    },
  };
}

/**
 * Flattens objects; a nested state or message takes the name of its parent: `{ link: { state } }` is `link`.
 */
function fieldsOf(values: object, parent = ''): [string, string][] {
  return Object.entries(values).flatMap(([key, value]): [string, string][] => {
    const own = key === 'err' ? 'error' : key;
    const name = parent !== '' && (key === 'state' || key === 'message') ? parent : own;
    if (value === null || value === undefined || (parent !== '' && isOfError(values, key))) return [];
    if (Array.isArray(value)) return value.length === 0 ? [] : [[name, value.map(text).join(', ')]];
    return typeof value === 'object' ? fieldsOf(value, name) : [[name, text(value)]];
  });
}

const text = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

const shortened = (value: string) =>
  plain(value.length > maxValueLength ? `${value.slice(0, maxValueLength)} …` : value);

/** The stack is printed below the line, and the class not at all. */
const isOfError = (values: object, key: string) => 'stack' in values && (key === 'stack' || key === 'type');

function traceOf(rest: { err?: { stack?: string } }): string {
  const lines = rest.err?.stack?.split('\n').filter((line) => line.trim().startsWith('at ')) ?? [];
  return lines.map((line) => `${plain(line)}\n`).join('');
}
