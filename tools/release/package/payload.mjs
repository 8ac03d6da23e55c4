// Returns the files of the station exactly as in a firmware bundle.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '../../lib/prepare.mjs';
import { isThis } from './architectures.mjs';

export async function collectPayload(architecture, version) {
  const { collectStation } = await import('../../../packages/cli/dist/firmware/collect-station.js');
  return collectStation(isThis(architecture) ? root : stagedCheckout(architecture), version);
}

/**
 * Makes a copy of the checkout with the native modules for a
 * different architecture, in the versions of the lock file.
 */
function stagedCheckout({ npmCpu, debian }) {
  const staged = join(root, '.stamps/package', `checkout-${debian}`);
  mkdirSync(staged, { recursive: true });
  const copy = (path) => {
    if (existsSync(join(root, path))) cpSync(join(root, path), join(staged, path), { recursive: true });
  };
  for (const name of ['package.json', '.npmrc', 'package-lock.json']) copy(name);
  for (const name of readdirSync(join(root, 'packages'))) {
    for (const part of ['package.json', 'bin', 'dist']) copy(join('packages', name, part));
  }
  const stamp = join(staged, 'installed');
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return staged;
  process.stderr.write(`Installing the modules for ${debian} (once) …\n`);
  const target = ['--os=linux', `--cpu=${npmCpu}`, '--libc=glibc'];
  run('npm', ['ci', ...target, '--omit=dev', '--ignore-scripts', '--loglevel=error'], { cwd: staged });
  writeFileSync(stamp, lock);
  return staged;
}
