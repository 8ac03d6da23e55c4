import type { UsbIds } from '../../link/link-port.ts';
import type { DriverName } from '../driver.ts';
import { familyList } from '../families.ts';
import type { Family } from '../family.ts';

export function recogniseUsb(ids: UsbIds): DriverName | undefined {
  return familyList.find((family) => usbEntry(family, ids)?.isDefault)?.name;
}

/** Returns false if the device certainly belongs to a different family. */
export function canBeFor(driver: DriverName, ids: UsbIds): boolean {
  const possible = familyList.filter((family) => usbEntry(family, ids) !== undefined);
  return possible.length === 0 || possible.some(({ name }) => name === driver);
}

export function usbName({ vendorId, productId }: UsbIds): string {
  return `${vendorId}:${productId}`.toLowerCase();
}

const usbEntry = ({ recognise }: Family, ids: UsbIds) => recognise.usb?.find(({ id }) => id === usbName(ids));

const said = familyList.flatMap(({ name, recognise }) =>
  recognise.says.map((pattern) => ({ name, pattern })),
);
const refused = familyList.flatMap(({ name, recognise: { question } }) =>
  (question?.refusals ?? []).map((pattern) => ({ name, pattern, question: question!.bytes.trimEnd() })),
);

export function recogniseLine(line: string): DriverName | undefined {
  return said.find(({ pattern }) => pattern.test(line))?.name;
}

export function recogniseRefusal(line: string): { name: DriverName; question: string } | undefined {
  return refused.find(({ pattern }) => pattern.test(line));
}

export const questions: readonly string[] = familyList
  .toReversed()
  .flatMap(({ recognise: { question } }) => question?.bytes ?? []);

export const baudRates: readonly number[] = [
  ...new Set(familyList.flatMap((family) => family.baudRates ?? [])),
];
