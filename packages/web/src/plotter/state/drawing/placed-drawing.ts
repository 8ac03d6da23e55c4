import { signal } from '@preact/signals';
import type { Job } from '@stationery/client';
import { jobKey } from '../store.ts';
import type { FitMode, Settings } from './settings.ts';

export interface Layout {
  settings: Settings;
  /** Undefined once the user has scaled or moved the drawing. */
  fitMode: FitMode | undefined;
}

/** Increase this with every change of `Layout`: other versions are discarded. */
export const layoutVersion = 2;

const fitModes = new Set<FitMode | undefined>([undefined, 'auto', 'fill', 'real']);

/** Returns undefined for an unusable layout, because a different version of the page may have written it. */
export function usableLayout(stored: { version: number; layout: Layout }): Layout | undefined {
  const { version, layout } = stored;
  const isOurs = version === layoutVersion && typeof layout === 'object' && layout !== null;
  return isOurs && fitModes.has(layout.fitMode) ? layout : undefined;
}

export interface PlacedDrawing {
  name: string;
  file: Blob;
  /** Other files on the same sheet. */
  more?: readonly Blob[] | undefined;
  /** Missing if there is only one file. */
  names?: readonly string[] | undefined;
  added?: number | undefined;
  /** Whether the other files on the sheet keep their places. Otherwise, they are arranged again. */
  keepsPlaces?: boolean | undefined;
  /** Upper left corner of the page when it was plotted, from the machine's origin. */
  at?: { xMm: number; yMm: number } | undefined;
  /** Key of the plot's job; missing if not plotted since the drawing was placed. */
  plottedAs?: string | undefined;
  layout?: Layout | undefined;
}

export const placedDrawing = signal<PlacedDrawing | undefined>(undefined);

/** The drawing that will replace the current one if it can be drawn. */
export const nextDrawing = signal<PlacedDrawing | undefined>(undefined);

/** The job to place as a drawing, kept until the code for drawings is loaded. */
export const jobToPlace = signal<Job | undefined>(undefined);

export function putOnBed(drawing: PlacedDrawing): void {
  if (placedDrawing.peek() === undefined) placedDrawing.value = drawing;
  else nextDrawing.value = drawing;
}

/** A plotted drawing is offered only while the bed shows its job or no job. */
export function isOfferedAgain({ plottedAs }: PlacedDrawing, shown: Job | undefined): boolean {
  return plottedAs === undefined || shown === undefined || jobKey(shown) === plottedAs;
}

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
