import { createLogger } from '@stationery/core';
import { describe, expect, it } from 'vitest';
import { journalLines } from './journal-output.ts';

describe('journalLines', () => {
  it('adds the priority of its level to each line', () => {
    const lines: string[] = [];
    const log = createLogger({ level: 'trace', stream: journalLines({ write: (line) => lines.push(line) }) });
    log.fatal('a');
    log.error({ err: new Error('several\nlines') }, 'b');
    log.warn('c');
    log.info('d');
    log.debug('e');
    log.trace('f');
    expect(lines.map((line) => line.slice(0, 3))).toEqual(['<2>', '<3>', '<4>', '<6>', '<7>', '<7>']);
    for (const line of lines) expect(line).toMatch(/^<\d>\{[^\n]*\}\n$/);
  });
});
