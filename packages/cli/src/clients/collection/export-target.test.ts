import { join } from 'node:path';
import { temporaryFolder } from '@stationery/core/testing';
import { expect, it } from 'vitest';
import { folderTarget, tarTarget } from './export-target.ts';

it.each([folderTarget, tarTarget])(
  'an export reports that it cannot write to a missing folder',
  async (target) => {
    const path = join(await temporaryFolder(), 'missing', 'kitchen');
    await expect(target(path)).rejects.toThrow(`can’t write “${path}”: ENOENT`);
  },
);
