import {
  createPlanner,
  type Drawing,
  DrawingError,
  decompress,
  defaultMachine,
  type FileContent,
  type Machine,
  needsShapes,
  type Operation,
  type Plan,
  type Planner,
  PlanOptionError,
  type PlanOptions,
  planFormats,
  plotJob,
  type ReadOptions,
  readSheet,
  timelineOf,
  toleranceForPaper,
} from '@stationery/drawing';
import { type Lines, linesOf, sketchOf } from '../sketch.ts';
import { improvePlan } from './improve-plan.ts';
import type { DrawnLines, PlannedJob, WorkerReply, WorkerRequest } from './messages.ts';

/** What is shown can be enlarged until it fills the bed; this is the longer side of what most plotters reach. */
const longestMm = 420;

type Send = (reply: WorkerReply, transfer: ArrayBufferLike[]) => void;

/** Reads one drawing and plans it. It runs in a worker of the page. */
export class PlanServer {
  readonly #send: Send;
  #contents: readonly FileContent[] = [];
  /** As it is shown. */
  #drawing: Drawing | undefined;
  /** As it is planned. */
  #forPaper: { readAs: string; drawing: Drawing } | undefined;
  #latestRevision = 0;
  #current: { machine: Machine; planner: Planner; isFinished: boolean } | undefined;

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
    if (request.kind === 'job' || request.kind === 'file' || request.kind === 'timeline') this.#make(request);
  }

  /** Makes something of the current plan, which is not improved any more. */
  #make(request: WorkerRequest & { kind: 'job' | 'file' | 'timeline' }): void {
    if (this.#current === undefined) return;
    this.#current.isFinished = true;
    const { planner, machine } = this.#current;
    const plan = planner.plan();
    if (request.kind === 'job') this.#send({ kind: 'job', job: jobOf(plan, machine) }, []);
    if (request.kind === 'file') {
      const { write, endings, mediaType } = planFormats[request.format];
      const file = new Blob([...inParts(write(plan, { machine }))], { type: mediaType });
      this.#send({ kind: 'file', file, ending: endings[0]! }, []);
    }
    if (request.kind === 'timeline') {
      const lines = drawnLines(plan);
      const { atMs, totalMs } = timelineOf(plan, machine);
      this.#send({ kind: 'timeline', lines, atMs, totalMs }, [...buffersOf(lines), atMs.buffer]);
    }
  }

  async #read(files: readonly Blob[]): Promise<void> {
    const bytes = await Promise.all(files.map((file) => file.arrayBuffer()));
    const onProgress = (part: number) => this.#send({ kind: 'reading', part }, []);
    this.#contents = await Promise.all(bytes.map((each) => decompress(new Uint8Array(each))));
    this.#drawing = readSheet(this.#contents, { enlargedToMm: longestMm, fillLayers: true, onProgress });
    const sketch = sketchOf(this.#drawing);
    this.#send({ kind: 'read', sketch }, buffersOf(sketch));
  }

  /** Moving a drawing does not change how finely it is read, only enlarging does. */
  #drawingFor(shown: Drawing, options: PlanOptions): Drawing {
    const how: ReadOptions = {
      toleranceMm: toleranceForPaper(shown, options),
      shapes: needsShapes(options.operations),
      // A layer may have several colours, and then needs several pens. Layers of several files may have the same name.
      splitColours: (options.pens === 'colours' || options.pens === 'palette') && this.#contents.length === 1,
    };
    const readAs = JSON.stringify(how);
    if (this.#forPaper?.readAs !== readAs)
      this.#forPaper = { readAs, drawing: readSheet(this.#contents, how) };
    return this.#forPaper.drawing;
  }

  /** Undefined where operations ask for more than is possible, which the page is told. */
  #plannerFor(shown: Drawing, revision: number, options: PlanOptions): Planner | undefined {
    try {
      const drawing = this.#drawingFor(shown, options);
      return createPlanner(drawing, forDrawing(options, shown, drawing));
    } catch (error) {
      const isRefused = error instanceof DrawingError || error instanceof PlanOptionError;
      if (!isRefused || options.operations === undefined) throw error;
      this.#current = undefined;
      const code = error instanceof DrawingError ? error.code : undefined;
      this.#send({ kind: 'refused', revision, why: error.message, code }, []);
      return undefined;
    }
  }

  async #plan(revision: number, options: PlanOptions): Promise<void> {
    this.#latestRevision = revision;
    // Requests that came while the last plan was started are handled first: only the newest is worth starting.
    await new Promise((resolve) => setTimeout(resolve));
    if (this.#drawing === undefined || this.#latestRevision !== revision) return;
    const planner = this.#plannerFor(this.#drawing, revision, options);
    if (planner === undefined) return;
    let isFirst = true;
    const mine = { machine: options.machine ?? defaultMachine, planner, isFinished: false };
    this.#current = mine;
    await improvePlan(planner, {
      isOutdated: () => this.#current !== mine,
      isFinished: () => mine.isFinished,
      report: (plan, isImproving) => {
        const { before, warnings, layers } = plan;
        const travel = travelOf(plan);
        const now = figuresOf(plan);
        const report = { revision, isImproving, before, now, pens: layers.length, warnings, travel };
        const isChanged = options.operations !== undefined || options.crop !== undefined;
        const lines = isFirst && isChanged ? drawnLines(plan) : undefined;
        isFirst = false;
        const transferred = [travel.buffer, ...(lines ? buffersOf(lines) : [])];
        this.#send({ kind: 'plan', report: { ...report, ...(lines && { lines }) } }, transferred);
      },
    });
  }
}

