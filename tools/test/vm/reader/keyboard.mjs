// A USB keyboard reader simulated through the kernel's /dev/uhid (linux/uhid.h).
import { closeSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../../lib/until.mjs';

export const modules = ['uhid', 'hid-generic', 'evdev'];

const [create2, input2] = [11, 12];
const usbBus = 3;
const name = 'Sycreader RFID Reader';

/** A six-key keyboard as in the HID specification, appendix B.1, without LEDs. */
const descriptor = Buffer.from(
  '05010906a101050719e029e71500250175019508810295017508810195067508150025650507190029658100c0',
  'hex',
);

const usages = new Map(
  /** @type {[string, number][]} */ ([
    ...[...'1234567890'].map((digit, at) => [digit, 0x1e + at]),
    ...[...'ABCDEF'].map((letter, at) => [letter, 0x04 + at]),
    ['\n', 0x28],
  ]),
);

/** Plugs in the keyboard. Returns the `path` of the input device. */
export async function plugIn() {
  const device = openSync('/dev/uhid', 'r+');
  const head = Buffer.alloc(4 + 128 + 64 + 64 + 20);
  head.writeUInt32LE(create2, 0);
  head.write(name, 4);
  head.writeUInt16LE(descriptor.length, 260);
  head.writeUInt16LE(usbBus, 262);
  head.writeUInt32LE(0xffff, 264);
  head.writeUInt32LE(0x0035, 268);
  writeSync(device, Buffer.concat([head, descriptor]));
  const path = await until('the input device', findDevice);
  const report = (usage) => {
    const event = Buffer.alloc(4 + 2 + 8);
    event.writeUInt32LE(input2, 0);
    event.writeUInt16LE(8, 4);
    event[6 + 2] = usage;
    writeSync(device, event);
  };
  return {
    path,
    type(text) {
      for (const key of text) for (const usage of [usages.get(key), 0]) report(usage);
    },
    /** Closing the file removes the device. */
    unplug: () => closeSync(device),
  };
}

function findDevice() {
  const folder = '/sys/class/input';
  const found = readdirSync(folder).find(
    (each) =>
      each.startsWith('event') && readFileSync(join(folder, each, 'device/name'), 'utf8').trim() === name,
  );
  return found && join('/dev/input', found);
}
