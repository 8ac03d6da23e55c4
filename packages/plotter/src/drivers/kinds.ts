import type { DriverName } from './driver.ts';
import type { DriverKind } from './driver-kind.ts';
import { ebbKind } from './ebb/kind.ts';
import { grblKind } from './grbl/kind.ts';
import { picoKind } from './pico/kind.ts';
import { stationeryKind } from './stationery/kind.ts';

/** Every family of machines that can be driven. */
export const driverKinds: readonly DriverKind[] = [stationeryKind, picoKind, grblKind, ebbKind];

export function driverKind(name: DriverName): DriverKind {
  const kind = driverKinds.find((one) => one.name === name);
  if (kind === undefined) throw new Error(`There is no driver “${name}”`);
  return kind;
}
