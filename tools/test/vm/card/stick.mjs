// A USB stick simulated by the kernel, with a card image; it can be removed at any time.
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

export const modules = [
  'dummy_hcd',
  'usb_f_mass_storage',
  'sd_mod',
  'usb-storage',
  'vfat',
  'nls_cp437',
  'nls_ascii',
];

const gadget = '/sys/kernel/config/usb_gadget/stick';
const lun = `${gadget}/functions/mass_storage.0/lun.0`;
const sectorBytes = 512;
const firstSector = 2048;

/** Makes a card image with FAT32 of 64 MiB in the first partition, like a new card. */
export function makeCard(image, label) {
  const sectors = 64 * 2048;
  const file = openSync(image, 'w');
  ftruncateSync(file, (firstSector + sectors) * sectorBytes);
  const table = Buffer.alloc(sectorBytes);
  table[446 + 4] = 0x0c;
  table.writeUInt32LE(firstSector, 446 + 8);
  table.writeUInt32LE(sectors, 446 + 12);
  table.writeUInt16LE(0xaa55, 510);
  writeSync(file, table, 0, sectorBytes, 0);
  closeSync(file);
  const options = ['-F', '32', '-s', '1', '-n', label, '--offset', String(firstSector)];
  execFileSync('mkfs.vfat', [...options, image, String(sectors / 2)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Returns the offset in the image of a byte of the file system. */
export const inImage = (at) => firstSector * sectorBytes + at;

export function makeStick() {
  // Mount configfs now, because systemd mounts it at no fixed time.
  if (!existsSync(dirname(gadget)))
    execFileSync('mount', ['-t', 'configfs', 'configfs', '/sys/kernel/config']);
  for (const folder of ['strings/0x409', 'functions/mass_storage.0', 'configs/c.1'])
    mkdirSync(`${gadget}/${folder}`, { recursive: true });
  writeFileSync(`${gadget}/idVendor`, '0x1209');
  writeFileSync(`${gadget}/idProduct`, '0x0002');
  writeFileSync(`${gadget}/strings/0x409/serialnumber`, 'STICK-1');
  writeFileSync(`${lun}/removable`, '1');
  symlinkSync(`${gadget}/functions/mass_storage.0`, `${gadget}/configs/c.1/mass_storage.0`);
}

export function plug(image, { locked = false } = {}) {
  writeFileSync(`${lun}/file`, '\n');
  writeFileSync(`${lun}/ro`, locked ? '1' : '0');
  writeFileSync(`${lun}/file`, image);
  writeFileSync(`${gadget}/UDC`, 'dummy_udc.0');
}

export const unplug = () => writeFileSync(`${gadget}/UDC`, '\n');
