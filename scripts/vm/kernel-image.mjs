// The kernel as it is once it has unpacked itself, which takes a machine without acceleration 7 s of processor time at every boot.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the header of a kernel for x64 says how long its own start is, where the packed kernel begins and how long it is. */
const header = { startSectors: 0x1f1, payloadOffset: 0x248, payloadLength: 0x24c };
const sectorBytes = 512;
const xz = Buffer.from('fd377a585a00', 'hex');
const elf = Buffer.from('\x7fELF', 'latin1');

/** The unpacked kernel, made once; or the packed one where QEMU can start no other. */
export function quickImage(boot, release) {
  const packed = join(boot, `vmlinuz-${release}`);
  const unpacked = join(boot, `vmlinux-${release}`);
  if (existsSync(unpacked)) return unpacked;
  const config = join(boot, `config-${release}`);
  // QEMU enters an unpacked kernel the way that Xen does.
  if (!existsSync(config) || !/^CONFIG_PVH=y$/m.test(readFileSync(config, 'utf8'))) return packed;
  const kernel = unpack(readFileSync(packed));
  if (kernel === undefined) return packed;
  // It is there whole or not at all, also where two make it at once.
  const half = `${unpacked}.${process.pid}`;
  writeFileSync(half, kernel);
  renameSync(half, unpacked);
  return unpacked;
}

function unpack(image) {
  const start = (image[header.startSectors] + 1) * sectorBytes + image.readUInt32LE(header.payloadOffset);
  // Its last four bytes are the length of what comes out.
  const end = start + image.readUInt32LE(header.payloadLength) - 4;
  const payload = image.subarray(start, end);
  if (!payload.subarray(0, xz.length).equals(xz)) return undefined;
  const { status, stdout } = spawnSync('xz', ['-dc'], { input: payload, maxBuffer: 500e6 });
  if (status !== 0 || stdout.length !== image.readUInt32LE(end)) return undefined;
  return stdout.subarray(0, elf.length).equals(elf) ? stdout : undefined;
}
