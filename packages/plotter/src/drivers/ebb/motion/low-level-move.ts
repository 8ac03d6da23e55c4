/** The board's unit of time, and the size of its accumulators (see its `LM`). */
const tickMs = 0.04;
const fullAccumulator = 2 ** 31;
/** Maximum steps of a motor per tick. */
const fastest = 0.98;
/**
 * Largest deviation of the start or end speed from the mean, as a share of the mean speed. Below 1, so that
 * no motor ever turns back.
 */
const steepest = 0.96;

/** A part of a path along which both motors have constant acceleration. */
export interface Piece {
  /** Steps of the first and second motor. */
  readonly steps: readonly [number, number];
  readonly durationMs: number;
  /** Speeds along the path; only their ratio matters. */
  readonly startSpeed: number;
  readonly endSpeed: number;
}

interface MoveLine {
  readonly line: string;
  readonly durationMs: number;
}

/** Returns an `LM` with which both motors make their last step at the end of the piece. */
export function lowLevelMove(piece: Piece): MoveLine {
  const most = Math.max(Math.abs(piece.steps[0]), Math.abs(piece.steps[1]));
  const ticks = Math.max(1, Math.round(piece.durationMs / tickMs), Math.ceil(most / fastest));
  const change = (piece.endSpeed - piece.startSpeed) / (piece.endSpeed + piece.startSpeed);
  const slope = Number.isFinite(change) ? Math.min(steepest, Math.max(-steepest, change)) : 0;
  const axis = (steps: number): string => {
    if (steps === 0) return '0,0,0';
    const sum = Math.abs(steps) * fullAccumulator;
    const acceleration = Math.trunc((2 * slope * sum) / (ticks * ticks));
    // Rounded up, because a sum short by one would need a further tick, or many if the motor comes to rest.
    const start = Math.ceil((sum - (acceleration * ticks * (ticks + 1)) / 2) / ticks);
    const rate = start + Math.trunc(acceleration / 2);
    return `${Math.min(rate, fullAccumulator - 1)},${steps},${acceleration}`;
  };
  return { line: `LM,${axis(piece.steps[0])},${axis(piece.steps[1])}`, durationMs: ticks * tickMs };
}

/** Returns an `SM` for boards without `LM`: at constant speed, in whole milliseconds. */
export function stepperMove({ steps, durationMs }: Piece): MoveLine {
  const most = Math.max(Math.abs(steps[0]), Math.abs(steps[1]));
  const wholeMs = Math.max(1, Math.round(durationMs), Math.ceil((most * tickMs) / fastest));
  return { line: `SM,${wholeMs},${steps[0]},${steps[1]}`, durationMs: wholeMs };
}
