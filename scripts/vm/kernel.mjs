// Debian's kernel with all its modules, unpacked beside the checkout's other caches and never installed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { architecture } from './architecture.mjs';

/** The kernel's release, its image, and the folder with its modules and what `depmod` says of them. */
export function ensureKernel(cache) {
  const packageName = newestKernelPackage();
  const folder = join(cache, packageName);
  if (!existsSync(folder)) unpack(packageName, folder, cache);
  const modulesRoot = join(folder, 'lib/modules');
  const [release] = readdirSync(modulesRoot);
  return { release, image: join(folder, `boot/vmlinuz-${release}`), modules: join(modulesRoot, release) };
}

/** The package of the architecture is empty; it depends on the kernel of the day. */
function newestKernelPackage() {
  const said = output('apt-cache', ['depends', architecture.kernelPackage]);
  const [name] = /linux-image-\d\S*/.exec(said) ?? [];
  if (name === undefined) throw new Error('no package of a Debian kernel is known here');
  return name;
}

function unpack(packageName, folder, cache) {
  process.stderr.write(`Getting ${packageName} for the virtual machine (once) …\n`);
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(join(cache, 'unpacking-'));
  try {
    output('apt-get', ['download', '-qq', packageName], { cwd: work });
    const archive = readdirSync(work).find((name) => name.endsWith('.deb'));
    if (archive === undefined) throw new Error(`${packageName} could not be downloaded`);
    const tree = join(work, 'tree');
    output('dpkg', ['-x', join(work, archive), tree]);
    const [release] = readdirSync(join(tree, 'lib/modules'));
    output('/sbin/depmod', ['-b', tree, release]);
    renameSync(tree, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function output(program, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', ...options });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr.trim()}`);
  return stdout;
}
