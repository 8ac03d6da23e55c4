import { type FirmwareVersion, isAtLeast } from '../firmware-version.ts';
import { fullAccumulator } from './axis-motion.ts';
import type { Board } from './board.ts';
import type { Motion } from './motion-queue.ts';
import type { AxisOrder, MoveOrder } from './motors.ts';
import { invalidParameter, PacketError } from './packet.ts';

const ticksPerSecond = 25_000;
const maxDelayMs = 100_000;

/** `SM`: both motors finish their steps in the time, each at a constant rate. */
export function stepperMove(
  board: Board,
  [durationMs = 0, first = 0, second = 0, clear = 0]: number[],
): Motion {
  if (durationMs === 0) throw invalidParameter();
  if (first === 0 && second === 0) return board.delay(Math.min(durationMs, maxDelayMs));
  const order: MoveOrder = {
    axes: [evenAxis(first, durationMs, 'axis1'), evenAxis(second, durationMs, 'axis2')],
    clear,
  };
  return board.move(() => order);
}

/** `XM`: like `SM`, for machines with one belt for both axes. */
export function mixedMove(board: Board, [durationMs = 0, x = 0, y = 0, clear = 0]: number[]): Motion {
  return stepperMove(board, [durationMs, x + y, x - y, clear]);
}

/** `LM`: rate, steps and acceleration for each motor. */
export function lowLevelMove(board: Board, values: number[]): Motion {
  const [rate1 = 0, steps1 = 0, acceleration1 = 0, rate2 = 0, steps2 = 0, acceleration2 = 0, clear = 0] =
    values;
  const isContrary = (rate: number, steps: number) => rate < 0 && steps < 0;
  if (isContrary(rate1, steps1) || isContrary(rate2, steps2)) throw invalidParameter();
  if (!isAtLeast(board.deps.version, [3, 0, 0]) && (rate1 < 0 || rate2 < 0)) throw invalidParameter();
  const axes: [AxisOrder, AxisOrder] = [
    { rate: rate1, steps: steps1, acceleration: acceleration1 },
    { rate: rate2, steps: steps2, acceleration: acceleration2 },
  ];
  return board.move(() => ({ axes, clear }));
}

/** `LT`: like `LM`, with a duration instead of steps. */
export function timedMove(board: Board, values: number[]): Motion {
  const [ticks = 0, rate1 = 0, acceleration1 = 0, rate2 = 0, acceleration2 = 0, clear = 0] = values;
  const axes: [AxisOrder, AxisOrder] = [
    { rate: rate1, steps: undefined, acceleration: acceleration1 },
    { rate: rate2, steps: undefined, acceleration: acceleration2 },
  ];
  return board.move(() => ({ axes, ticks, clear }));
}

/** `HM`: moves to an absolute counter position, so the steps are known only when the move begins. */
export function absoluteMove(board: Board, [stepsPerSecond = 0, first = 0, second = 0]: number[]): Motion {
  return board.move(() => {
    const [at1, at2] = board.motors.position;
    const [steps1, steps2] = [first - at1, second - at2];
    const durationMs = (Math.max(Math.abs(steps1), Math.abs(steps2)) / stepsPerSecond) * 1000;
    const axis = (steps: number): AxisOrder => ({
      rate: steps === 0 ? 0 : Math.max(1, evenRate(steps, durationMs)),
      steps,
      acceleration: 0,
    });
    return { axes: [axis(steps1), axis(steps2)] };
  });
}

function evenAxis(steps: number, durationMs: number, name: string): AxisOrder {
  const rate = steps === 0 ? 0 : evenRate(steps, durationMs);
  if (rate > fullAccumulator) throw new PacketError(`!0 Err: <${name}> step rate too high`);
  if (steps !== 0 && rate === 0) throw new PacketError(`!0 Err: <${name}> step rate too low`);
  return { rate, steps, acceleration: 0 };
}

function evenRate(steps: number, durationMs: number): number {
  return Math.floor((Math.abs(steps) * fullAccumulator * 1000) / (durationMs * ticksPerSecond));
}

export const movesSince = {
  XM: [2, 3, 0],
  LM: [2, 5, 3],
  LT: [2, 7, 0],
  HM: [2, 6, 2],
} satisfies Record<string, FirmwareVersion>;
