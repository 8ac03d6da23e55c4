import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@stationery/core/testing';
import { expect, it } from 'vitest';
import { writeChecksums } from './checksums.mjs';

it('writeChecksums covers the files of one release', async () => {
  const out = await temporaryFolder();
  mkdirSync(join(out, 'apt/pool'), { recursive: true });
  const own = ['apt/pool/stationery_0.2.0_arm64.deb', 'compose.yaml', 'stationery-0.2.0.tgz'];
  for (const name of [...own, 'stationery-0.1.0.tgz', '.stationery-0.2.0.inputs'])
    writeFileSync(join(out, name), name);
  writeChecksums(out, '0.2.0');
  const check = () => execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: out, stdio: 'pipe' });
  expect(check().toString()).toBe(own.map((name) => `${name}: OK\n`).join(''));
  // A second run gives the same result.
  const first = readFileSync(join(out, 'SHA256SUMS'), 'utf8');
  writeChecksums(out, '0.2.0');
  expect(readFileSync(join(out, 'SHA256SUMS'), 'utf8')).toBe(first);
  writeFileSync(join(out, 'compose.yaml'), 'changed');
  expect(check).toThrow('1 computed checksum did NOT match');
});
