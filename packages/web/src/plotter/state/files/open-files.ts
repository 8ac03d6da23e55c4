import { plotterTexts } from '../../../texts/plotter.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import { refuse } from './refuse.ts';

/** Opens drawings on one sheet, or a script. */
export async function openFiles(files: readonly File[]): Promise<void> {
  if (files.length === 0) return;
  // Loaded on demand, because this code contains many formats.
  const opening = await import('./open-inspected.ts').catch(() => undefined);
  if (opening === undefined) return refuse(sharedTexts.notLoaded);
  await opening.openInspected(files);
}

export async function openTestCard(): Promise<void> {
  // Loaded on demand, because the font is large.
  const card = await import('./test-card.ts').catch(() => undefined);
  if (card === undefined) return refuse(sharedTexts.notLoaded);
  await openFiles([card.testCard(`${plotterTexts.menu.testCard}.svg`)]);
}

export async function openSample(): Promise<void> {
  const sample = await import('./sample-drawing.ts').catch(() => undefined);
  if (sample === undefined) return refuse(sharedTexts.notLoaded);
  await openFiles([sample.sampleDrawing()]);
}
