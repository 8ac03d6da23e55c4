import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const anyVersion = /\d+\.\d+\.\d+/;

/** Writes the checksums of this version's files, without files of other versions. Returns the path. */
export function writeChecksums(out, version) {
  const names = readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(out, '/').length))
    .filter((name) => !name.startsWith('.') && name !== 'SHA256SUMS')
    .filter((name) => !anyVersion.test(name) || name.includes(version))
    .sort();
  const file = join(out, 'SHA256SUMS');
  writeFileSync(file, execFileSync('sha256sum', ['--', ...names], { cwd: out }));
  return file;
}
