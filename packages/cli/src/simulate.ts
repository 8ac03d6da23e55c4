import { SettingError } from '@stationery/core';
import { simulatePn532 } from './simulate-pn532.ts';
import { stopSignal } from './stop-signal.ts';

export async function runSimulate(args: string[]): Promise<number> {
  const [device, ...rest] = args;
  if (device !== 'pn532') {
    throw new SettingError(`there is no simulator “${device ?? ''}”; there is: pn532`);
  }
  return simulatePn532(rest, process, stopSignal());
}
