import { effect, signal } from '@preact/signals';
import type { Job } from '@stationery/client';
import { plotterTexts } from '../../../texts/plotter.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import { showToast } from '../../../ui/index.ts';
import { jobKey } from '../store.ts';
import { currentLayout } from './current-session.ts';
import { clearBed, type Layout, type PlacedDrawing, placedDrawing, putOnBed } from './placed-drawing.ts';
import { drawingStorage } from './storage/drawing-storage.ts';

const texts = plotterTexts.drawing;

export const lastDrawing = signal<PlacedDrawing | undefined>(undefined);

export async function restoreAndStoreDrawings(): Promise<void> {
  const { onBed, last } = await drawingStorage.read();
  // The user may have opened a drawing in the meantime.
  if (placedDrawing.peek() === undefined) {
    lastDrawing.value = last;
    if (onBed !== undefined) putOnBed(onBed);
  }
  effect(() => {
    const now = currentLayout.value;
    if (now === undefined) return;
    lastDrawing.value = undefined;
    // A drawing without a plan is stored as one not to restore. Otherwise, if planning crashes the tab, it would do so
    // after every reload.
    void drawingStorage.write(now.drawing, now.layout, now.hasPlan);
  });
}

export function drawingWithLayout(): (PlacedDrawing & { layout: Layout }) | undefined {
  const drawing = placedDrawing.peek();
  const layout = currentLayout.peek()?.layout ?? drawing?.layout;
  return drawing && layout && { ...drawing, layout };
}

/** Clears the bed and keeps the drawing so that it can be placed again. Called after it was plotted or replaced. */
export function moveToLast(job?: Job): void {
  const placed = drawingWithLayout();
  clearBed();
  if (placed === undefined) return;
  const drawing = job === undefined ? placed : { ...placed, plottedAs: jobKey(job) };
  lastDrawing.value = drawing;
  void drawingStorage.write(drawing, drawing.layout, false);
}

/** Removes the drawing from the bed and from the storage. Only an immediate undo restores it. */
export function removeDrawing(): void {
  const [file, drawing] = [placedDrawing.peek()?.file, drawingWithLayout()];
  clearBed();
  if (file !== undefined) void drawingStorage.remove(file);
  if (drawing !== undefined) offerUndo(drawing, texts.removed(drawing.name));
}

export function offerUndo(drawing: PlacedDrawing, message: string): void {
  showToast({
    message,
    action: { label: sharedTexts.undo, run: () => putOnBed({ ...drawing, added: undefined }) },
    durationMs: 10_000,
  });
}
