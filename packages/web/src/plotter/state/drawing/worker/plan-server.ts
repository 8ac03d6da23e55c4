import { planFormats } from '@stationery/contract/plan-formats';
import {
  arrangementIn,
  combineDrawings,
  createPlanner,
  type Drawing,
  DrawingError,
  decompress,
  defaultMachine,
  enlargementIn,
  type FileContent,
  forPlannedLayers,
  type Machine,
  MarksError,
  type Plan,
  type Planner,
  PlanOptionError,
  type PlanOptions,
  plotJob,
  type ReadOptions,
  readDrawings,
  readingFor,
  recogniseFile,
  startAt,
  timelineOf,
  toleranceForPaper,
  writePlan,
} from '@stationery/drawing';
import { changesLines } from '../changed-lines.ts';
import { type Lines, linesOf, sketchOf } from '../sketch.ts';
import type { DrawnLines, PlannedJob, WorkerReply, WorkerRequest } from './messages.ts';

/** After each slice, the worker handles requests of the page. */
const sliceMs = 40;
const reportEveryMs = 250;
/** The improvement ends after this time without a gain of at least a thousandth. */
const giveUpAfterMs = 4000;
const worthwhileFactor = 0.999;

interface ImproveOptions {
  /** An outdated plan ends without a report. */
  isOutdated: () => boolean;
  isFinished: () => boolean;
  report: (plan: Plan, isImproving: boolean) => void;
}

