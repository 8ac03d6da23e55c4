import { type FilePlan, JobPens, jobMarks, type Machine, plotSteps } from '@stationery/drawing';
import type { PlanTask } from './plan-messages.ts';

const pieceLength = 64 * 1024;

/** Returns the members of the answer without the opening brace, because a job may precede them. */
export function* answerMembers({ plan, notes }: FilePlan, { machine, include }: PlanTask): Iterable<string> {
  const { paper, paperAt, travelMm, drawMm, lifts, timeMs, before, warnings } = plan;
  const figures = { travelMm, drawMm, lifts, timeMs, skippedStrokes: plan.skipped?.strokes ?? 0 };
  yield membersOf({ paper, paperAt, ...figures, before, warnings, notes, marks: jobMarks(plan) });
  yield ',"layers":[';
  for (const [index, { name, colour, strokes, settings }] of plan.layers.entries()) {
    yield `${index === 0 ? '' : ','}{${membersOf({ name, colour, strokeCount: strokes.length, settings })}`;
    if (include.includes('strokes')) {
      yield ',"strokes":[';
      for (const [at, points] of strokes.entries()) yield `${at === 0 ? '' : ','}[${places(points)}]`;
      yield ']';
    }
    yield '}';
  }
  yield ']';
  if (include.includes('commands')) yield* commandMembers(plan, machine);
  yield '}';
}

export function* jobDocument({ plan }: FilePlan, { machine, job }: PlanTask): Iterable<string> {
  const { stopOnError = true, liftPenOnFailure = true, newSheet } = job ?? {};
  // The skipped strokes are already on this sheet, so do not ask for a new one.
  const sheet = newSheet === undefined && plan.skipped !== undefined ? { newSheet: false } : {};
  const { stepsPerMm } = machine;
  const { foundMarks } = plan;
  const aligned = foundMarks.length === 0 ? {} : { foundMarks };
  // Not rounded, because it is compared with the machine's scale.
  yield `{"stepsPerMm":${stepsPerMm},${membersOf({ ...job, stopOnError, liftPenOnFailure, ...sheet, marks: jobMarks(plan), ...aligned })}`;
  yield* commandMembers(plan, machine);
  yield '}';
}

function* commandMembers(plan: FilePlan['plan'], machine: Machine): Iterable<string> {
  const pens = new JobPens(plan, machine);
  let count = 0;
  yield ',"commands":[';
  for (const step of plotSteps(plan, machine)) {
    if (step.kind === 'line') yield `${count++ === 0 ? '' : ','}"${step.line}"`;
    else pens.add(step, count);
  }
  yield `],${membersOf({ pauses: pens.pauses, pens: pens.pens })}`;
}

function membersOf(members: object): string {
  return JSON.stringify(members, (_, value) => (typeof value === 'number' ? rounded(value) : value)).slice(
    1,
    -1,
  );
}

/** A thousandth of a millimetre is finer than a step. */
export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function places(points: Float64Array): string {
  let text = '';
  for (let at = 0; at < points.length; at++) text += `${at === 0 ? '' : ','}${rounded(points[at]!)}`;
  return text;
}

export function* inPieces(texts: Iterable<string>): Iterable<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let piece = '';
  for (const text of texts) {
    piece += text;
    if (piece.length < pieceLength) continue;
    yield encoder.encode(piece);
    piece = '';
  }
  if (piece !== '') yield encoder.encode(piece);
}
