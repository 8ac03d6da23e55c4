// A virtual machine with Debian's kernel and the host's programs: it reads every file of the host,
// writes only to memory, and has no network.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { architecture } from '../../lib/architecture.mjs';
import { root } from '../../lib/prepare.mjs';
import { bundleScript } from './bundle-script.mjs';
import { cacheLineCorrection } from './cache-line.mjs';
import { initramfs } from './initramfs.mjs';
import { ensureKernel } from './kernel.mjs';

/** Kernel options for a machine without acceleration. */
export const quickKernelOptions = (architecture) => [
  // Without these, the kernel flushes the emulated TLB at every system call, which takes a third of the time.
  ...['mitigations=off', 'nokaslr', ...(architecture?.kernelOptions ?? [])],
  // Skip the self-tests of ciphers, which are not under test here.
  'cryptomgr.notests',
  // Load programs at fixed addresses, because QEMU translates a program again for every load address.
  'norandmaps',
  // With high-resolution timers, the timer of the simulated USB controller would fire every 125 µs, which takes all
  // of an emulated processor.
  'highres=off',
];
const kernelOptions = [
  `console=${architecture?.console}`,
  ...['quiet', 'panic=-1'],
  ...quickKernelOptions(architecture),
];

/**
 * Runs scripts after loading their modules. `onLine` gets their
 * output, and a line with `script` and the name before each.
 */
export async function runInMachine({
  cache,
  name,
  scripts,
  systemd = false,
  memoryMb = 1024,
  devices = [],
  timeoutMs,
  onLine,
}) {
  const kernel = ensureKernel();
  mkdirSync(cache, { recursive: true });
  // Include the name, because several machines may run at once.
  const firstFiles = join(cache, `${name}.initramfs.cpio`);
  const consoleLog = join(cache, `${name}.console.log`);
  const lines = [];
  for (const { name: scriptName, script, modules } of scripts) {
    const bundled = join(cache, `${scriptName}.script.mjs`);
    await bundleScript(script, bundled);
    lines.push([scriptName, bundled, modules.join(' ')].join('|'));
  }
  const settings = {
    VM_ROOT: root,
    VM_FOLDER: fileURLToPath(new URL('.', import.meta.url)),
    VM_MODULES: kernel.modules,
    VM_NODE: process.execPath,
    VM_SCRIPTS: lines.join('\n'),
    VM_OUTPUT: `/dev/${architecture.output}`,
    VM_SYSTEMD: systemd ? 'yes' : 'no',
    VM_CI: process.env.CI ?? '',
  };
  writeFileSync(firstFiles, initramfs({ kernel, settings }));

  const qemu = spawn(
    architecture.program,
    [
      ...architecture.machine,
      ...['-nodefaults', '-no-user-config', '-display', 'none', '-no-reboot', '-nic', 'none'],
      // Use one processor: a second one would have to be emulated, too, and the host needs its other core.
      ...['-accel', 'tcg', '-smp', '1', '-m', String(memoryMb)],
      ...['-kernel', kernel.image, '-initrd', firstFiles],
      ...['-append', kernelOptions.join(' ')],
      ...['-fsdev', 'local,id=host,path=/,security_model=none,readonly=on,multidevs=remap'],
      ...['-device', 'virtio-9p-pci,fsdev=host,mount_tag=host'],
      ...['-serial', `file:${consoleLog}`],
      ...['-chardev', 'stdio,id=output', ...architecture.outputPort],
      ...devices,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...cacheLineCorrection(cache) } },
  );
  const timer = setTimeout(() => qemu.kill('SIGKILL'), timeoutMs);
  const exited = new Promise((resolve, reject) => {
    qemu.on('error', reject);
    qemu.on('exit', resolve);
  });
  try {
    for await (const line of createInterface({ input: qemu.stdout })) onLine(line.trimEnd());
    await exited;
  } finally {
    clearTimeout(timer);
  }
  return { consoleLog };
}