/**
 * The same options for the drawing as it is planned: layers that are only filled are there where operations need shapes,
 * may be in another order than on the page, and are split by colour where pens are. Layers have different names.
 */
function forDrawing(options: PlanOptions, shown: Drawing, { layers }: Drawing): PlanOptions {
  const indexes = new Map<string, number[]>();
  for (const [index, { name, partOf = name }] of layers.entries())
    indexes.set(partOf, [...(indexes.get(partOf) ?? []), index]);
  const indexesOf = (layer: number) => indexes.get(shown.layers[layer]?.name ?? '') ?? [];
  const found = (chosen: readonly number[]) => chosen.flatMap(indexesOf);
  const { layerSettings, operations } = options;
  return {
    ...options,
    ...(options.layers && { layers: found(options.layers) }),
    ...(layerSettings && {
      layerSettings: layerSettings.flatMap((each) =>
        indexesOf(each.layer).map((layer) => ({ ...each, layer })),
      ),
    }),
    ...(operations && { operations: operations.flatMap((each) => forLayers(each, found)) }),
  };
}

/** An operation for layers of which none is there is left out. */
function forLayers(operation: Operation, found: (layers: readonly number[]) => number[]): Operation[] {
  if (operation.kind !== 'hatch' || operation.layers === undefined) return [operation];
  const names = operation.layers.filter((layer) => typeof layer === 'string');
  const layers = [...names, ...found(operation.layers.filter((layer) => typeof layer === 'number'))];
  return layers.length === 0 ? [] : [{ ...operation, layers }];
}

const buffersOf = ({ xy, starts, layerOf }: Lines) => [xy.buffer, starts.buffer, layerOf.buffer];

/** Of a pen whose width is not known. */
const usualWidthMm = 0.4;

function drawnLines({ layers }: Plan): DrawnLines {
  const strokes = layers.flatMap((layer, index) => layer.strokes.map((points) => ({ points, layer: index })));
  return {
    ...linesOf(strokes),
    colours: layers.map(({ colour }) => colour),
    widthsMm: layers.map(({ widthMm = usualWidthMm }) => widthMm),
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
  const { commands, pauses, pens, stepsPerMm } = plotJob(plan, machine);
  const script = new Blob([...inParts(lines(commands))]);
  return { script, pauses: [...pauses], pens: [...pens], stepsPerMm };
}

function* lines(commands: readonly string[]): Iterable<string> {
  for (const command of commands) yield `${command}\n`;
}

const piecesPerPart = 100_000;

/** A large file is joined in parts: it may be longer than the longest possible string. */
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
