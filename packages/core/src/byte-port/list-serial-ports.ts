import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

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

/** Accepts the same names as `serialport`: no consoles and no pseudo-terminals. */
const isSerial = (name: string) => /^(?:tty(?:S|WCH|ACM|USB|AMA|MFD|O|XRUSB)|rfcomm)/.test(name);

/** Reads udev's files. `serialport` runs `udevadm` instead, which walks all devices and takes long. */
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
    // `ID_USB_*` is set if a device between the port and the USB device defines `ID_*`.
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

/** Returns the last value of `key`, because udev uses the last one, too. */
function property(saved: string, key: string): string | undefined {
  const lead = `E:${key}=`;
  return saved
    .split('\n')
    .findLast((line) => line.startsWith(lead))
    ?.slice(lead.length);
}

/** Returns an empty text on errors: a port may vanish at any moment, and udev may not have a record yet. */
const textOf = (path: string) => readFile(path, 'utf8').catch(() => '');
