import { spawnSync } from 'node:child_process';
import { needsProgram } from '@stationery/core/testing';
import { expect, it } from 'vitest';
import { packagesForTests } from '../packages/for-tests.mjs';

const lintian = needsProgram('lintian', 'lintian');

it.skipIf(!lintian.run)(
  `the Debian package passes lintian (${lintian.label})`,
  { timeout: 240_000 },
  async () => {
    const { stdout, status } = spawnSync('lintian', ['--allow-root', packagesForTests().small], {
      encoding: 'utf8',
    });
    expect(status).not.toBeNull();
    expect(stdout.split('\n').filter((line) => /^[EW]:/.test(line))).toEqual([]);
  },
);