/** Improves the plan until the gain becomes too small or `finish` is requested. */
async function improvePlan(planner: Planner, parts: ImproveOptions): Promise<void> {
  const { isOutdated, isFinished, report } = parts;
  let bestMs = Number.POSITIVE_INFINITY;
  let bestAtMs = performance.now();
  let nextReportAtMs = 0;
  let tries = 64;
  while (!isOutdated()) {
    const startedAtMs = performance.now();
    const isOver = planner.isDone || isFinished() || startedAtMs - bestAtMs > giveUpAfterMs;
    if (isOver || startedAtMs >= nextReportAtMs) {
      const plan = planner.plan();
      report(plan, !isOver);
      if (plan.timeMs < bestMs * worthwhileFactor) {
        bestMs = plan.timeMs;
        bestAtMs = performance.now();
      }
      const tookMs = performance.now() - startedAtMs;
      // Reports a large plan less often, because a report of it takes long.
      nextReportAtMs = performance.now() + Math.max(reportEveryMs, 5 * tookMs);
    }
    if (isOver) return;
    const fromMs = performance.now();
    planner.improve(tries);
    const workedMs = Math.max(0.1, performance.now() - fromMs);
    tries = Math.max(1, Math.round(tries * Math.min(2, sliceMs / workedMs)));
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Files are read finely enough to be enlarged to this size, the longer side of most plotters. */
const maxMm = 420;

const isForMachine = (file: FileContent) => recogniseFile(file).positions === 'machine';

interface CurrentPlan {
  machine: Machine;
  planner: Planner;
  isFinished: boolean;
}

type Send = (reply: WorkerReply, transfer: ArrayBufferLike[]) => void;

/** Runs in a worker of the page. */
export class PlanServer {
  readonly #send: Send;
  #contents: readonly FileContent[] = [];
  /** Read with the accuracy that the screen needs. */
  #drawings: readonly Drawing[] | undefined;
  /** Read with the accuracy that the paper needs. `readAs` identifies the options used for reading. */
  #forPaper: { readAs: string; drawings: readonly Drawing[] } | undefined;
  #latestRevision = 0;
  #current: CurrentPlan | undefined;
  /** Resolves when the newest requested plan has started. */
  #starting: Promise<CurrentPlan | undefined> = Promise.resolve(undefined);

  constructor(send: Send) {
    this.#send = send;
  }

  async handle(request: WorkerRequest): Promise<void> {
    try {
      await this.#answer(request);
    } catch (error) {
      const code = error instanceof DrawingError ? error.code : undefined;
      const isForPeople = code !== undefined || error instanceof PlanOptionError;
      this.#send({ kind: 'failed', why: isForPeople ? (error as Error).message : undefined, code }, []);
    }
  }

  async #answer(request: WorkerRequest): Promise<void> {
    if (request.kind === 'read') await this.#read(request.files);
    if (request.kind === 'plan') await this.#plan(request.revision, request.options);
    if (request.kind === 'finish' && this.#current !== undefined) this.#current.isFinished = true;
    if (request.kind === 'job' || request.kind === 'file' || request.kind === 'timeline')
      await this.#make(request);
  }

  /** Makes a job, file or timeline from the newest plan, and ends the improvement of that plan. */
  async #make(request: WorkerRequest & { kind: 'job' | 'file' | 'timeline' }): Promise<void> {
    await this.#started();
    if (this.#current === undefined) {
      this.#send({ kind: 'unplanned' }, []);
      return;
    }
    this.#current.isFinished = true;
    const { planner, machine } = this.#current;
    const whole = planner.plan();
    const plan = request.kind === 'timeline' ? whole : startAt(whole, request.from, machine);
    if (request.kind === 'job') this.#send({ kind: 'job', job: jobOf(plan, machine) }, []);
    if (request.kind === 'file') {
      const { endings, mediaTypes } = planFormats[request.format];
      const written = writePlan(request.format, plan, { machine });
      const file = new Blob([...inParts(written)], { type: mediaTypes[0] });
      this.#send({ kind: 'file', file, ending: endings[0] }, []);
    }
    if (request.kind === 'timeline') {
      const lines = drawnLines(plan);
      const { atMs, totalMs } = timelineOf(plan, machine);
      this.#send({ kind: 'timeline', lines, atMs, totalMs }, [...buffersOf(lines), atMs.buffer]);
    }
  }

  /**
   * Waits until the newest plan has started. Waits again if a new plan was requested meanwhile. Ignores failures,
   * because the requests that caused them report them.
   */
  async #started(): Promise<void> {
    const awaited = this.#starting;
    await awaited.catch(() => undefined);
    if (awaited !== this.#starting) await this.#started();
  }

  async #read(files: readonly Blob[]): Promise<void> {
    const bytes = await Promise.all(files.map((file) => file.arrayBuffer()));
    const onProgress = (part: number) => this.#send({ kind: 'reading', part }, []);
    this.#contents = await Promise.all(bytes.map((each) => decompress(new Uint8Array(each))));
    const how: ReadOptions = { enlargedToMm: maxMm, fillLayers: true, onProgress };
    this.#drawings = readDrawings(this.#contents, how);
    const sketch = sketchOf(this.#drawings);
    const hasMachinePositions = this.#contents.some(isForMachine) && { hasMachinePositions: true };
    this.#send({ kind: 'read', sketch: { ...sketch, ...hasMachinePositions } }, buffersOf(sketch));
  }

  /**
   * Returns the drawing with the accuracy that the paper needs. Reads the files again only if the options require it:
   * for an enlarged drawing, but not for a moved one.
   */
  #drawingFor(shown: Drawing, options: PlanOptions): Drawing {
    const arrangement = arrangementIn(options);
    const how: ReadOptions = {
      toleranceMm: toleranceForPaper(shown, options) / enlargementIn(arrangement),
      ...readingFor(options),
      // Gives the drawing the same layers as on the page.
      fillLayers: true,
    };
    const readAs = JSON.stringify(how);
    if (this.#forPaper?.readAs !== readAs)
      this.#forPaper = { readAs, drawings: readDrawings(this.#contents, how) };
    return combineDrawings(this.#forPaper.drawings, arrangement);
  }

  /** Tells the page and returns undefined if the options are impossible or operations exceed the limits. */
  #plannerFor(drawings: readonly Drawing[], revision: number, options: PlanOptions): Planner | undefined {
    try {
      const shown = combineDrawings(drawings, arrangementIn(options));
      const drawing = this.#drawingFor(shown, options);
      return createPlanner(drawing, forPlannedLayers(options, drawing, shown.layers));
    } catch (error) {
      const isRefused = error instanceof DrawingError || error instanceof PlanOptionError;
      const isFile = error instanceof DrawingError && options.operations === undefined;
      if (!isRefused || isFile) throw error;
      const reason = error instanceof DrawingError ? { code: error.code } : { option: error.option };
      this.#send({ kind: 'refused', revision, why: error.message, ...reason }, []);
      return undefined;
    }
  }

  async #start(revision: number, options: PlanOptions): Promise<CurrentPlan | undefined> {
    this.#latestRevision = revision;
    // Lets newer requests arrive first, because only the newest plan should be started.
    await new Promise((resolve) => setTimeout(resolve));
    if (this.#drawings === undefined || this.#latestRevision !== revision) return undefined;
    this.#current = undefined;
    const planner = this.#plannerFor(this.#drawings, revision, options);
    if (planner === undefined) return undefined;
    this.#current = { machine: options.machine ?? defaultMachine, planner, isFinished: false };
    return this.#current;
  }

  async #plan(revision: number, options: PlanOptions): Promise<void> {
    this.#starting = this.#start(revision, options);
    const mine = await this.#starting;
    if (mine === undefined) return;
    let isFirst = true;
    const improving = improvePlan(mine.planner, {
      isOutdated: () => this.#current !== mine,
      isFinished: () => mine.isFinished,
      report: (plan, isImproving) => {
        const { before, warnings, layers, marks } = plan;
        const travel = travelOf(plan);
        const now = figuresOf(plan);
        const report = { revision, isImproving, before, now, pens: layers.length, warnings, travel, marks };
        const lines = isFirst && changesLines(options) ? drawnLines(plan) : undefined;
        isFirst = false;
        const transferred = [travel.buffer, ...(lines ? buffersOf(lines) : [])];
        this.#send({ kind: 'plan', report: { ...report, ...(lines && { lines }) } }, transferred);
      },
    });
    await improving.catch((error: unknown) => {
      if (!(error instanceof MarksError)) throw error;
      if (this.#current === mine) this.#current = undefined;
      this.#send({ kind: 'refused', revision, why: error.message, option: error.option }, []);
    });
  }
}

const buffersOf = ({ xy, starts, layerOf }: Lines) => [xy.buffer, starts.buffer, layerOf.buffer];

/** Line width in the timeline if the width of the pen is unknown. */
const defaultWidthMm = 0.4;

function drawnLines({ layers }: Plan): DrawnLines {
  const strokes = layers.flatMap((layer, index) => layer.strokes.map((points) => ({ points, layer: index })));
  return {
    ...linesOf(strokes),
    colours: layers.map(({ colour }) => colour),
    widthsMm: layers.map(({ widthMm = defaultWidthMm }) => widthMm),
  };
}

const figuresOf = ({ travelMm, drawMm, lifts, timeMs }: Plan) => ({ travelMm, drawMm, lifts, timeMs });

function travelOf({ layers, paperAt }: Plan): Float32Array<ArrayBuffer> {
  const count = layers.reduce((sum, { strokes }) => sum + strokes.length + 1, 0);
  const travel = new Float32Array(count * 4);
  let at = 0;
  for (const { strokes } of layers) {
    let from = [-paperAt.xMm, -paperAt.yMm] as const;
    for (const points of strokes) {
      travel.set([...from, points[0]!, points[1]!], at);
      at += 4;
      from = [points.at(-2)!, points.at(-1)!];
    }
    travel.set([...from, -paperAt.xMm, -paperAt.yMm], at);
    at += 4;
  }
  return travel;
}

function jobOf(plan: Plan, machine: Machine): PlannedJob {
  const { commands, pauses, pens, stepsPerMm, marks, foundMarks } = plotJob(plan, machine);
  const script = new Blob([...inParts(lines(commands))]);
  return {
    script,
    pauses: [...pauses],
    pens: [...pens],
    stepsPerMm,
    marks: [...marks],
    ...(foundMarks.length > 0 && { foundMarks: [...foundMarks] }),
  };
}

function* lines(commands: readonly string[]): Iterable<string> {
  for (const command of commands) yield `${command}\n`;
}

const piecesPerPart = 100_000;

/** Joins the pieces into parts instead of one string, because the whole file may exceed the maximum string length. */
function* inParts(pieces: Iterable<string>): Iterable<string> {
  let part: string[] = [];
  for (const piece of pieces) {
    part.push(piece);
    if (part.length < piecesPerPart) continue;
    yield part.join('');
    part = [];
  }
  yield part.join('');
}
