import { batch, computed, effect, signal } from '@preact/signals';
import { type Placement, PlanOptionError, placeDrawing } from '@stationery/drawing';
import { plotterTexts } from '../../../texts/plotter.ts';
import { machine, machineInReach } from '../store.ts';
import { type Lies, next, type Placed, paperOnBed, placed } from './placed-drawing.ts';
import { type ReadDrawing, startReading, whyNotDrawn } from './read-drawing.ts';
import {
  areOf,
  type FitWish,
  firstSettings,
  fitted,
  paperAtOf,
  planOptions,
  type Settings,
} from './settings.ts';
import { drawnOf, outlineOf, type Sketch } from './sketch.ts';
import { keepPaper, keptPaper } from './storage/paper-storage.ts';
import { Undo } from './undo.ts';
import type { Ask, Job, Tell, Thought } from './worker/messages.ts';

/** The drawing on the bed: what was read of it, how it is wanted, and what is thought of it so far. */

export type Reading =
  | { state: 'reading' }
  | { state: 'failed'; why: string }
  | { state: 'read'; sketch: Sketch };

export const reading = signal<Reading>({ state: 'reading' });
export const settings = signal<Settings | undefined>(undefined);
export const thought = signal<Thought | undefined>(undefined);
/** How long it takes by each of the thoughts of this turn, in milliseconds. */
export const course = signal<readonly number[]>([]);
/** What was asked last; a thought of another turn is of how things were. */
const turn = signal(0);
export const wish = signal<FitWish | undefined>('auto');
const settleMs = 250;

let worker: Worker | undefined;
let waitingForJob: ((job: Job | undefined) => void) | undefined;

export const sketch = computed(() => (reading.value.state === 'read' ? reading.value.sketch : undefined));

const chosenLayers = computed(() =>
  settings.value?.layers.map(({ index, isOn }) => `${index} ${isOn}`).join(),
);

/** The points of what is drawn. Another only when other layers are. */
export const outline = computed(() => {
  void chosenLayers.value;
  return sketch.value && drawnOf(sketch.value, settings.peek()?.layers ?? []);
});

/** Where it lies, or why it cannot lie so. */
export const placement = computed<Placement | { why: string } | undefined>(() => {
  const [now, drawn, profile] = [settings.value, sketch.value, machineInReach.value];
  if (now === undefined || drawn === undefined || profile === undefined) return undefined;
  try {
    return placeDrawing(outlineOf(drawn), planOptions(now, drawn, profile));
  } catch (error) {
    if (error instanceof PlanOptionError) return { why: error.message };
    throw error;
  }
});

/** The plan is one of how things are now. */
export const isPlanned = computed(() => thought.value !== undefined && thought.value.turn === turn.value);
export const isThinking = computed(() => {
  const cannotLie = placement.value !== undefined && 'why' in placement.value;
  return !cannotLie && (!isPlanned.value || thought.value?.isThinking === true);
});

/** Changes how the drawing is wanted. What is scaled or moved by hand stays so. */
export function change(wanted: Partial<Settings>): void {
  const [before, drawn, profile] = [settings.peek(), sketch.peek(), machine.peek()];
  if (before === undefined || drawn === undefined || profile === undefined) return;
  remember(before, Object.keys(wanted).join());
  if (wanted.scale !== undefined || wanted.offset !== undefined) wish.value = undefined;
  const next = { ...before, ...wanted };
  const isOtherPaper = ['paper', 'orientation', 'marginMm'].some((name) => name in wanted);
  settings.value = isOtherPaper && wish.peek() ? { ...next, ...fit(next, wish.peek()!) } : next;
  if (isOtherPaper || 'paperAt' in wanted) keepSheet(before, settings.peek()!);
}

/** How the sheet lies is chosen where it does not lie as the drawing does, and then stays chosen for others. */
function keepSheet(before: Settings, now: Settings): void {
  const isTurned = now.orientation !== before.orientation;
  const wasChosen = keptPaper()?.orientation !== undefined;
  keepPaper(now, isTurned ? now.orientation !== liesAs(sketch.peek()!) : wasChosen);
}

/** How a sheet lies for this drawing where nobody chose it. */
const liesAs = ({ widthMm, heightMm }: Sketch): Settings['orientation'] =>
  widthMm > heightMm ? 'landscape' : 'portrait';

const undo = new Undo<Lies>();
/** How many changes can be taken back, and how many of those that were taken back can be done again. */
export const changes = signal(undo.depths);

function remember(before: Settings, kind: string): void {
  undo.note({ settings: before, wish: wish.peek() }, kind, performance.now());
  changes.value = undo.depths;
}

export const takeBack = () => goTo((now) => undo.back(now));
export const doAgain = () => goTo((now) => undo.forward(now));

