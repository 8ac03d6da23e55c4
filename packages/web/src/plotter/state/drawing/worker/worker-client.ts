import { plotterTexts } from '../../../../texts/plotter.ts';
import type { Sketch } from '../sketch.ts';
import type { WorkerReply, WorkerRequest } from './messages.ts';

/** The page's end of a worker that reads and plans one drawing. */
export interface PlanWorker {
  send(request: WorkerRequest): void;
  /** `onBroken`: the worker has ended by an error. Gives the way to stop listening. */
  listen(onReply: (reply: WorkerReply) => void, onBroken: () => void): () => void;
  close(): void;
}

/** Why a file that was read cannot be drawn; undefined where it can. */
export function whyNotDrawable({ layerOf, notes }: Sketch): string | undefined {
  if (layerOf.length > 0) return undefined;
  return [plotterTexts.drawing.nothing, ...notes.map(({ text }) => text)].join(' ');
}

/** Waits until the worker has read its drawing, or gives why it cannot be drawn. Undefined when it was cancelled. */
export async function waitUntilRead(
  worker: PlanWorker,
  cancelled: AbortSignal,
): Promise<Sketch | string | undefined> {
  const listening = new AbortController();
  try {
    return await new Promise((resolve) => {
      const stopListening = worker.listen(
        (reply) => {
          if (reply.kind === 'read') resolve(whyNotDrawable(reply.sketch) ?? reply.sketch);
          if (reply.kind === 'failed') resolve(reply.why ?? plotterTexts.drawing.broken);
        },
        () => resolve(plotterTexts.drawing.broken),
      );
      listening.signal.addEventListener('abort', stopListening);
      cancelled.addEventListener('abort', () => resolve(undefined), { signal: listening.signal });
    });
  } finally {
    listening.abort();
  }
}
