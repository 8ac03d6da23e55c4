import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeAptRepository, signingKey } from './package/apt.mjs';

/**
 * Runs the long tests, then builds an archive and a Debian package per architecture, the signed apt
 * repository and the packages for npm, in dist-packages/.
 */
export function buildPackages(root, version) {
  // Before the work that would be in vain.
  signingKey(process.env.STATIONERY_RELEASE_KEY);
  const out = join(root, 'dist-packages');
  mkdirSync(out, { recursive: true });
  const run = (program, ...args) => execFileSync(program, args, { cwd: root, stdio: ['ignore', 2, 2] });
  run(process.execPath, 'tools/check/test-release.mjs');
  for (const architecture of ['x64', 'arm64', 'armv7']) {
    run(process.execPath, 'tools/release/package.mjs', '--arch', architecture, '--version', version);
  }
  run(process.execPath, 'tools/release/package.mjs', '--only', 'npm');
  makeAptRepository({ out, version, key: process.env.STATIONERY_RELEASE_KEY });
}
