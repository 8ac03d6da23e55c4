import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import type { Direction } from '../hand/jog.ts';
import type { Bounds } from '../path/path.ts';

/** A drawing that lies on the bed before it is plotted. */
export interface Placed {
  name: string;
  file: Blob;
}

export const placed = signal<Placed | undefined>(undefined);

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

export function takeDrawing(name: string, file: Blob): void {
  if (placed.peek() === undefined) placed.value = { name, file };
  else next.value = { name, file };
}

export function putAwayDrawing(): void {
  placed.value = undefined;
}

export function giveUpNext(): void {
  next.value = undefined;
}
