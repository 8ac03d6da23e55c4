/** The board's unit of time, and what fills its accumulators (see its `LM`). */
const tickMs = 0.04;
const fullAccumulator = 2 ** 31;
/** Steps that a motor can make in a tick. */
const fastest = 0.98;
/** A motor that brakes to rest, or starts from it, does so from this share of its mean speed: it must not turn back. */
const steepest = 0.96;

/** A part of a path that both motors move along together, with one acceleration. */
export interface Piece {
  /** Of the first motor and of the second. */
  readonly steps: readonly [number, number];
  readonly durationMs: number;
  /** Along the path; only how they are to each other matters. */
  readonly startSpeed: number;
  readonly endSpeed: number;
}

/** The line for a piece, and how long it takes. */
export interface MoveLine {
  readonly line: string;
  readonly durationMs: number;
}

/** `LM`: rate, steps and acceleration of each motor, so that both make their last step at the end of the time. */
export function lowLevelMove(piece: Piece): MoveLine {
  const most = Math.max(Math.abs(piece.steps[0]), Math.abs(piece.steps[1]));
  const ticks = Math.max(1, Math.round(piece.durationMs / tickMs), Math.ceil(most / fastest));
  const change = (piece.endSpeed - piece.startSpeed) / (piece.endSpeed + piece.startSpeed);
  const slope = Number.isFinite(change) ? Math.min(steepest, Math.max(-steepest, change)) : 0;
  const axis = (steps: number): string => {
    if (steps === 0) return '0,0,0';
    const sum = Math.abs(steps) * fullAccumulator;
    const acceleration = Math.trunc((2 * slope * sum) / (ticks * ticks));
    // Rounded up: a sum that falls short by one would need another tick, or many where the motor comes to rest.
    const start = Math.ceil((sum - (acceleration * ticks * (ticks + 1)) / 2) / ticks);
    const rate = start + Math.trunc(acceleration / 2);
    return `${Math.min(rate, fullAccumulator - 1)},${steps},${acceleration}`;
  };
  return {
    line: `LM,${axis(piece.steps[0])},${axis(piece.steps[1])}`,
    durationMs: ticks * tickMs,
  };
}

/** `SM`, for boards without `LM`: evenly, in whole milliseconds. */
export function stepperMove({ steps, durationMs }: Piece): MoveLine {
  const most = Math.max(Math.abs(steps[0]), Math.abs(steps[1]));
  const wholeMs = Math.max(1, Math.round(durationMs), Math.ceil((most * tickMs) / fastest));
  return { line: `SM,${wholeMs},${steps[0]},${steps[1]}`, durationMs: wholeMs };
}
