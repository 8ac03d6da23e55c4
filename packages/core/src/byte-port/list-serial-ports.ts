import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A port that the operating system lists; a USB device also has an identity. */
export interface ListedPort {
  path: string;
  vendorId?: string | undefined;
  productId?: string | undefined;
  serialNumber?: string | undefined;
  manufacturer?: string | undefined;
}

export async function listSerialPorts(): Promise<ListedPort[]> {
  if (process.platform === 'linux') return linuxPorts();
  const { SerialPort } = await import('serialport');
  return SerialPort.list();
}

/** The kinds that `serialport` lists on other systems too: consoles and pseudo terminals are none. */
const isSerial = (name: string) => /^(?:tty(?:S|WCH|ACM|USB|AMA|MFD|O|XRUSB)|rfcomm)/.test(name);

/**
 * The serial ports of a Linux, with what udev found out about them, from the files that udev keeps. `serialport` runs `udevadm`
 * for this, which goes through all devices of the machine: every attempt to open a port waited for that.
 */
export async function linuxPorts(root = '/'): Promise<ListedPort[]> {
  const folder = join(root, 'sys/class/tty');
  const names = (await readdir(folder).catch(() => [])).filter(isSerial);
  return Promise.all(names.sort().map((name) => describe(name, folder, root)));
}

async function describe(name: string, folder: string, root: string): Promise<ListedPort> {
  const numbers = await textOf(join(folder, name, 'dev'));
  const saved = /^\d+:\d+\n?$/.test(numbers)
    ? await textOf(join(root, 'run/udev/data', `c${numbers.trim()}`))
    : '';
  const value = (key: string) =>
    // udev writes the first name where the second would be that of a device in front of the USB device.
    (property(saved, `ID_USB_${key}`) ?? property(saved, `ID_${key}`))?.replace(/^0x/, '');
  return {
    path: `/dev/${name}`,
    vendorId: value('VENDOR_ID'),
    productId: value('MODEL_ID'),
    serialNumber: value('SERIAL_SHORT'),
    manufacturer: value('VENDOR_ENC')?.replace(/\\x([\da-f]{2})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    ),
  };
}

/** The last of that name, as for udev. */
function property(saved: string, key: string): string | undefined {
  const lead = `E:${key}=`;
  return saved
    .split('\n')
    .findLast((line) => line.startsWith(lead))
    ?.slice(lead.length);
}

/** A port may vanish at any moment, and udev need not know it yet. */
const textOf = (path: string) => readFile(path, 'utf8').catch(() => '');
