import { fstatSync } from 'node:fs';

/** As syslog numbers them. */
export const priorities = { fatal: 2, error: 3, warning: 4, info: 6, debug: 7 } as const;
export type Priority = keyof typeof priorities;

/** Whether what is written to this open file goes straight to systemd's journal. */
export function isJournal(file: number, env: NodeJS.ProcessEnv = process.env): boolean {
  if (env.JOURNAL_STREAM === undefined) return false;
  try {
    const { dev, ino } = fstatSync(file, { bigint: true });
    return `${dev}:${ino}` === env.JOURNAL_STREAM;
  } catch {
    return false;
  }
}

/** Lines as the journal takes them: each says how much it matters, or only the first would. */
export function withPriority(text: string, priority: Priority): string {
  return text.replace(/^(?=.)/gm, `<${priorities[priority]}>`);
}
