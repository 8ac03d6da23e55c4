import { type Machine, thisMachine } from '../radio/programs.ts';
import { readRadioState } from '../radio/radio-state.ts';
import type { Check } from './check.ts';
import { isolationChecks } from './isolation-checks.ts';
import { joinerChecks } from './joiner-checks.ts';
import { partChecks } from './part-checks.ts';
import { type Expected, radioChecks } from './radio-checks.ts';

/** Everything about the station's network that can be seen on the machine, by looking at it and not at our files. */
export async function networkChecks(
  expected: Expected,
  machine: Machine = thisMachine,
  now = new Date(),
): Promise<Check[]> {
  const look = await readRadioState(machine);
  const radio = radioChecks(look, expected);
  // Where there is no radio, all else is not there either, and no restart brings it.
  if ('interfaces' in look && look.interfaces.length === 0) return radio;
  return [
    ...radio,
    ...(await joinerChecks(machine, expected)),
    ...(await isolationChecks(machine, expected)),
    ...partChecks(machine, expected, now),
  ];
}
