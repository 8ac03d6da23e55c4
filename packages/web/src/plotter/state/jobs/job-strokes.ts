import type { Job } from '@stationery/client';
import type { Lines } from '../drawing/sketch.ts';
import { CommandFollower } from '../path/follow-commands.ts';
import { type Path, segmentKind } from '../path/path.ts';

/** The strokes of a job, numbered as by the service: a stroke begins each time the pen is lowered. */
export interface JobStrokes {
  path: Path;
  /** The point at which the pen is lowered for each stroke. */
  starts: readonly number[];
  /** The command that lifts the pen after each stroke. */
  lifts: readonly number[];
}

const up = /^(PENUP|HOME|STOP|SERVO)\b/i;
const down = /^PENDOWN\b/i;

export function strokesOf(commands: readonly string[], isRelative: boolean): JobStrokes {
  const follower = new CommandFollower(isRelative);
  const { path } = follower;
  const starts: number[] = [];
  const lifts: number[] = [];
  for (const command of commands) {
    const isDown = starts.length > lifts.length;
    if (isDown && up.test(command)) lifts.push(path.commands);
    if (!isDown && down.test(command)) starts.push(path.length - 1);
    follower.add(command);
  }
  if (starts.length > lifts.length) lifts.push(path.commands);
  return { path, starts, lifts };
}

/** Returns the lines in millimetres from the machine's origin. */
export function linesOfStrokes({ path, starts }: JobStrokes, stepsPerMm: number): Lines {
  const xy: number[] = [];
  const firsts: number[] = [];
  for (const [stroke, start] of starts.entries()) {
    const end = starts[stroke + 1] ?? path.length - 1;
    firsts.push(xy.length / 2);
    for (let at = start; at <= end; at++)
      if (at === start || path.kind[at] === segmentKind.draw)
        xy.push(path.x[at]! / stepsPerMm, path.y[at]! / stepsPerMm);
  }
  return {
    xy: Float64Array.from(xy),
    starts: Uint32Array.from([...firsts, xy.length / 2]),
    layerOf: new Uint32Array(firsts.length),
  };
}

/** Returns the first stroke that is not complete before `command`, or else the last, counted from 1. */
export function strokeAtCommand({ lifts }: JobStrokes, command: number): number {
  const first = lifts.findIndex((lift) => lift > command);
  return first < 0 ? lifts.length : first + 1;
}

/** Returns the first stroke that was not plotted completely. For finished jobs, returns 1. */
export function firstMissing({ state, executed, total }: Job, strokes: JobStrokes): number {
  return state.state === 'done' || executed >= total ? 1 : strokeAtCommand(strokes, executed);
}

/** Returns the stroke nearest to a point in steps, counted from 1. */
export function strokeNear({ path, starts }: JobStrokes, x: number, y: number): number {
  let [nearest, nearestSquared] = [1, Number.POSITIVE_INFINITY];
  for (let stroke = 0; stroke < starts.length; stroke++) {
    const end = starts[stroke + 1] ?? path.length - 1;
    for (let at = starts[stroke]! + 1; at <= end; at++) {
      const squared =
        path.kind[at] === segmentKind.draw ? squaredDistance(path, at, x, y) : Number.POSITIVE_INFINITY;
      if (squared < nearestSquared) [nearest, nearestSquared] = [stroke + 1, squared];
    }
  }
  return nearest;
}

/** Returns the squared distance to the line that ends at point `at`. */
function squaredDistance(path: Path, at: number, x: number, y: number): number {
  const [fromX, fromY] = [path.x[at - 1]!, path.y[at - 1]!];
  const [dx, dy] = [path.x[at]! - fromX, path.y[at]! - fromY];
  const squared = dx * dx + dy * dy;
  const part = squared === 0 ? 0 : ((x - fromX) * dx + (y - fromY) * dy) / squared;
  const within = Math.min(1, Math.max(0, part));
  return (fromX + within * dx - x) ** 2 + (fromY + within * dy - y) ** 2;
}
