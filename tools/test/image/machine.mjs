// Runs the image in QEMU, on a board with simulated radios and a network cable to this process.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { boardArchitecture as architecture } from '../../lib/architecture.mjs';
import { cacheLineCorrection } from '../vm/cache-line.mjs';
import { quickKernelOptions } from '../vm/machine.mjs';

/** Offset of the boot partition in the image. */
const bootStart = 4 * 2 ** 20;

const bootDrive = (image) => `${image}@@${bootStart}`;

export const readFromBoot = (image, name) =>
  execFileSync('mcopy', ['-n', '-i', bootDrive(image), `::${name}`, '-'], { encoding: 'utf8' });

export const writeToBoot = (image, path) =>
  execFileSync('mcopy', ['-D', 'o', '-i', bootDrive(image), path, '::']);

/** Returns the paths of kernel and initramfs, and the kernel's options. */
export function readBoot(image, folder) {
  const options = readFromBoot(image, 'cmdline.txt');
  const config = readFromBoot(image, 'config.txt');
  const copied = ['kernel', 'initramfs'].map((word) => {
    const [, name] = new RegExp(`^${word}[= ](\\S+)`, 'm').exec(config) ?? [];
    if (name === undefined) throw new Error(`config.txt of the image names no ${word}`);
    execFileSync('mcopy', ['-n', '-i', bootDrive(image), `::${name}`, join(folder, word)]);
    return join(folder, word);
  });
  return { kernel: copied[0], initramfs: copied[1], options: options.trim() };
}

/**
 * Starts the machine. `disk`: path of the disk's socket; `port`: the port of this machine that leads to the
 * guest's port 80; `radios`: number of Wi-Fi devices.
 */
export function startMachine({ boot, disk, port, log, cache, radios }) {
  const own = boot.options.split(' ').filter((word) => !/^(console=|quiet$)/.test(word));
  const options = [
    ...own,
    `console=${architecture.console}`,
    ...quickKernelOptions(architecture),
    ...['modules_load=mac80211_hwsim', `mac80211_hwsim.radios=${radios}`],
    'systemd.journald.forward_to_console=1',
    // Turn watchdogs off, because the machine may be too slow for them on a busy host.
    ...['systemd.service_watchdogs=0', 'systemd.default_timeout_start_sec=900'],
  ];
  const qemu = spawn(
    architecture.program,
    [
      ...architecture.machine,
      ...['-nodefaults', '-no-user-config', '-display', 'none', '-no-reboot'],
      ...['-accel', 'tcg', '-smp', '2', '-m', '1024'],
      ...['-kernel', boot.kernel, '-initrd', boot.initramfs, '-append', options.join(' ')],
      ...['-drive', `if=none,id=card,format=raw,cache=writeback,file=nbd+unix:///?socket=${disk}`],
      ...['-device', 'virtio-blk-pci,drive=card'],
      ...['-netdev', `user,id=cable,restrict=on,hostfwd=tcp:127.0.0.1:${port}-:80`],
      ...['-device', 'virtio-net-pci,netdev=cable,romfile='],
      ...['-serial', `file:${log}`],
    ],
    { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...cacheLineCorrection(cache) } },
  );
  const kill = () => qemu.kill('SIGKILL');
  process.on('exit', kill);
  return {
    url: `http://127.0.0.1:${port}`,
    said: () => readFileSync(log, 'utf8'),
    get isRunning() {
      return qemu.exitCode === null && qemu.signalCode === null;
    },
    async kill() {
      process.off('exit', kill);
      if (qemu.exitCode !== null || qemu.signalCode !== null) return;
      kill();
      await once(qemu, 'exit');
    },
  };
}
