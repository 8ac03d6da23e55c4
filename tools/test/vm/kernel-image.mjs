// The unpacked kernel, because unpacking takes 7 s of CPU time at every boot without acceleration.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Offsets in the x64 kernel header: length of the setup code, offset and length of the packed kernel. */
const header = { startSectors: 0x1f1, payloadOffset: 0x248, payloadLength: 0x24c };
const sectorBytes = 512;
const xz = Buffer.from('fd377a585a00', 'hex');
const elf = Buffer.from('\x7fELF', 'latin1');

/** The packed kernel, if QEMU cannot start the unpacked one. */
export function quickImage(boot, release) {
  const packed = join(boot, `vmlinuz-${release}`);
  const unpacked = join(boot, `vmlinux-${release}`);
  if (existsSync(unpacked)) return unpacked;
  const config = join(boot, `config-${release}`);
  // QEMU starts an unpacked kernel by the Xen PVH entry point.
  if (!existsSync(config) || !/^CONFIG_PVH=y$/m.test(readFileSync(config, 'utf8'))) return packed;
  const kernel = unpack(readFileSync(packed));
  if (kernel === undefined) return packed;
  // Renamed when complete, so that concurrent runs never see an incomplete file.
  const half = `${unpacked}.${process.pid}`;
  writeFileSync(half, kernel);
  renameSync(half, unpacked);
  return unpacked;
}

function unpack(image) {
  const start = (image[header.startSectors] + 1) * sectorBytes + image.readUInt32LE(header.payloadOffset);
  // The last four bytes are the unpacked length.
  const end = start + image.readUInt32LE(header.payloadLength) - 4;
  const payload = image.subarray(start, end);
  if (!payload.subarray(0, xz.length).equals(xz)) return undefined;
  const { status, stdout } = spawnSync('xz', ['-dc'], { input: payload, maxBuffer: 500e6 });
  if (status !== 0 || stdout.length !== image.readUInt32LE(end)) return undefined;
  return stdout.subarray(0, elf.length).equals(elf) ? stdout : undefined;
}
