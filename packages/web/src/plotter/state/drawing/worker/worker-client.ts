import type { DrawingErrorCode, Note } from '@stationery/drawing';
import { placeDrawingTexts } from '../../../../texts/place-drawing.ts';
import type { Sketch } from '../sketch.ts';
import type { WorkerReply, WorkerRequest } from './messages.ts';

/** The page's end of the connection to a worker. */
export interface PlanWorker {
  send(request: WorkerRequest): void;
  /** Calls `onBroken` if the worker fails. Returns a dispose function. */
  listen(onReply: (reply: WorkerReply) => void, onBroken: () => void): () => void;
  close(): void;
}

const texts = placeDrawingTexts;

/** Returns the text in English if there is no translation. */
export const describeNote = ({ code, text }: Note): string => texts.noteText(code) ?? text;

export function describeFailure({
  why,
  option,
  code,
}: {
  why: string | undefined;
  option?: string;
  code?: DrawingErrorCode | undefined;
}) {
  return (code && texts.fileError(code)) ?? (option && texts.optionError(option)) ?? why ?? texts.broken;
}

export function whyNotDrawable({ layerOf, notes }: Sketch): string | undefined {
  if (layerOf.length > 0) return undefined;
  return [texts.nothing, ...notes.map((note) => `${describeNote(note).replace(/\.$/, '')}.`)].join(' ');
}

/** Resolves to the reason if the drawing cannot be drawn, or to undefined if cancelled. */
export function waitUntilRead(
  worker: PlanWorker,
  cancelled: AbortSignal,
): Promise<Sketch | string | undefined> {
  return listenUntil<Sketch | string>(worker, cancelled, (reply, resolve) => {
    if (reply === 'broken') resolve(texts.broken);
    else if (reply.kind === 'read') resolve(whyNotDrawable(reply.sketch) ?? reply.sketch);
    else if (reply.kind === 'failed') resolve(describeFailure(reply));
  });
}

/** Resolves to undefined if there is no plan, or if the worker fails or closes first. */
export function askWorker<K extends 'job' | 'file' | 'timeline'>(
  worker: PlanWorker,
  request: WorkerRequest & { kind: K },
  closed: AbortSignal,
): Promise<(WorkerReply & { kind: K }) | undefined> {
  const answer = listenUntil<WorkerReply & { kind: K }>(worker, closed, (reply, resolve) => {
    if (reply === 'broken' || reply.kind === 'failed' || reply.kind === 'unplanned') resolve(undefined);
    else if (reply.kind === request.kind) resolve(reply as WorkerReply & { kind: K });
  });
  worker.send(request);
  return answer;
}

/** Resolves to undefined if cancelled. */
async function listenUntil<T>(
  worker: PlanWorker,
  cancelled: AbortSignal,
  onReply: (reply: WorkerReply | 'broken', resolve: (result: T | undefined) => void) => void,
): Promise<T | undefined> {
  const listening = new AbortController();
  try {
    return await new Promise<T | undefined>((resolve) => {
      const stopListening = worker.listen(
        (reply) => onReply(reply, resolve),
        () => onReply('broken', resolve),
      );
      listening.signal.addEventListener('abort', stopListening);
      cancelled.addEventListener('abort', () => resolve(undefined), { signal: listening.signal });
    });
  } finally {
    listening.abort();
  }
}