function goTo(way: (now: Lies) => Lies | undefined): void {
  const now = settings.peek();
  const there = now && way({ settings: now, wish: wish.peek() });
  changes.value = undo.depths;
  if (there === undefined) return;
  wish.value = there.wish;
  settings.value = there.settings;
  keepSheet(now!, there.settings);
}

export function fitTo(wanted: FitWish): void {
  const now = settings.peek();
  if (now === undefined) return;
  remember(now, wanted);
  wish.value = wanted;
  settings.value = { ...now, ...fit(now, wanted) };
}

function fit(now: Settings, wanted: FitWish): Partial<Settings> {
  try {
    return fitted(sketch.peek()!, now, machine.peek()!, wanted);
  } catch (error) {
    // Said where the placement is shown.
    if (error instanceof PlanOptionError) return {};
    throw error;
  }
}

export const enough = () => ask({ kind: 'enough' });

/** The commands of the plan as it is now; undefined when the drawing is put away meanwhile. */
export function makeJob(): Promise<Job | undefined> {
  return new Promise((resolve) => {
    waitingForJob = resolve;
    ask({ kind: 'job' });
  });
}

const ask = (what: Ask) => worker?.postMessage(what);

function hear(tell: Tell): void {
  if (tell.kind === 'thought' && tell.thought.turn === turn.peek()) {
    const isMore = thought.peek()?.turn === tell.thought.turn;
    course.value = [...(isMore ? course.peek() : []), tell.thought.now.timeMs];
    thought.value = tell.thought;
  }
  if (tell.kind === 'job') waitingForJob?.(tell.job);
  if (tell.kind === 'failed') fail(tell.why);
  if (tell.kind === 'read') take(tell.sketch);
}

function take(read: Sketch): void {
  const why = whyNotDrawn(read);
  if (why === undefined) reading.value = { state: 'read', sketch: read };
  else fail(why);
}

function fail(why: string = plotterTexts.drawing.broken): void {
  waitingForJob?.(undefined);
  reading.value = { state: 'failed', why };
}

let readBefore: ReadDrawing | undefined;

/** Lays a drawing on the bed that was read already. */
export function takeOver(drawing: Placed, read: ReadDrawing): void {
  readBefore = read;
  batch(() => {
    next.value = undefined;
    placed.value = drawing;
  });
}

/** One worker for a drawing, gone with it: whatever it was thinking about ends at once. */
effect(() => {
  const now = placed.value;
  reading.value = { state: 'reading' };
  settings.value = undefined;
  thought.value = undefined;
  undo.forget();
  changes.value = undo.depths;
  const before = readBefore;
  readBefore = undefined;
  if (now === undefined) return undefined;
  const mine = before?.worker ?? startReading(now);
  worker = mine;
  mine.addEventListener('message', ({ data }: MessageEvent<Tell>) => hear(data));
  mine.addEventListener('error', () => fail());
  if (before !== undefined) take(before.sketch);
  return () => {
    mine.terminate();
    worker = undefined;
    waitingForJob?.(undefined);
  };
});

effect(() => {
  if (settings.value !== undefined || sketch.value === undefined || machine.value === undefined) return;
  const lay = placed.peek()?.lay;
  const isAsBefore = lay !== undefined && areOf(sketch.value, lay.settings);
  wish.value = isAsBefore ? lay.wish : 'auto';
  const kept = keptPaper();
  const paper = kept && { orientation: liesAs(sketch.value), ...kept };
  settings.value = isAsBefore ? lay.settings : firstSettings(sketch.value, machine.value, paper);
});

/** The bed shows the paper, wherever on it the drawing is dragged. */
effect(() => {
  const where = placement.value;
  if (where === undefined || 'why' in where) {
    if (where === undefined) paperOnBed.value = undefined;
    return;
  }
  const profile = machine.value!;
  const { xMm, yMm } = paperAtOf(settings.value!, profile);
  const { widthMm, heightMm } = where.paper;
  const steps = profile.stepsPerMm;
  const next = {
    minX: xMm * steps,
    minY: yMm * steps,
    maxX: (xMm + widthMm) * steps,
    maxY: (yMm + heightMm) * steps,
  };
  const before = paperOnBed.peek();
  const isSame = (['minX', 'minY', 'maxX', 'maxY'] as const).every((side) => before?.[side] === next[side]);
  if (!isSame) paperOnBed.value = next;
});

/** Plans anew once nothing has been changed for a moment. */
effect(() => {
  const [now, drawn, profile, where] = [settings.value, sketch.value, machineInReach.value, placement.value];
  const mine = turn.peek() + 1;
  turn.value = mine;
  if (now === undefined || drawn === undefined || profile === undefined) return undefined;
  if (where === undefined || 'why' in where) return undefined;
  const options = planOptions(now, drawn, profile);
  const isFirst = thought.peek() === undefined;
  const timer = setTimeout(() => ask({ kind: 'plan', turn: mine, options }), isFirst ? 0 : settleMs);
  return () => clearTimeout(timer);
});
