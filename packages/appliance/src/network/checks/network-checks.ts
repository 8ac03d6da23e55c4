import { type Machine, thisMachine } from '../radio/programs.ts';
import { readRadioState } from '../radio/radio-state.ts';
import type { Check } from './check.ts';
import { isolationChecks } from './isolation-checks.ts';
import { joinerChecks } from './joiner-checks.ts';
import { partChecks } from './part-checks.ts';
import { type Expected, radioChecks } from './radio-checks.ts';

/** Checks of the station's network on the machine itself, not in our files. */
export async function networkChecks(
  expected: Expected,
  machine: Machine = thisMachine,
  now = new Date(),
): Promise<Check[]> {
  const state = await readRadioState(machine);
  const radio = radioChecks(state, expected);
  // Without a radio nothing else can work either, and no restart helps.
  if ('interfaces' in state && state.interfaces.length === 0) return radio;
  return [
    ...radio,
    ...(await joinerChecks(machine, expected)),
    ...(await isolationChecks(machine, expected)),
    ...partChecks(machine, expected, now),
  ];
}
