import type { Layer } from '../drawing.ts';
import type { Machine } from '../motion/machine.ts';
import type { Plan, PlannedLayer } from './plan.ts';
import { SettingCommands } from './setting-commands.ts';

export type PlotStep =
  /** Changes the pen. The pen is up and at the origin; if `asks`, waits for the user to insert it. */
  | {
      readonly kind: 'pen';
      readonly pen: Layer;
      readonly index: number;
      readonly count: number;
      readonly asks: boolean;
    }
  /** A line for the firmware. */
  | { readonly kind: 'line'; readonly line: string };

/** Steps of machine and user, in order. Does not ask the user if the pen stays the same. */
export function* plotSteps(plan: Plan, machine: Machine): Iterable<PlotStep> {
  const count = plan.layers.length;
  const carriage = new Carriage(plan, machine);
  const settings = new SettingCommands(plan, machine);
  yield { kind: 'line', line: 'PENUP' };
  for (const [index, layer] of plan.layers.entries()) {
    const { name, colour } = layer;
    const asks = isAskedFor(plan, index);
    if (count > 1 || asks) yield { kind: 'pen', pen: { name, colour }, index, count, asks };
    for (const line of settings.before(layer)) yield { kind: 'line', line };
    for (const line of linesOf(layer, carriage, settings)) yield { kind: 'line', line };
  }
  for (const line of settings.after()) yield { kind: 'line', line };
}

/** Whether the pen differs from the previous one, unless the layer sets `pause`. */
export function isAskedFor({ layers }: Plan, index: number): boolean {
  const { pause, pen } = layers[index]?.settings ?? {};
  if (pause !== undefined) return pause;
  if (layers.length === 1) return false;
  return index === 0 || pen === undefined || pen !== layers[index - 1]?.settings?.pen;
}

/** Only the lines. Pen changes are comments, which jobs ignore. */
export function* commandsOf(plan: Plan, machine: Machine): Iterable<string> {
  for (const step of plotSteps(plan, machine)) {
    if (step.kind === 'line') yield step.line;
    else yield `; pen ${step.index + 1} of ${step.count}: ${inOneLine(step.pen)}`;
  }
}

/** A plotter job that waits for the user at every pen change. */
export interface PlotJob {
  readonly commands: readonly string[];
  readonly pauses: readonly PlotPause[];
  readonly pens: readonly JobPen[];
  /** The scale of the commands. */
  readonly stepsPerMm: number;
}

export interface PlotPause {
  /** Index of the command before which the job pauses. */
  readonly before: number;
  readonly reason: string;
}

export interface JobPen extends Layer {
  /** Index of the first command drawn with it. */
  readonly from: number;
}

export function plotJob(plan: Plan, machine: Machine): PlotJob {
  const commands: string[] = [];
  const pens = new JobPens(plan);
  for (const step of plotSteps(plan, machine)) {
    if (step.kind === 'line') commands.push(step.line);
    else pens.add(step, commands.length);
  }
  return { commands, pauses: pens.pauses, pens: pens.pens, stepsPerMm: machine.stepsPerMm };
}

const maxPenNameLength = 200;

/** The pens of a job, and the pauses that request them; a single pen is inserted from the start. */
export class JobPens {
  readonly pauses: PlotPause[] = [];
  readonly #layers: readonly Layer[];
  readonly #starts = new Map<number, number>();

  constructor({ layers }: Plan) {
    this.#layers = layers;
  }

  /** `before`: index of its first command. */
  add(step: PlotStep & { kind: 'pen' }, before: number): void {
    this.#starts.set(step.index, before);
    if (step.asks) this.pauses.push({ before, reason: penRequest(step) });
  }

  get pens(): JobPen[] {
    return this.#layers.map(({ name, colour }, at) => ({
      name: name.slice(0, maxPenNameLength) || colour,
      colour,
      from: this.#starts.get(at) ?? 0,
    }));
  }
}

/** The request to the user at a pen change. */
export function penRequest({
  pen,
  index,
  count,
}: Pick<PlotStep & { kind: 'pen' }, 'pen' | 'index' | 'count'>): string {
  const { name, colour } = pen;
  return `Put in pen ${index + 1} of ${count}: ${penText({ name: name.slice(0, 120), colour: colour.slice(0, 20) })}`;
}

/** Names a pen once if its name is its colour. */
export function penText({ name, colour }: Layer): string {
  return name === '' || name.toLowerCase() === colour.toLowerCase() ? colour : `${name} (${colour})`;
}

function* linesOf(layer: PlannedLayer, carriage: Carriage, settings: SettingCommands): Iterable<string> {
  for (const points of layer.strokes) {
    yield* settings.travel();
    yield* carriage.goTo(points[0]!, points[1]!);
    yield* settings.draw(layer);
    yield 'PENDOWN';
    yield* settings.delay(layer);
    for (let at = 2; at < points.length; at += 2) yield* carriage.goTo(points[at]!, points[at + 1]!);
    yield 'PENUP';
  }
  yield* settings.travel();
  yield* carriage.goHome();
}

/** Comments must be ASCII, like commands. */
function inOneLine(pen: Layer): string {
  return penText(pen)
    .replace(/[^\x20-\x7e]+/g, '?')
    .slice(0, 200);
}

/**
 * Machine position in whole steps. Every position is rounded from its exact value, so errors do not accumulate, even
 * with relative coordinates. Skips moves of zero steps.
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

  goHome(): string[] {
    return this.#move(0, 0);
  }

  #move(x: number, y: number): string[] {
    const [dx, dy] = [x - this.#x, y - this.#y];
    if (dx === 0 && dy === 0) return [];
    // Avoids `-0`, which would be printed as such.
    this.#x = x + 0;
    this.#y = y + 0;
    return this.#machine.coordinates === 'relative'
      ? [`MOVE X${dx + 0} Y${dy + 0}`]
      : [`MOVE X${this.#x} Y${this.#y}`];
  }
}
