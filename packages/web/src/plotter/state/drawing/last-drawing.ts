import { effect, signal } from '@preact/signals';
import { plotterTexts } from '../../../texts/plotter.ts';
import { showToast } from '../../../ui/index.ts';
import { clearBed, type Lies, lies, type Placed, placed, takeDrawing } from './placed-drawing.ts';
import { forget, keep, readKept } from './storage/drawing-storage.ts';

const texts = plotterTexts.drawing;

/** What lay on the bed before, as it lay there. */
export const again = signal<Placed | undefined>(undefined);

/** Brings back what lay on the bed when the page was left, and keeps what lies there from now on. Once in a page. */
export async function keepDrawings(): Promise<void> {
  const { lying, last } = await readKept();
  // Whoever has already brought another means that one.
  if (placed.peek() === undefined) {
    again.value = last;
    if (lying !== undefined) takeDrawing(lying);
  }
  effect(() => {
    if (placed.value === undefined || lies.value === undefined) return;
    // Only when all that follows from another drawing is done do the two belong together.
    queueMicrotask(keepNewest);
  });
}

let kept: Lies | undefined;

/** Every change at once, in the browser's own order: whoever reloads right after a change has it. */
function keepNewest(): void {
  const [drawing, now] = [placed.peek(), lies.peek()];
  if (drawing === undefined || now === undefined || now === kept) return;
  kept = now;
  again.value = undefined;
  // One that ends its tab while it is planned must not do so after every reload: it is only offered.
  void keep(drawing, now, now.isPlanned);
}

/** What lies on the bed, as it lies there. */
export function lyingNow(): Required<Placed> | undefined {
  const drawing = placed.peek();
  const lay = lies.peek() ?? drawing?.lay;
  return drawing && lay && { ...drawing, lay };
}

/** The drawing leaves the bed, for it was plotted or something else has its place. It can be laid there again. */
export function setAside(): void {
  const drawing = lyingNow();
  clearBed();
  if (drawing === undefined) return;
  again.value = drawing;
  void keep(drawing, drawing.lay, false);
}

/** Somebody does not want the drawing. It is kept no longer, and comes back only for who says at once that he erred. */
export function putAwayDrawing(): void {
  const [file, drawing] = [placed.peek()?.file, lyingNow()];
  clearBed();
  if (file !== undefined) void forget(file);
  if (drawing === undefined) return;
  offerBack(drawing, texts.wasPutAway(drawing.name));
}

export function offerBack(drawing: Placed, message: string): void {
  showToast({
    message,
    action: { label: texts.putBack, run: () => takeDrawing(drawing) },
    durationMs: 10_000,
  });
}
