import type { Layer, Points } from '../drawing.ts';
import type { Machine } from '../motion/machine.ts';
import { endOfPen, isAskedFor, type Refill, refillsOf } from './pen-care.ts';
import { placeText } from './pen-settings.ts';
import type { Plan, PlannedLayer } from './plan.ts';
import { SettingCommands } from './setting-commands.ts';

interface PenStep {
  readonly pen: Layer;
  readonly index: number;
  readonly count: number;
}

type PlotStep =
  /** Changes the pen, which is up. If `asks`, waits for the user to insert the new pen. */
  | (PenStep & { readonly kind: 'pen'; readonly asks: boolean })
  /** Waits for the user to refill the pen, which is up. */
  | (PenStep & { readonly kind: 'refill' })
  | { readonly kind: 'line'; readonly line: string };

/** Yields the steps for machine and user. Does not ask the user if the pen stays the same. */
export function* plotSteps(plan: Plan, machine: Machine): Iterable<PlotStep> {
  const count = plan.layers.length;
  const carriage = new Carriage(plan, machine);
  const settings = new SettingCommands(plan, machine);
  yield { kind: 'line', line: 'PENUP' };
  for (const [index, layer] of plan.layers.entries()) {
    const { name, colour, strokes } = layer;
    const asks = isAskedFor(plan, index);
    const step: PenStep = { pen: { name, colour }, index, count };
    if (count > 1 || asks) yield { kind: 'pen', ...step, asks };
    const refills = refillsOf(layer, plan, machine);
    for (const line of settings.before(layer)) yield { kind: 'line', line };
    for (const [number, points] of strokes.entries()) {
      const refill = refills.get(number);
      if (refill !== undefined) {
        for (const line of refillLines(refill, layer, carriage, settings)) yield { kind: 'line', line };
        if (refill.kind === 'pause') yield { kind: 'refill', ...step };
      }
      for (const line of strokeLines(points, layer, carriage, settings)) yield { kind: 'line', line };
    }
    const end = [...settings.travel(), ...carriage.goTo(...endOfPen(plan, index, machine))];
    for (const line of end) yield { kind: 'line', line };
  }
  for (const line of settings.after()) yield { kind: 'line', line };
}

/** Yields commands only. Pen changes become comments, which jobs ignore. */
export function* commandsOf(plan: Plan, machine: Machine): Iterable<string> {
  for (const step of plotSteps(plan, machine)) {
    if (step.kind === 'line') yield step.line;
    else {
      const { kind, index, count, pen } = step;
      yield `; ${kind === 'refill' ? 'refill ' : ''}pen ${index + 1} of ${count}: ${inOneLine(pen)}`;
    }
  }
}

export interface PlotJob {
  readonly commands: readonly string[];
  readonly pauses: readonly PlotPause[];
  readonly pens: readonly JobPen[];
  /** The scale with which positions were converted to steps. */
  readonly stepsPerMm: number;
  /** Centres of the registration marks that the job draws, in millimetres from the machine's origin. */
  readonly marks: Plan['marks'];
  readonly foundMarks: Plan['foundMarks'];
}

export interface PlotPause {
  readonly before: number;
  readonly reason: string;
  /** Where the carriage waits, if neither in place nor at the origin, in the format of `placesOfDip`. */
  readonly at?: string;
}

export interface JobPen extends Layer {
  readonly from: number;
  readonly dip?: string;
}

export function plotJob(plan: Plan, machine: Machine): PlotJob {
  const commands: string[] = [];
  const pens = new JobPens(plan, machine);
  for (const step of plotSteps(plan, machine)) {
    if (step.kind === 'line') commands.push(step.line);
    else pens.add(step, commands.length);
  }
  return {
    commands,
    pauses: pens.pauses,
    pens: pens.pens,
    stepsPerMm: machine.stepsPerMm,
    marks: jobMarks(plan),
    foundMarks: plan.foundMarks,
  };
}

/** Returns the marks relative to the machine's origin, rounded to a thousandth of a millimetre. */
export function jobMarks({ marks, paperAt }: Plan): Plan['marks'] {
  const rounded = (mm: number) => Math.round(mm * 1000) / 1000;
  return marks.map(({ xMm, yMm }) => ({ xMm: rounded(xMm + paperAt.xMm), yMm: rounded(yMm + paperAt.yMm) }));
}

