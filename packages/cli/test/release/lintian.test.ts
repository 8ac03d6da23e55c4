import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { needsProgram } from '@stationery/core/testing';
import { expect, it } from 'vitest';

const makePackages = fileURLToPath(new URL('../../../../scripts/package/for-tests.mjs', import.meta.url));
const lintian = needsProgram('lintian', 'lintian');

it.skipIf(!lintian.run)(
  `the Debian package passes lintian (${lintian.label})`,
  { timeout: 240_000 },
  async () => {
    const { packagesForTests } = await import(makePackages);
    const { stdout, status } = spawnSync('lintian', ['--allow-root', packagesForTests().small], {
      encoding: 'utf8',
    });
    expect(status).not.toBeNull();
    expect(stdout.split('\n').filter((line) => /^[EW]:/.test(line))).toEqual([]);
  },
);
