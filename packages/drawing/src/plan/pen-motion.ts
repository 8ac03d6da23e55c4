import { type Machine, type Motion, motionOf } from '../motion/machine.ts';
import { defaultSpeed, speedNumber, speedOf } from '../motion/speed-number.ts';
import type { PenSettings } from './pen-settings.ts';

/** Returns the numbers of the `SPEED` commands. */
export function penSpeeds(machine: Machine, { speedMmS }: PenSettings): { draw: number; travel: number } {
  const travel = Math.max(
    defaultSpeed(machine),
    machine.stepIntervalUs === undefined ? (machine.penUpSpeed ?? 0) : 0,
  );
  const draw = speedMmS === undefined ? defaultSpeed(machine) : speedMmS * machine.stepsPerMm;
  return { draw: speedNumber(machine, draw), travel: speedNumber(machine, travel) };
}

/** Returns the motion with a pen's settings. The pen-up speed does not depend on the pen. */
export function motionOfPen(machine: Machine, settings: PenSettings): Motion {
  const { speedMmS, delayMs = 0 } = settings;
  const defaultMotion = motionOf(machine);
  const penDownMs = defaultMotion.penDownMs + delayMs;
  const timed = { ...defaultMotion, penDownMs, liftMs: defaultMotion.penUpMs + penDownMs };
  if (speedMmS === undefined) return timed;
  const speed = speedOf(machine, penSpeeds(machine, settings).draw);
  const slowed =
    machine.stepIntervalUs === undefined
      ? { ...machine, speed }
      : { ...machine, stepIntervalUs: 1_000_000 / speed };
  return { ...timed, law: motionOf(slowed).law };
}
