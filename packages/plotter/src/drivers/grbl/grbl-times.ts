import { defaultStepTimes, type StepTimes } from '../kernel/step-driver.ts';

export interface GrblTimes extends StepTimes {
  /** Poll interval of a busy machine. */
  pollMs: number;
  /** Poll interval of an idle machine, whose door may be opened. */
  idlePollMs: number;
  /** A machine that does not answer for this long counts as gone. */
  silentMs: number;
  /** Maximum duration of homing, during which Grbl answers nothing. */
  homingMs: number;
  /** How long a machine at rest may owe a reply before the reply counts as lost. */
  graceMs: number;
  brakeMs: number;
}

export const defaultTimes: GrblTimes = {
  ...defaultStepTimes,
  pollMs: 250,
  idlePollMs: 1_000,
  silentMs: 3_000,
  homingMs: 180_000,
  graceMs: 1_500,
  brakeMs: 10_000,
};
