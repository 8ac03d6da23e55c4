import type { DriverName } from './driver.ts';

/** What the system knows of a USB device, as hexadecimal digits. */
export interface UsbIds {
  vendorId: string;
  productId: string;
}

/** Boards with a single purpose. */
const usbDevices: Readonly<Record<string, readonly [usual: DriverName, ...others: DriverName[]]>> = {
  // EiBotBoard: AxiDraw, NextDraw and their relatives.
  '04d8:fd92': ['ebb'],
  // Raspberry Pi Pico with MicroPython, whose program may also speak our own protocol.
  '2e8a:0005': ['pico', 'stationery'],
};

export function recogniseUsb(ids: UsbIds): DriverName | undefined {
  return usbDevices[usbName(ids)]?.[0];
}

/** False where the device is certainly of another family. */
export function canBeFor(driver: DriverName, ids: UsbIds): boolean {
  return usbDevices[usbName(ids)]?.includes(driver) ?? true;
}

export function usbName({ vendorId, productId }: UsbIds): string {
  return `${vendorId}:${productId}`.toLowerCase();
}

const lines: readonly [RegExp, DriverName][] = [
  [/^READY stationery-plotter\b/, 'stationery'],
  [/^(?:Grbl|GrblHAL) \d\S{0,20} \[/, 'grbl'],
  [/^DrawCore V?\d/, 'grbl'],
  [/^EBBv\d\d_and_above EB Firmware Version \d/, 'ebb'],
  [/^![0-9]{1,2} Err: /, 'ebb'],
];

/** Which machine says this and no other; undefined for anything else. Nothing is asked for it. */
export function recogniseLine(line: string): DriverName | undefined {
  return lines.find(([pattern]) => pattern.test(line))?.[1];
}

const answers: readonly [RegExp, DriverName][] = [
  [/^\[VER:\d/, 'grbl'],
  // Grbl 0.8 and 0.9, which are too old: `[0.9j.20160303:]`.
  [/^\[0\.\d[a-z]?\.\d{8}:/, 'grbl'],
  [/^stationery-plotter \d/, 'stationery'],
];

/** Which machine answers so to the question what it is; in other places the same line could mean something else. */
export function recogniseAnswer(line: string): DriverName | undefined {
  return answers.find(([pattern]) => pattern.test(line))?.[1];
}

/** What Grbl 0.9 and older say instead of a number. */
const oldRefusal =
  /^error: (?:Expected command letter|Bad number format|Invalid statement|Unsupported command|Invalid gcode ID:\d{1,2})$/;

/** `error:2`: other boards that answer in lines say more, or say it in capitals. */
export function isGrblRefusal(terminalLine: string): boolean {
  return /^error:\d{1,2}$/.test(terminalLine) || oldRefusal.test(terminalLine);
}
