import { SettingError } from '@stationery/core';
import { runClient } from '../clients/run-client.ts';
import { simulateTag } from '../clients/simulate-tag.ts';
import { stopSignal } from '../stop-signal.ts';
import { simulatePlotter } from './plotter.ts';
import { simulatePn532 } from './pn532.ts';

const simulators = { plotter: simulatePlotter, pn532: simulatePn532 };

export function simulateHelp(): string {
  return `Usage: stationery simulate <device> [options]

Runs a device in software. The plotter and the reader chip are on a real serial line that any program can open.

Devices:
  plotter    a pen plotter
  pn532      an NFC reader chip
  tag        a tag, laid on the simulated reader of a station that runs

Examples:
  stationery simulate plotter --pty /tmp/plotter
  stationery simulate pn532 --pty /tmp/pn532
  stationery simulate pn532 --help
  stationery simulate tag 0x04A2245A6B2C80
`;
}

export async function runSimulate(args: string[]): Promise<number> {
  const [device = '', ...rest] = args;
  if (device === 'tag') return runClient('simulate tag', simulateTag, rest);
  if (!Object.hasOwn(simulators, device)) {
    throw new SettingError(
      `there is no simulator “${device}”; there are: ${[...Object.keys(simulators), 'tag'].join(', ')}`,
    );
  }
  return simulators[device as keyof typeof simulators](rest, process, stopSignal());
}
