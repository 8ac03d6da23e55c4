import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { ownProgram } from './own-program.ts';

function put(path: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  return path;
}

describe('ownProgram', () => {
  it('returns the installed command, whose path does not change with the package', async () => {
    const folder = realpathSync(await temporaryFolder());
    const command = join(folder, 'stationery');
    const file = put(join(folder, 'usr/lib/stationery/lib/node_modules/@stationery/cli/bin/stationery.mjs'));
    expect(ownProgram(command, file)).toEqual([process.execPath, file]);
    symlinkSync(put(join(folder, 'usr/lib/stationery/bin/stationery')), command);
    expect(ownProgram(command, file)).toEqual([command]);
    const checkout = put(join(folder, 'checkout/bin/stationery.mjs'));
    expect(ownProgram(command, checkout)).toEqual([process.execPath, checkout]);
  });

  it('returns the command if it is a link to the program itself', async () => {
    const folder = await temporaryFolder();
    const file = put(join(folder, 'lib/stationery.mjs'));
    symlinkSync(file, join(folder, 'stationery'));
    expect(ownProgram(join(folder, 'stationery'), file)).toEqual([join(folder, 'stationery')]);
  });
});
