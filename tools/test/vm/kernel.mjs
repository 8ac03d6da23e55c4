// Debian's kernel with its modules, unpacked once per machine and never installed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { architecture } from '../../lib/architecture.mjs';
import { machineCache } from '../../lib/machine-cache.mjs';
import { quickImage } from './kernel-image.mjs';

/** Returns the kernel, and unpacks it at the first use. `modules` is the folder with modules and `depmod` data. */
export function ensureKernel() {
  const packageName = newestKernelPackage();
  const folder = join(machineCache, packageName);
  if (!existsSync(folder)) unpack(packageName, folder);
  const modulesRoot = join(folder, 'lib/modules');
  const [release] = readdirSync(modulesRoot);
  const boot = join(folder, 'boot');
  const image = architecture.unpacksItself ? quickImage(boot, release) : join(boot, `vmlinuz-${release}`);
  return { release, image, modules: join(modulesRoot, release) };
}

let newest;

/** Returns the package that the metapackage depends on. Cached, because the query takes a second. */
function newestKernelPackage() {
  newest ??= /linux-image-\d\S*/.exec(output('apt-cache', ['depends', architecture.kernelPackage]))?.[0];
  if (newest === undefined) throw new Error('no package of a Debian kernel is known here');
  return newest;
}

function unpack(packageName, folder) {
  process.stderr.write(`Getting ${packageName} for the virtual machine (once) …\n`);
  mkdirSync(machineCache, { recursive: true });
  const work = mkdtempSync(join(machineCache, 'unpacking-'));
  try {
    output('apt-get', ['download', '-qq', packageName], { cwd: work });
    const archive = readdirSync(work).find((name) => name.endsWith('.deb'));
    if (archive === undefined) throw new Error(`${packageName} could not be downloaded`);
    const tree = join(work, 'tree');
    output('dpkg', ['-x', join(work, archive), tree]);
    const [release] = readdirSync(join(tree, 'lib/modules'));
    output('/sbin/depmod', ['-b', tree, release]);
    renameSync(tree, folder);
  } catch (error) {
    // Ignore the error if a concurrent process was faster.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function output(program, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', ...options });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr.trim()}`);
  return stdout;
}

/** If run directly, this file downloads the kernel ahead of time. */
if (process.argv[1] === import.meta.filename) ensureKernel();
