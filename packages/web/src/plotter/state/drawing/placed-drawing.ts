import { signal } from '@preact/signals';
import type { Job } from '@stationery/client';
import { jobKey } from '../store.ts';
import type { FitMode, Settings } from './settings.ts';

/** How a drawing is placed: enough to place it in the same way again. */
export interface Layout {
  settings: Settings;
  /** Undefined once the user has scaled or moved it. */
  fitMode: FitMode | undefined;
}

/** Increase it with every change of `Layout`: other versions are discarded. */
export const layoutVersion = 2;

const fitModes = new Set<FitMode | undefined>([undefined, 'auto', 'fill', 'real']);

/** Returns the stored layout if it is valid: another version of the page may have written it. */
export function usableLayout(stored: { version: number; layout: Layout }): Layout | undefined {
  const { version, layout } = stored;
  const isOurs = version === layoutVersion && typeof layout === 'object' && layout !== null;
  return isOurs && fitModes.has(layout.fitMode) ? layout : undefined;
}

/** A drawing on the bed that is not plotted yet. */
export interface PlacedDrawing {
  name: string;
  file: Blob;
  /** Other files on the same sheet. */
  more?: readonly Blob[] | undefined;
  /** The names of all files; missing for one file. */
  names?: readonly string[] | undefined;
  /** How many of the files were added last. */
  added?: number | undefined;
  /** Upper left corner of its page when it was plotted, from the machine's origin. */
  at?: { xMm: number; yMm: number } | undefined;
  /** Key of the job it was plotted as; missing if it was not plotted since it was placed. */
  plottedAs?: string | undefined;
  /** Its previous placement. */
  layout?: Layout | undefined;
}

export const placedDrawing = signal<PlacedDrawing | undefined>(undefined);

/** The drawing that replaces it, once known to be drawable. */
export const nextDrawing = signal<PlacedDrawing | undefined>(undefined);

/** The job to place, until the code for it is loaded. */
export const jobToPlace = signal<Job | undefined>(undefined);

export function putOnBed(drawing: PlacedDrawing): void {
  if (placedDrawing.peek() === undefined) placedDrawing.value = drawing;
  else nextDrawing.value = drawing;
}

/** Whether to offer a former drawing again: a plotted one only while the bed shows its job, or none. */
export function isOfferedAgain({ plottedAs }: PlacedDrawing, shown: Job | undefined): boolean {
  return plottedAs === undefined || shown === undefined || jobKey(shown) === plottedAs;
}

/** Restores a drawing and its placement. */
export function placeLast(drawing: PlacedDrawing): void {
  putOnBed({ ...drawing, plottedAs: undefined });
}

/** Removes the drawing from the bed, not from the storage. */
export function clearBed(): void {
  placedDrawing.value = undefined;
}

export function cancelNextDrawing(): void {
  nextDrawing.value = undefined;
}
