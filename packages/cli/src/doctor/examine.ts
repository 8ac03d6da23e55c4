import { cardCheck } from './card-check.ts';
import { databaseChecks, dataCheck } from './data-check.ts';
import type { Finding } from './finding.ts';
import { keyCheck, slotCheck } from './firmware-checks.ts';
import type { Patient } from './patient.ts';
import { plotterCheck } from './plotter-check.ts';
import { portChecks } from './port-checks.ts';
import { clockCheck, nodeCheck } from './program-checks.ts';
import { radioChecks } from './radio-checks.ts';
import { readerCheck } from './reader-check.ts';
import { unitChecks } from './unit-checks.ts';

/** Every check, in the order in which a person would mend things. */
export async function examine(patient: Patient): Promise<Finding[]> {
  return [
    nodeCheck(),
    clockCheck(),
    dataCheck(patient),
    ...databaseChecks(patient),
    await cardCheck(patient),
    await readerCheck(patient),
    ...(await portChecks(patient)),
    plotterCheck(patient),
    ...(await unitChecks(patient)),
    await keyCheck(patient),
    slotCheck(patient),
    ...(await radioChecks(patient)),
  ];
}
