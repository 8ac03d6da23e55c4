import {
  createPlanner,
  type Drawing,
  DrawingError,
  decompress,
  defaultMachine,
  defaultToleranceMm,
  type Machine,
  type Plan,
  type Planner,
  PlanOptionError,
  type PlanOptions,
  plotJob,
  readSvg,
} from '@stationery/drawing';
import { sketchOf } from '../sketch.ts';
import { think } from './improve-plan.ts';
import type { Ask, Job, Tell } from './messages.ts';

/** Reads a drawing and plans it, beside the page. One worker for one drawing. */

/** What of a worker is used here; the types of the page have none. */
const port = self as unknown as {
  onmessage: (event: MessageEvent<Ask>) => void;
  postMessage: (tell: Tell, hand: Transferable[]) => void;
};

/** The longer side of most drawings, and of what most plotters reach. */
const usualMm = 297;
const longestMm = 420;

let drawing: Drawing | undefined;
let latestTurn = 0;
let current: { turn: number; machine: Machine; planner: Planner; isEnough: boolean } | undefined;

const tell = (message: Tell, hand: Transferable[] = []) => port.postMessage(message, hand);

port.onmessage = ({ data: ask }) => {
  void answer(ask).catch((error: unknown) => {
    const isForPeople = error instanceof DrawingError || error instanceof PlanOptionError;
    tell({ kind: 'failed', why: isForPeople ? error.message : undefined });
  });
};

async function answer(ask: Ask): Promise<void> {
  if (ask.kind === 'read') await read(ask.file);
  if (ask.kind === 'plan') await plan(ask.turn, ask.options);
  if (ask.kind === 'enough' && current !== undefined) current.isEnough = true;
  if (ask.kind === 'job' && current !== undefined) {
    current.isEnough = true;
    tell({ kind: 'job', job: jobOf(current.planner.plan(), current.machine) });
  }
}

async function read(file: Blob): Promise<void> {
  drawing = readFinely(await decompress(new Uint8Array(await file.arrayBuffer())));
  const sketch = sketchOf(drawing);
  tell({ kind: 'read', sketch }, [sketch.xy.buffer, sketch.starts.buffer, sketch.layerOf.buffer]);
}

/** On the page it can be enlarged until it fills the bed: it is read as finely as that takes. */
function readFinely(file: string | Uint8Array): Drawing {
  const usual = readSvg(file, { toleranceMm: defaultToleranceMm * (usualMm / longestMm) });
  const longMm = Math.max(usual.widthMm, usual.heightMm);
  if (!(longMm > 0 && longMm < usualMm)) return usual;
  return readSvg(file, { toleranceMm: defaultToleranceMm * (longMm / longestMm) });
}

async function plan(turn: number, options: PlanOptions): Promise<void> {
  latestTurn = turn;
  // What was asked for while the last plan was begun is there already; only the newest is worth beginning.
  await new Promise((resolve) => setTimeout(resolve));
  if (drawing === undefined || latestTurn !== turn) return;
  const planner = createPlanner(drawing, options);
  const mine = { turn, machine: options.machine ?? defaultMachine, planner, isEnough: false };
  current = mine;
  await think(planner, {
    isLeft: () => current !== mine,
    isEnough: () => mine.isEnough,
    report: (plan, isThinking) => {
      const { before, warnings, layers } = plan;
      const travel = travelOf(plan);
      const thought = {
        turn,
        isThinking,
        before,
        now: figuresOf(plan),
        pens: layers.length,
        warnings,
        travel,
      };
      tell({ kind: 'thought', thought }, [travel.buffer]);
    },
  });
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

/** A large job is joined in parts, as the longest text that there can be is shorter. */
const linesAPart = 100_000;

function jobOf(plan: Plan, machine: Machine): Job {
  const { commands, pauses, pens } = plotJob(plan, machine);
  const parts: string[] = [];
  for (let at = 0; at < commands.length; at += linesAPart)
    parts.push(`${commands.slice(at, at + linesAPart).join('\n')}\n`);
  return { script: new Blob(parts), pauses: [...pauses], pens: [...pens] };
}
