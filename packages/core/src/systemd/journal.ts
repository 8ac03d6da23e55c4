import { fstatSync } from 'node:fs';

/** Syslog priorities. */
export const priorities = { fatal: 2, error: 3, warning: 4, info: 6, debug: 7 } as const;
export type Priority = keyof typeof priorities;

export function isJournal(file: number, env: NodeJS.ProcessEnv = process.env): boolean {
  if (env.JOURNAL_STREAM === undefined) return false;
  try {
    const { dev, ino } = fstatSync(file, { bigint: true });
    return `${dev}:${ino}` === env.JOURNAL_STREAM;
  } catch {
    return false;
  }
}

/** Prefixes every line, because the journal reads the priority line by line. */
export function withPriority(text: string, priority: Priority): string {
  return text.replace(/^(?=.)/gm, `<${priorities[priority]}>`);
}