const maxPenNameLength = 200;

/** Collects the pens and pauses of a job. A single pen is inserted before the job starts, without a pause. */
export class JobPens {
  readonly pauses: PlotPause[] = [];
  readonly #layers: Plan['layers'];
  readonly #parkAt: { readonly at?: string };
  readonly #starts = new Map<number, number>();

  constructor({ layers }: Plan, { parkAt }: Machine) {
    this.#layers = layers;
    this.#parkAt = parkAt === undefined ? {} : { at: placeText(parkAt) };
  }

  /** Adds a pen or refill. `before` is the index of the first command after the change. */
  add(step: Exclude<PlotStep, { kind: 'line' }>, before: number): void {
    if (step.kind === 'refill')
      this.pauses.push({ before, reason: penRequest(step, 'Refill'), ...this.#parkAt });
    else {
      this.#starts.set(step.index, before);
      // The first pen is requested at the origin.
      const at = step.index === 0 ? {} : this.#parkAt;
      if (step.asks) this.pauses.push({ before, reason: penRequest(step), ...at });
    }
  }

  get pens(): JobPen[] {
    return this.#layers.map(({ name, colour, settings: { dip } = {} }, at) => ({
      name: name.slice(0, maxPenNameLength) || colour,
      colour,
      from: this.#starts.get(at) ?? 0,
      ...(dip && { dip }),
    }));
  }
}

/** Returns the text shown to the user at a pen change or refill. */
export function penRequest({ pen, index, count }: PenStep, verb: 'Put in' | 'Refill' = 'Put in'): string {
  const { name, colour } = pen;
  return `${verb} pen ${index + 1} of ${count}: ${penText({ name: name.slice(0, 120), colour: colour.slice(0, 20) })}`;
}

/** Returns a pen's name and colour, or only the colour if the name is the same. */
export function penText({ name, colour }: Layer): string {
  return name === '' || name.toLowerCase() === colour.toLowerCase() ? colour : `${name} (${colour})`;
}

function* strokeLines(
  points: Points,
  layer: PlannedLayer,
  carriage: Carriage,
  settings: SettingCommands,
): Iterable<string> {
  yield* settings.travel();
  yield* carriage.goTo(points[0]!, points[1]!);
  yield* settings.draw(layer);
  yield 'PENDOWN';
  yield* settings.delay(layer);
  for (let at = 2; at < points.length; at += 2) yield* carriage.goTo(points[at]!, points[at + 1]!);
  yield 'PENUP';
}

function* refillLines(
  { kind, path }: Refill,
  layer: PlannedLayer,
  carriage: Carriage,
  settings: SettingCommands,
): Iterable<string> {
  if (kind === 'dip') yield* strokeLines(path, layer, carriage, settings);
  else if (path.length > 0) yield* [...settings.travel(), ...carriage.goTo(path[0]!, path[1]!)];
}

/** Returns a pen's text for a comment, which must be ASCII, like commands. */
function inOneLine(pen: Layer): string {
  return penText(pen)
    .replace(/[^\x20-\x7e]+/g, '?')
    .slice(0, 200);
}

/**
 * Moves the carriage. Rounds every position from its exact value, so that errors do not accumulate, even with
 * relative moves.
 */
class Carriage {
  readonly #plan: Plan;
  readonly #machine: Machine;
  #x = 0;
  #y = 0;

  constructor(plan: Plan, machine: Machine) {
    this.#plan = plan;
    this.#machine = machine;
  }

  goTo(xMm: number, yMm: number): string[] {
    const { stepsPerMm } = this.#machine;
    const { paperAt } = this.#plan;
    return this.#move(
      Math.round((xMm + paperAt.xMm) * stepsPerMm),
      Math.round((yMm + paperAt.yMm) * stepsPerMm),
    );
  }

  #move(x: number, y: number): string[] {
    const [dx, dy] = [x - this.#x, y - this.#y];
    if (dx === 0 && dy === 0) return [];
    this.#x = x;
    this.#y = y;
    return this.#machine.coordinates === 'relative' ? [`MOVE X${dx} Y${dy}`] : [`MOVE X${x} Y${y}`];
  }
}
