import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createLogger, silentLogger } from '@stationery/core';
import { temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { hostNamesLine, writeHostNames } from './host-names-file.ts';

const address = '10.55.0.1';

describe('the host names for the name server', () => {
  it.each([
    ['Café Küche 2', '10.55.0.1 cafe-kuche-2 cafe-kuche-2.local\n'],
    // Every station already has this name.
    ['Station', ''],
    ['台所', ''],
    ['x\n6.6.6.6 bank.example', '10.55.0.1 x-6-6-6-6-bank-example x-6-6-6-6-bank-example.local\n'],
  ])('for %j are %j', (nickname, line) => {
    expect(hostNamesLine(nickname, address)).toBe(line);
  });

  it('are readable for the name server and leave no temporary file', async () => {
    const folder = join(await temporaryFolder(), 'names');
    mkdirSync(folder);
    const before = process.umask(0o077);
    try {
      writeHostNames(join(folder, 'station'), { nickname: 'Bath', address }, silentLogger);
    } finally {
      process.umask(before);
    }
    expect(readdirSync(folder)).toEqual(['station']);
    expect(statSync(join(folder, 'station')).mode & 0o777).toBe(0o644);
    expect(readFileSync(join(folder, 'station'), 'utf8')).toContain('bath.local');
  });

  it('only cause a warning if the file cannot be written', async () => {
    const lines: string[] = [];
    const log = createLogger({ level: 'warn', stream: { write: (line) => lines.push(line) } });
    writeHostNames(join(await temporaryFolder(), 'nowhere/station'), { nickname: 'Bath', address }, log);
    expect(lines.join()).toContain('the nickname could not be passed to the name server');
  });
});
