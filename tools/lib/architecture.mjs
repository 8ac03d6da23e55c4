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
    // Emulate the processor of a Raspberry Pi 4. The processor “max”
    // of QEMU would sign pointers, which is slow to emulate.
    machine: ['-M', 'virt,gic-version=3', '-cpu', 'cortex-a72'],
    console: 'ttyAMA0',
    kernelOptions: ['kpti=off'],
    output: 'ttyS0',
    outputPort: ['-device', 'pci-serial,chardev=output'],
  },
};

/** Architecture of the SD card image, on every host. */
export const boardArchitecture = architectures.arm64;
/** Architecture of this host's programs; undefined on unsupported systems. */
export const architecture = process.platform === 'linux' ? architectures[process.arch] : undefined;
