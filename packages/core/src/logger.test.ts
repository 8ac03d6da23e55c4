import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLogger, lineWriter } from './logger.ts';
import { temporaryFolder } from './testing/index.ts';

describe('createLogger', () => {
  it.skipIf(process.platform !== 'linux')('neither blocks nor throws if the disk is full', () => {
    const file = openSync('/dev/full', 'w');
    const log = createLogger({ level: 'info', stream: lineWriter(file) });
    for (let line = 0; line < 1_000; line++) log.info({ line }, 'x'.repeat(100));
    closeSync(file);
    log.info('closed');
  });

  it('writes one JSON object per line', async () => {
    const path = join(await temporaryFolder(), 'log');
    const file = openSync(path, 'w');
    const log = createLogger({ level: 'info', stream: lineWriter(file) });
    log.info({ a: 1 }, 'first');
    log.warn('second');
    closeSync(file);
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ a: 1, msg: 'first' }, { msg: 'second' }]);
  });
});
