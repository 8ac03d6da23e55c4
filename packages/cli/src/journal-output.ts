import { isJournal, type Priority, priorities, withPriority } from '@stationery/core/systemd';
import { launchVariables } from '@stationery/station/launcher';

/** Whether what is said on stderr ends up in systemd's journal, by itself or passed on by the launcher. */
export function goesToJournal(): boolean {
  return isJournal(2) || process.env[launchVariables.toJournal] === 'yes';
}

/** Says what went wrong. */
export function complain(text: string, priority: Priority = 'error'): void {
  process.stderr.write(goesToJournal() ? withPriority(text, priority) : text);
}

const ofLevel: Record<string, number> = {
  10: priorities.debug,
  20: priorities.debug,
  30: priorities.info,
  40: priorities.warning,
  50: priorities.error,
  60: priorities.fatal,
};

/** Log lines for the journal, which shows warnings to whoever asks for warnings. */
export function journalLines(out: { write(line: string): void }): { write(line: string): void } {
  return {
    write(line) {
      const level = /^\{"level":(\d\d),/.exec(line)?.[1] ?? '30';
      out.write(`<${ofLevel[level] ?? priorities.info}>${line}`);
    },
  };
}
