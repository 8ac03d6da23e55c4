import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import type { Direction } from '../manual-control/jog.ts';
import type { Bounds } from '../path/path.ts';
import type { FitWish, Settings } from './settings.ts';

/** How a drawing lies: enough to lay it there again. */
export interface Lies {
  settings: Settings;
  wish: FitWish | undefined;
}

/** Another number with every change of `Lies` and of what it means: what was kept in another shape is not taken up. */
export const liesShape = 1;

/** A drawing that lies on the bed before it is plotted. */
export interface Placed {
  name: string;
  file: Blob;
  /** How it lay when it was here before. */
  lay?: Lies;
}

export const placed = signal<Placed | undefined>(undefined);

/** How it lies now, and whether there was a plan of it yet. */
export const lies = signal<(Lies & { isPlanned: boolean }) | undefined>(undefined);

/** The drawing that takes its place, once it is known that it can be drawn. */
export const next = signal<Placed | undefined>(undefined);

/** The paper in steps, which the bed shows while a drawing is being placed. */
export const paperOnBed = signal<Bounds | undefined>(undefined);

/** What shows and plans drawings. Loaded when the first one comes. */
export const desk = signal<Desk | undefined>(undefined);

export interface Desk {
  DrawingPanel: ComponentType;
  BedDrawing: ComponentType;
  nudge: (direction: Direction, isFar: boolean) => void;
}

export function takeDrawing(drawing: Placed): void {
  if (placed.peek() === undefined) placed.value = drawing;
  else next.value = drawing;
}

/** Takes the drawing from the bed. What is kept of it stays as it is. */
export function clearBed(): void {
  placed.value = undefined;
}

export function giveUpNext(): void {
  next.value = undefined;
}
