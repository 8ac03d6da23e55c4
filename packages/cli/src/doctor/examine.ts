import { cardCheck } from './card-check.ts';
import type { CheckInput } from './check-input.ts';
import { databaseChecks, dataCheck } from './data-check.ts';
import type { Finding } from './finding.ts';
import { keyCheck, slotCheck } from './firmware-checks.ts';
import { fleetChecks } from './fleet-check.ts';
import { plotterCheck } from './plotter-check.ts';
import { portChecks } from './port-checks.ts';
import { clockCheck, nodeCheck } from './program-checks.ts';
import { radioChecks } from './radio-checks.ts';
import { readerCheck } from './reader-check.ts';
import { unitChecks } from './unit-checks.ts';

/** Runs every check, in the order in which problems are best fixed. */
export async function examine(input: CheckInput): Promise<Finding[]> {
  return [
    nodeCheck(),
    clockCheck(),
    dataCheck(input),
    ...databaseChecks(input),
    await cardCheck(input),
    await readerCheck(input),
    ...(await portChecks(input)),
    plotterCheck(input),
    ...(await fleetChecks(input)),
    ...(await unitChecks(input)),
    await keyCheck(input),
    slotCheck(input),
    ...(await radioChecks(input)),
  ];
}
