import { parsePortPath } from '@stationery/plotter';
import type { CheckInput } from './check-input.ts';
import { type Finding, good, skipped } from './finding.ts';
import { deviceTrouble } from './reader-check.ts';

export function plotterCheck({ plotter: { serialPath, driver }, installation }: CheckInput): Finding {
  const name = 'Plotter';
  const { kind } = parsePortPath(serialPath);
  if (kind !== 'serial') return skipped(name, `${serialPath} is not on a serial port`);
  return (
    deviceTrouble(
      name,
      { path: serialPath, plugIn: 'plug the plotter in', listedIn: '/dev/serial/by-id', group: 'dialout' },
      installation,
    ) ?? good(name, `${serialPath} can be used, driver ${driver}`)
  );
}
