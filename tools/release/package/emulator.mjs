// While Debian packages of another architecture are installed, their programs run in Debian's emulator.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { emulatorPrograms, whyLacking } from '../../lib/system-packages.mjs';
import { architectures, isThis } from './architectures.mjs';

/** Returns why this machine cannot install Debian packages of the architecture; undefined if it can. */
export function whyNoRoot(arch) {
  if (!existsSync('/etc/debian_version')) return 'this needs Debian';
  if (process.getuid?.() !== 0) return 'this needs root rights';
  if (isThis(architectures[arch])) return undefined;
  const lacking = whyLacking(emulatorPrograms);
  if (lacking !== undefined) return lacking;
  const { emulator } = architectures[arch];
  const isOn = () => existsSync(`/proc/sys/fs/binfmt_misc/${emulator}`);
  if (!isOn()) spawnSync('update-binfmts', ['--enable', emulator], { stdio: 'ignore' });
  return isOn()
    ? undefined
    : `this needs a kernel that runs ${arch} programs: “update-binfmts --enable ${emulator}”`;
}
