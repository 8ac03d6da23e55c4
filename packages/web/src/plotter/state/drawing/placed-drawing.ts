import { signal } from '@preact/signals';
import type { Job } from '@stationery/client';
import { jobKey } from '../store.ts';
import type { FitMode, Settings } from './settings.ts';

/** Everything needed to place a drawing in the same way again. */
export interface Layout {
  settings: Settings;
  /** Undefined once the user has scaled or moved the drawing. */
  fitMode: FitMode | undefined;
}

/** Increase this with every change of `Layout`. Layouts of other versions are discarded. */
export const layoutVersion = 2;

const fitModes = new Set<FitMode | undefined>([undefined, 'auto', 'fill', 'real']);

/** Returns the stored layout if it is valid. A different version of the page may have written it. */
export function usableLayout(stored: { version: number; layout: Layout }): Layout | undefined {
  const { version, layout } = stored;
  const isOurs = version === layoutVersion && typeof layout === 'object' && layout !== null;
  return isOurs && fitModes.has(layout.fitMode) ? layout : undefined;
}

/** A drawing on the bed. */
export interface PlacedDrawing {
  name: string;
  file: Blob;
  /** Other files on the same sheet. */
  more?: readonly Blob[] | undefined;
  /** The names of all files; missing if there is only one file. */
  names?: readonly string[] | undefined;
  /** Number of files that were added last. */
  added?: number | undefined;
  /** Whether the other files stay where they are on their sheet, instead of being arranged again. */
  keepsPlaces?: boolean | undefined;
  /** Upper left corner of the drawing's page when it was plotted, from the machine's origin. */
  at?: { xMm: number; yMm: number } | undefined;
  /** Key of the job with which the drawing was plotted; missing if it was not plotted since it was placed. */
  plottedAs?: string | undefined;
  /** The previous placement of the drawing. */
  layout?: Layout | undefined;
}

export const placedDrawing = signal<PlacedDrawing | undefined>(undefined);

/** The drawing that will replace the current one if it can be drawn. */
export const nextDrawing = signal<PlacedDrawing | undefined>(undefined);

/** The job to place again, until the code for drawings is loaded. */
export const jobToPlace = signal<Job | undefined>(undefined);

export function putOnBed(drawing: PlacedDrawing): void {
  if (placedDrawing.peek() === undefined) placedDrawing.value = drawing;
  else nextDrawing.value = drawing;
}

/**
 * Returns whether to offer a former drawing again. A plotted one is offered only while the bed shows its job
 * or no job.
 */
export function isOfferedAgain({ plottedAs }: PlacedDrawing, shown: Job | undefined): boolean {
  return plottedAs === undefined || shown === undefined || jobKey(shown) === plottedAs;
}

/** Puts a drawing back on the bed, with its placement. */
export function placeLast(drawing: PlacedDrawing): void {
  putOnBed({ ...drawing, plottedAs: undefined });
}

/** Removes the drawing from the bed, but not from the storage. */
export function clearBed(): void {
  placedDrawing.value = undefined;
}

export function cancelNextDrawing(): void {
  nextDrawing.value = undefined;
}
