import { parsePortPath } from '@stationery/plotter';
import { type Finding, good, skipped } from './finding.ts';
import type { Patient } from './patient.ts';
import { portTrouble } from './reader-check.ts';

export function plotterCheck({ plotter: { serialPath }, installation }: Patient): Finding {
  const name = 'Plotter';
  const { kind } = parsePortPath(serialPath);
  if (kind !== 'serial') return skipped(name, `${serialPath} is not on a serial port`);
  return (
    portTrouble(name, serialPath, 'plug the plotter in', installation) ??
    good(name, `${serialPath} can be used`)
  );
}
