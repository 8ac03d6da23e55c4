import { plotterTexts } from '../../../texts/plotter.ts';
import type { Placed } from './placed-drawing.ts';
import type { Sketch } from './sketch.ts';
import type { Ask, Tell } from './worker/messages.ts';

/** A drawing and the worker that read it, which plans it later. */
export interface ReadDrawing {
  worker: Worker;
  sketch: Sketch;
}

export function startReading({ file }: Placed): Worker {
  const worker = new Worker(new URL('./worker/plan-worker.ts', import.meta.url), { type: 'module' });
  worker.postMessage({ kind: 'read', file } satisfies Ask);
  return worker;
}

/** Why a file that was read cannot be drawn; undefined where it can. */
export function whyNotDrawn({ layerOf, notes }: Sketch): string | undefined {
  if (layerOf.length > 0) return undefined;
  return [plotterTexts.drawing.nothing, ...notes.map(({ text }) => text)].join(' ');
}

/** Reads a drawing to its end, or gives why it cannot be drawn. Undefined when it was left before. */
export async function readWhole(
  drawing: Placed,
  left: AbortSignal,
): Promise<ReadDrawing | string | undefined> {
  const worker = startReading(drawing);
  const listening = new AbortController();
  const { signal } = listening;
  const outcome = await new Promise<Sketch | string | undefined>((resolve) => {
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<Tell>) => {
        if (data.kind === 'read') resolve(whyNotDrawn(data.sketch) ?? data.sketch);
        if (data.kind === 'failed') resolve(data.why ?? plotterTexts.drawing.broken);
      },
      { signal },
    );
    worker.addEventListener('error', () => resolve(plotterTexts.drawing.broken), { signal });
    left.addEventListener('abort', () => resolve(undefined), { signal });
  });
  listening.abort();
  if (typeof outcome === 'object') return { worker, sketch: outcome };
  worker.terminate();
  return outcome;
}
