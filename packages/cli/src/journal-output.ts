import type { Writable } from 'node:stream';
import { launchVariables } from '@stationery/appliance/launcher';
import { isJournal, type Priority, priorities, withPriority } from '@stationery/core/systemd';

/** Whether the output goes to the journal, directly or through the launcher. */
export function goesToJournal(): boolean {
  return isJournal(2) || process.env[launchVariables.toJournal] === 'yes';
}

export function writeError(
  text: string,
  priority: Priority = 'error',
  stream: Writable = process.stderr,
): void {
  stream.write(stream === process.stderr && goesToJournal() ? withPriority(text, priority) : text);
}

const ofLevel: Record<string, number> = {
  10: priorities.debug,
  20: priorities.debug,
  30: priorities.info,
  40: priorities.warning,
  50: priorities.error,
  60: priorities.fatal,
};

export function journalLines(out: { write(line: string): void }): { write(line: string): void } {
  return {
    write(line) {
      const level = /^\{"level":(\d\d),/.exec(line)?.[1] ?? '30';
      out.write(`<${ofLevel[level] ?? priorities.info}>${line}`);
    },
  };
}
