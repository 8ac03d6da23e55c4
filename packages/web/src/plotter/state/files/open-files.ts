import { plotterTexts } from '../../../texts/plotter.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import { refuse } from './refuse.ts';

/** Opens chosen or dropped files: drawings on one sheet, or a script. */
export async function openFiles(files: readonly File[]): Promise<void> {
  if (files.length === 0) return;
  // Loaded with the first file: it knows many formats.
  const opening = await import('./open-inspected.ts').catch(() => undefined);
  if (opening === undefined) return refuse(sharedTexts.notLoaded);
  await opening.openInspected(files);
}

/** Places a card that shows what to adjust on the machine. */
export async function openTestCard(): Promise<void> {
  // Loaded when asked for: the font is large.
  const drawing = await import('@stationery/drawing').catch(() => undefined);
  if (drawing === undefined) return refuse(sharedTexts.notLoaded);
  const name = `${plotterTexts.menu.testCard}.svg`;
  await openFiles([new File([drawing.testCardSvg()], name, { type: 'image/svg+xml' })]);
}

/** Places a drawing to try the page with. */
export async function openSample(): Promise<void> {
  const sample = await import('./sample-drawing.ts').catch(() => undefined);
  if (sample === undefined) return refuse(sharedTexts.notLoaded);
  await openFiles([sample.sampleDrawing()]);
}
