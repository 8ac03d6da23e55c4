/** Plans one drawing at a time and returns its documents piece by piece. Its parent terminates it. */
import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import {
  DrawingError,
  type FileContent,
  type FilePlan,
  PlanOptionError,
  type PlanStage,
  planInStages,
  writePlan,
} from '@stationery/drawing';
import { answerMembers, inPieces, jobDocument, rounded } from './plan-documents.ts';
import type { FromPlanWorker, PlanDocument, PlanOutcome, PlanTask, ToPlanWorker } from './plan-messages.ts';

/** Limits for 64 MiB of path data on a small machine. */
const limits = { maxPoints: 8_000_000, maxStrokes: 1_000_000, maxElements: 500_000 };

const pieces = new Map<PlanDocument, Iterator<Uint8Array<ArrayBuffer>>>();

parentPort?.on('message', (message: ToPlanWorker) => {
  if (message.ask === 'plan') void plan(message.task);
  else if (message.ask === 'piece') giveNext(message.of);
  else pieces.clear();
});

function tell(message: FromPlanWorker): void {
  parentPort?.postMessage(message, message.tell === 'piece' ? [message.bytes.buffer] : []);
}

async function plan(task: PlanTask): Promise<void> {
  const outcome = await planned(task).catch(refusalOf);
  const { total_heap_size, external_memory } = getHeapStatistics();
  tell({ ...outcome, heldBytes: total_heap_size + external_memory });
}

async function planned(task: PlanTask): Promise<PlanOutcome> {
  const files = task.isText ? task.files.map(textOf) : task.files;
  if (!areRead(files)) return { tell: 'refused', why: 'not-text', message: 'The body is not UTF-8.' };
  const { machine, options, thinkMs } = task;
  const onStage = (stage: PlanStage) =>
    tell({
      tell: 'stage',
      stage: stage.state === 'ordering' ? { ...stage, travelMm: rounded(stage.travelMm) } : stage,
    });
  const drawing = await planInStages(files, { ...options, machine }, { thinkMs, limits, onStage });
  if (task.job !== undefined && drawing.plan.layers.length === 0)
    return { tell: 'refused', why: 'unusable', message: nothingToDraw(drawing) };
  pieces.set('answer', inPieces(answerMembers(drawing, task))[Symbol.iterator]());
  pieces.set('job', inPieces(jobDocument(drawing, task))[Symbol.iterator]());
  if (task.format !== undefined) {
    const written = writePlan(task.format, drawing.plan, { machine });
    pieces.set('file', inPieces(written)[Symbol.iterator]());
  }
  return { tell: 'planned' };
}

const whyOf = {
  'drawing.not-readable': 'not-readable',
  'drawing.too-large': 'too-large',
  'drawing.unusable': 'unusable',
} as const;

function refusalOf(error: unknown): PlanOutcome {
  if (error instanceof PlanOptionError)
    return { tell: 'refused', why: 'option', message: sentence(error.message), option: error.option };
  if (error instanceof DrawingError) {
    return { tell: 'refused', why: whyOf[error.code], message: error.message };
  }
  // Allocation failures, or arrays beyond the language limit.
  if (error instanceof RangeError && /alloc|array|string|map|set/i.test(error.message))
    return { tell: 'refused', why: 'too-large', message: '' };
  throw error;
}

function giveNext(of: PlanDocument): void {
  const next = pieces.get(of)?.next();
  if (next === undefined || next.done) tell({ tell: 'end' });
  else tell({ tell: 'piece', bytes: next.value });
}

const areRead = (files: readonly (FileContent | undefined)[]): files is FileContent[] =>
  !files.includes(undefined);

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function nothingToDraw({ notes }: FilePlan): string {
  const why = notes.map(({ text }) => ` ${text}`).join('');
  return `There is nothing to draw in this file.${why}`;
}

function sentence(message: string): string {
  return /[.?!]$/.test(message) ? message : `${message}.`;
}
