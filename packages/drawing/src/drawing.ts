import type { NoteCode } from '@stationery/contract/note-codes';
import type { Area } from './area/area.ts';
import type { StrokeStyle } from './area/stroke-area.ts';

/** Points as x, y, x, y, …, in millimetres from the top left of the page; y runs down. At least two points. */
export type Points = Float64Array;

/** One line that the pen draws without being lifted. */
export interface Stroke {
  readonly points: Points;
  /** The index of its layer in the drawing. */
  readonly layer: number;
}

/** Strokes for one pen: a layer of the file, or a colour if the file has no layers. */
export interface Layer {
  readonly name: string;
  /** As CSS writes it, `#rrggbb`; what the page shows it in. */
  readonly colour: string;
  /** The layer of the file that it is a colour of, where `ReadOptions.splitColours` asks for it. */
  readonly partOf?: { readonly name: string; readonly colour: string };
}

/** The area that a shape fills, and what it is filled with. */
export interface Fill {
  /** In millimetres, as `Points`; without what clip paths and the edge of the page cut off. */
  readonly area: Area;
  /** The index of the layer that it is filled on. Where layers are colours, that of its own colour. */
  readonly layer: number;
  /** Nothing shows through. */
  readonly isOpaque: boolean;
}

/** One shape of the file. */
export interface Shape {
  /** How many strokes of the drawing it has: those that follow the strokes of the shape before. */
  readonly strokeCount: number;
  readonly layer: number;
  readonly fill?: Fill;
  /** Undefined where the strokes are the outline of a fill, or text. */
  readonly stroke?: StrokeStyle;
}

/** A message about something in the file that is not drawn, or is drawn differently. */
export interface Note {
  /** The same for all words that say the same. */
  readonly code: NoteCode;
  readonly text: string;
  /** How often it was met. */
  readonly count: number;
}

/** A single line has a page too. */
export const minPageMm = 1;

/** The content of a file: strokes in their order there. */
export interface Drawing {
  readonly widthMm: number;
  readonly heightMm: number;
  readonly layers: readonly Layer[];
  readonly strokes: readonly Stroke[];
  readonly notes: readonly Note[];
  /** Where `ReadOptions.shapes` asks for it: what the strokes are strokes of, in the order in which they are painted. */
  readonly shapes?: readonly Shape[];
}
