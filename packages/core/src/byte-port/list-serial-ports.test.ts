import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { SerialPort } from 'serialport';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { linuxPorts } from './list-serial-ports.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ports-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, content: string): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

describe.runIf(process.platform === 'linux')('linuxPorts', () => {
  it('lists ports with the properties from udev', async () => {
    write('sys/class/tty/ttyACM0/dev', '166:0\n');
    write(
      'run/udev/data/c166:0',
      'S:serial/by-id/usb-x\nI:1\nE:ID_BUS=usb\nE:ID_VENDOR_ENC=Ein\\x20Hersteller\nE:ID_VENDOR_ID=1209\nE:ID_MODEL_ID=0001\n' +
        'E:ID_SERIAL=x_A-1\nE:ID_SERIAL_SHORT=A-1\nE:ID_SERIAL_SHORT=B-2\nG:systemd\n',
    );
    write('sys/class/tty/ttyS0/dev', '4:64\n');
    write('run/udev/data/c4:64', 'E:ID_VENDOR_ID=0x1b36\nE:ID_USB_VENDOR_ID=0x1a86\n');
    for (const name of ['tty1', 'ptmx', 'console', 'ttyGS0']) write(`sys/class/tty/${name}/dev`, '4:1\n');
    write('sys/class/tty/ttyUSB0/dev', '../../etc\n');
    expect(await linuxPorts(root)).toEqual([
      {
        path: '/dev/ttyACM0',
        vendorId: '1209',
        productId: '0001',
        serialNumber: 'B-2',
        manufacturer: 'Ein Hersteller',
      },
      { path: '/dev/ttyS0', vendorId: '1a86' },
      { path: '/dev/ttyUSB0' },
    ]);
  });

  it('returns an empty list if the kernel has no ports', async () => {
    expect(await linuxPorts(root)).toEqual([]);
  });

  it('lists the same ports as udevadm on this machine', async () => {
    const byUdevadm = await SerialPort.list().catch(() => undefined);
    if (byUdevadm === undefined) return;
    const known = byUdevadm.map(({ path, vendorId, productId, serialNumber, manufacturer }) => ({
      path,
      vendorId,
      productId,
      serialNumber,
      manufacturer,
    }));
    const ports = await linuxPorts();
    expect(ports).toEqual(known.sort((one, other) => (one.path < other.path ? -1 : 1)));
  });
});
