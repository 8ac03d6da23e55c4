import { closeSync, fstatSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/index.ts';
import { isJournal, withPriority } from './journal.ts';

describe('the systemd journal', () => {
  it('isJournal is true only for the stream that systemd names', async () => {
    const file = openSync(join(await temporaryFolder(), 'stream'), 'w');
    const { dev, ino } = fstatSync(file, { bigint: true });
    expect(isJournal(file, { JOURNAL_STREAM: `${dev}:${ino}` })).toBe(true);
    expect(isJournal(file, { JOURNAL_STREAM: `${dev}:${ino + 1n}` })).toBe(false);
    expect(isJournal(file, { JOURNAL_STREAM: '' })).toBe(false);
    expect(isJournal(file, {})).toBe(false);
    closeSync(file);
    expect(isJournal(file, { JOURNAL_STREAM: `${dev}:${ino}` })).toBe(false);
  });

  it('withPriority adds the priority to every line', () => {
    expect(withPriority('one\ntwo\n\nthree\n', 'warning')).toBe('<4>one\n<4>two\n\n<4>three\n');
    expect(withPriority('', 'error')).toBe('');
  });
});
