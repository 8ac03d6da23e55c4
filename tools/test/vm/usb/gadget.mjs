// A USB serial device simulated by the kernel: /dev/ttyACM… on the host side, /dev/ttyGS0 on the device side.
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

/** Removes both sides at once, even if open. */
export const unplug = () => execute('rmmod', ['g_serial']);
