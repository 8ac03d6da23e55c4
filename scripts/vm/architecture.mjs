// What differs between the architectures a virtual machine can have; it has that of the host, whose programs it runs.
const architectures = {
  x64: {
    program: 'qemu-system-x86_64',
    programPackage: 'qemu-system-x86',
    kernelPackage: 'linux-image-amd64',
    unpacksItself: true,
    machine: ['-M', 'pc', '-cpu', 'max'],
    console: 'ttyS0',
    output: 'ttyS1',
    outputPort: ['-serial', 'chardev:output'],
  },
  arm64: {
    program: 'qemu-system-aarch64',
    programPackage: 'qemu-system-arm',
    kernelPackage: 'linux-image-arm64',
    // The processor of a Raspberry Pi 4. That of “max” signs pointers, which takes long to emulate.
    machine: ['-M', 'virt,gic-version=3', '-cpu', 'cortex-a72'],
    console: 'ttyAMA0',
    kernelOptions: ['kpti=off'],
    // This machine has one serial port of its own.
    output: 'ttyS0',
    outputPort: ['-device', 'pci-serial,chardev=output'],
  },
};

/** Undefined where there is none for this system. */
export const architecture = process.platform === 'linux' ? architectures[process.arch] : undefined;
