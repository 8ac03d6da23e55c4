import { SettingError } from '@stationery/core';
import { stopSignal } from '../stop-signal.ts';
import { simulatePlotter } from './plotter.ts';
import { simulatePn532 } from './pn532.ts';

const simulators = { plotter: simulatePlotter, pn532: simulatePn532 };

export function simulateHelp(): string {
  return `Usage: stationery simulate <device> [options]

Runs a device in software, on a real serial line that any program can open.

Devices:
  plotter    a pen plotter
  pn532      an NFC reader chip

Examples:
  stationery simulate plotter --pty /tmp/plotter
  stationery simulate pn532 --pty /tmp/pn532
  stationery simulate pn532 --help
`;
}

export async function runSimulate(args: string[]): Promise<number> {
  const [device = '', ...rest] = args;
  if (!Object.hasOwn(simulators, device)) {
    throw new SettingError(
      `there is no simulator “${device}”; there are: ${Object.keys(simulators).join(', ')}`,
    );
  }
  return simulators[device as keyof typeof simulators](rest, process, stopSignal());
}
