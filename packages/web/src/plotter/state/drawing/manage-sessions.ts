import { batch, effect, untracked } from '@preact/signals';
import { placeDrawingTexts } from '../../../texts/place-drawing.ts';
import { showToast } from '../../../ui/index.ts';
import { machine, machineInReach } from '../store.ts';
import { drawingSession } from './current-session.ts';
import { drawingWithLayout, offerUndo } from './last-drawing.ts';
import { nextDrawing, type PlacedDrawing, placedDrawing } from './placed-drawing.ts';
import { DrawingSession } from './session.ts';
import type { Sketch } from './sketch.ts';
import { paperStorage } from './storage/paper-storage.ts';
import { startWorker } from './worker/start-worker.ts';
import { type PlanWorker, waitUntilRead } from './worker/worker-client.ts';

interface ReadDrawing {
  worker: PlanWorker;
  sketch: Sketch;
}

export function manageSessions(): void {
  /** Drawings that were read before they came onto the bed. */
  const readAhead = new WeakMap<PlacedDrawing, ReadDrawing>();
  effect(() => {
    const drawing = placedDrawing.value;
    if (drawing === undefined) return undefined;
    const session = untracked(() => openSession(drawing, readAhead.get(drawing)));
    drawingSession.value = session;
    return () => {
      drawingSession.value = undefined;
      session.close();
    };
  });
  effect(() => {
    const [next, current] = [nextDrawing.value, placedDrawing.value];
    if (next === undefined) return undefined;
    // An unreadable file must not replace a drawing.
    const isAnythingLost =
      current !== undefined && drawingSession.peek()?.readState.peek().state !== 'failed';
    if (!isAnythingLost) {
      putNextOnBed(next);
      return undefined;
    }
    const cancelled = new AbortController();
    void replaceOnceRead(next, current, cancelled.signal, (read) => readAhead.set(next, read));
    return () => cancelled.abort();
  });
}

function openSession(drawing: PlacedDrawing, read: ReadDrawing | undefined): DrawingSession {
  const worker = read?.worker ?? startWorker(drawing);
  return new DrawingSession({
    drawing,
    worker,
    sketch: read?.sketch,
    machine,
    machineInReach,
    paper: paperStorage,
  });
}

function putNextOnBed(next: PlacedDrawing): void {
  batch(() => {
    nextDrawing.value = undefined;
    placedDrawing.value = next;
  });
}

const maxNamesLength = 200;

function whatHappened(before: PlacedDrawing, next: PlacedDrawing): string {
  return next.added === undefined
    ? placeDrawingTexts.replaced(before.name, next.name)
    : placeDrawingTexts.added(next.names!.slice(-next.added).join(', ').slice(0, maxNamesLength));
}

async function replaceOnceRead(
  next: PlacedDrawing,
  current: PlacedDrawing,
  cancelled: AbortSignal,
  onRead: (read: ReadDrawing) => void,
): Promise<void> {
  const worker = startWorker(next);
  const outcome = await waitUntilRead(worker, cancelled);
  if (typeof outcome === 'object') {
    const before = drawingWithLayout();
    onRead({ worker, sketch: outcome });
    putNextOnBed(next);
    // Offers an undo, because the user may have placed the previous drawing carefully.
    if (before !== undefined) offerUndo(before, whatHappened(before, next));
    return;
  }
  worker.close();
  if (outcome === undefined) return;
  nextDrawing.value = undefined;
  const message = placeDrawingTexts.nextFailed(next.name, outcome, current.name);
  showToast({ message, tone: 'danger', durationMs: 15_000 });
}
