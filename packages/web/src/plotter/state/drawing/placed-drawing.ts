import { signal } from '@preact/signals';
import type { FitMode, Settings } from './settings.ts';

/** How a drawing is placed: enough to place it in the same way again. */
export interface Layout {
  settings: Settings;
  /** Undefined once somebody has scaled or moved it. */
  fitMode: FitMode | undefined;
}

/** Increase it with every change of `Layout` and of what it means: a layout of another version is not used. */
export const layoutVersion = 2;

/** A drawing on the bed that is not plotted yet. */
export interface PlacedDrawing {
  name: string;
  file: Blob;
  /** Other files on the same sheet. */
  more?: readonly Blob[] | undefined;
  /** The names of those that were added last. */
  added?: string | undefined;
  /** How it was placed when it was here before. */
  layout?: Layout | undefined;
}

export const placedDrawing = signal<PlacedDrawing | undefined>(undefined);

/** The drawing that replaces it, once it is known that it can be drawn. */
export const nextDrawing = signal<PlacedDrawing | undefined>(undefined);

export function putOnBed(drawing: PlacedDrawing): void {
  if (placedDrawing.peek() === undefined) placedDrawing.value = drawing;
  else nextDrawing.value = drawing;
}

/** Takes the drawing from the bed. What the browser has stored of it stays. */
export function clearBed(): void {
  placedDrawing.value = undefined;
}

export function cancelNextDrawing(): void {
  nextDrawing.value = undefined;
}
