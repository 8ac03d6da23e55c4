// Unpacks the kernel ahead of time, because unpacking takes 7 s of CPU time at every boot without acceleration.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Offsets in the x64 kernel header: length of the setup code, offset and length of the packed kernel. */
const header = { startSectors: 0x1f1, payloadOffset: 0x248, payloadLength: 0x24c };
const sectorBytes = 512;
const xz = Buffer.from('fd377a585a00', 'hex');
const elf = Buffer.from('\x7fELF', 'latin1');

/** Returns the path of the unpacked kernel, or of the packed one if QEMU cannot start an unpacked one. */
export function quickImage(boot, release) {
  const packed = join(boot, `vmlinuz-${release}`);
  const unpacked = join(boot, `vmlinux-${release}`);
  if (existsSync(unpacked)) return unpacked;
  const config = join(boot, `config-${release}`);
  // QEMU starts an unpacked kernel at the Xen PVH entry point, so the kernel needs one.
  if (!existsSync(config) || !/^CONFIG_PVH=y$/m.test(readFileSync(config, 'utf8'))) return packed;
  const kernel = unpack(readFileSync(packed));
  if (kernel === undefined) return packed;
  // The file is renamed when it is complete, so that concurrent runs never see an incomplete one.
  const half = `${unpacked}.${process.pid}`;
  writeFileSync(half, kernel);
  renameSync(half, unpacked);
  return unpacked;
}

function unpack(image) {
  const start = (image[header.startSectors] + 1) * sectorBytes + image.readUInt32LE(header.payloadOffset);
  // Leave out the last four bytes, which are the unpacked length.
  const end = start + image.readUInt32LE(header.payloadLength) - 4;
  const payload = image.subarray(start, end);
  if (!payload.subarray(0, xz.length).equals(xz)) return undefined;
  const { status, stdout } = spawnSync('xz', ['-dc'], { input: payload, maxBuffer: 500e6 });
  if (status !== 0 || stdout.length !== image.readUInt32LE(end)) return undefined;
  return stdout.subarray(0, elf.length).equals(elf) ? stdout : undefined;
}
