import { type JobPen, type PlotPause, penRequest } from '../plan/commands.ts';
import { placesOfDip } from '../plan/pen-settings.ts';
import type { OffsetMm } from '../plan/plan-options.ts';
import { type MissingPart, pointsBetween } from './find-missing.ts';
import type { PlottedStroke } from './planned-ink.ts';

export interface PlottedJob {
  readonly commands: readonly string[];
  readonly pens: readonly JobPen[];
  readonly stepsPerMm: number;
  readonly isRelative: boolean;
}

const move = /^MOVE\s+X([+-]?\d{1,9})\s+Y([+-]?\d{1,9})$/i;
const verbOf = (command: string) => command.split(/\s/, 1)[0]!.toUpperCase();
const settings: readonly string[] = ['SPEED', 'ACCEL', 'PENHEIGHT'];

interface CommandStroke extends PlottedStroke {
  /** Setting commands before the stroke, the last of each kind. */
  readonly settings: readonly string[];
  /** A wait command after the pen was lowered. */
  readonly wait: string | undefined;
}

/**
 * Returns the strokes of a job. A stroke begins each time the pen is lowered, as in the counts of the service.
 */
export function plottedStrokes({ commands, pens, stepsPerMm, isRelative }: PlottedJob): CommandStroke[] {
  const strokes: CommandStroke[] = [];
  const last = new Map<string, string>();
  let [x, y] = [0, 0];
  let [points, wait]: [number[] | undefined, string | undefined] = [undefined, undefined];
  let pen = 0;
  const dips = pens.map(({ dip }) => (dip === undefined ? [] : placesOfDip(dip)));
  const lift = () => {
    if (points === undefined) return;
    if (points.length === 2) points.push(...points);
    const inMm = Float64Array.from(points, (steps) => steps / stepsPerMm);
    const isDip = isAtPlaces(inMm, dips[pen], stepsPerMm);
    strokes.push({ points: inMm, pen, ...(isDip && { isDip }), settings: [...last.values()], wait });
    [points, wait] = [undefined, undefined];
  };
  for (const [index, command] of commands.entries()) {
    while (pen + 1 < pens.length && pens[pen + 1]!.from <= index) pen++;
    const found = move.exec(command);
    const verb = verbOf(command);
    if (found !== null) {
      [x, y] = [Number(found[1]) + (isRelative ? x : 0), Number(found[2]) + (isRelative ? y : 0)];
      points?.push(x, y);
    } else if (verb === 'PENDOWN') points ??= [x, y];
    else if (['PENUP', 'HOME', 'STOP', 'SERVO', 'ZERO'].includes(verb)) {
      lift();
      if (verb === 'HOME' || verb === 'ZERO') [x, y] = [0, 0];
    } else if (settings.includes(verb)) last.set(verb, command);
    else if (verb === 'WAIT' && points?.length === 2) wait = command;
  }
  lift();
  return strokes;
}

/** Whether a stroke passes through the places, which were rounded to steps. */
function isAtPlaces(points: Float64Array, places: readonly OffsetMm[] = [], stepsPerMm: number): boolean {
  const isAt = (one: number, other: number) => Math.abs(one - other) * stepsPerMm < 0.51;
  return (
    places.length > 0 &&
    points.every(
      (x, at) =>
        at % 2 === 1 || places.some((place) => isAt(place.xMm, x) && isAt(place.yMm, points[at + 1]!)),
    )
  );
}

/** Adds the dip of each pen before the first part drawn with it. */
function withDips(parts: readonly MissingPart[], strokes: readonly CommandStroke[]): readonly MissingPart[] {
  let dipped = -1;
  return parts.flatMap((part) => {
    const { pen } = strokes[part.stroke - 1]!;
    const dip = pen === dipped ? -1 : strokes.findIndex((stroke) => stroke.pen === pen && stroke.isDip);
    dipped = pen;
    return dip < 0 ? [part] : [{ stroke: dip + 1, fromMm: 0, toMm: Infinity }, part];
  });
}

export function jobOfParts(
  job: PlottedJob,
  parts: readonly MissingPart[],
): { commands: string[]; pauses: PlotPause[]; pens: JobPen[] } {
  const { stepsPerMm, isRelative } = job;
  const strokes = plottedStrokes(job);
  const commands = ['PENUP'];
  const [pauses, pens]: [PlotPause[], JobPen[]] = [[], []];
  const used = [...new Set(parts.map(({ stroke }) => strokes[stroke - 1]!.pen))].sort(
    (one, other) => one - other,
  );
  const last = new Set<string>();
  let [x, y] = [0, 0];
  const moveTo = (toX: number, toY: number) => {
    if (toX === x && toY === y) return;
    commands.push(isRelative ? `MOVE X${toX - x} Y${toY - y}` : `MOVE X${toX} Y${toY}`);
    [x, y] = [toX, toY];
  };
  for (const { stroke, fromMm, toMm } of withDips(parts, strokes)) {
    const { points, pen, settings: before, wait } = strokes[stroke - 1]!;
    const takenPen = job.pens[pen];
    const index = used.indexOf(pen);
    if (takenPen !== undefined && index === pens.length) {
      const from = commands.length;
      if (job.pens.length > 1)
        pauses.push({ before: from, reason: penRequest({ pen: takenPen, index, count: used.length }) });
      pens.push({ ...takenPen, from });
    }
    for (const setting of before) if (!last.has(setting)) commands.push(setting);
    last.clear();
    for (const setting of before) last.add(setting);
    const inSteps = pointsBetween(points, fromMm, toMm).map((mm) => Math.round(mm * stepsPerMm) + 0);
    moveTo(inSteps[0]!, inSteps[1]!);
    commands.push('PENDOWN');
    if (wait !== undefined) commands.push(wait);
    for (let at = 2; at < inSteps.length; at += 2) moveTo(inSteps[at]!, inSteps[at + 1]!);
    commands.push('PENUP');
  }
  moveTo(0, 0);
  return { commands, pauses, pens };
}
