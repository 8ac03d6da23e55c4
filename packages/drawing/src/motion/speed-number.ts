import type { Machine } from './machine.ts';

/** Returns the number of a `SPEED` command for this many steps/s, within the limits of the machine. */
export function speedNumber(machine: Machine, stepsPerSecond = defaultSpeed(machine)): number {
  const { min = 1, max = 999_999_999 } = machine.speedLimits ?? {};
  const number = isInterval(machine) ? 1_000_000 / stepsPerSecond : stepsPerSecond;
  return Math.round(Math.min(Math.max(number, Math.ceil(min)), Math.floor(max)));
}

/** Returns the steps/s for the number of a `SPEED` command. */
export function speedOf(machine: Machine, number: number): number {
  return isInterval(machine) ? 1_000_000 / number : number;
}

/** Returns the pen-down speed in steps/s that applies until a command changes it. */
export function defaultSpeed({ speed, stepIntervalUs }: Machine): number {
  return stepIntervalUs === undefined ? speed : 1_000_000 / stepIntervalUs;
}

function isInterval({ speedUnit, stepIntervalUs }: Machine): boolean {
  return speedUnit === undefined ? stepIntervalUs !== undefined : speedUnit === 'us/step';
}
