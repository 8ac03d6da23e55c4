// A USB serial device that the kernel plays itself: the host's side is /dev/ttyACM…, the device's /dev/ttyGS0.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

export const modules = ['dummy_hcd'];

export const plug = ({ serialNumber }) =>
  execute('modprobe', [
    'g_serial',
    'idVendor=0x1209',
    'idProduct=0x0001',
    `iSerialNumber=${serialNumber}`,
    'iManufacturer=Stationery',
  ]);

/** Both sides vanish at once, whatever has them open. */
export const unplug = () => execute('rmmod', ['g_serial']);
