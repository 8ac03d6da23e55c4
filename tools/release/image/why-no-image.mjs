import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { ensurePrograms, imagePrograms, missingPrograms } from '../../lib/system-packages.mjs';

/** Returns why no image can be built here; undefined if it can. */
export function whyNoImage() {
  if (!['arm64', 'x64'].includes(process.arch) || !existsSync('/etc/debian_version'))
    return 'an image needs Debian on arm64 or x64';
  if (process.getuid?.() !== 0) return 'an image needs root rights';
  ensurePrograms(imagePrograms);
  const missing = missingPrograms(imagePrograms);
  if (missing.length > 0) return `an image needs ${missing.join(', ')}`;
  return process.arch === 'arm64' || runsArm64()
    ? undefined
    : 'an image needs the kernel to run arm64 programs: “update-binfmts --enable qemu-aarch64”';
}

/** Whether this machine can run the programs of arm64 packages, which run while they are installed. */
function runsArm64() {
  const isOn = () => existsSync('/proc/sys/fs/binfmt_misc/qemu-aarch64');
  if (!isOn()) spawnSync('update-binfmts', ['--enable', 'qemu-aarch64'], { stdio: 'ignore' });
  return isOn();
}
