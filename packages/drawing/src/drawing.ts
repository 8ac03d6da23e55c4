import type { NoteCode } from './note-codes.ts';

/** Points as x, y, x, y, …, in millimetres from the top left of the page; y runs down. At least two points. */
export type Points = Float64Array;

/** One line that the pen draws without being lifted. */
export interface Stroke {
  readonly points: Points;
  /** The index of its layer in the drawing. */
  readonly layer: number;
}

/** What is drawn with one pen: a layer of the file, or a colour where the file has no layers. */
export interface Layer {
  readonly name: string;
  /** As CSS writes it, `#rrggbb`; what the page shows it in. */
  readonly colour: string;
}

/** A message about something in the file that is not drawn, or is drawn differently. */
export interface Note {
  /** The same for all words that say the same. */
  readonly code: NoteCode;
  readonly text: string;
  /** How often it was met. */
  readonly count: number;
}

/** What was read from a file: strokes in the order in which they stand there. */
export interface Drawing {
  readonly widthMm: number;
  readonly heightMm: number;
  readonly layers: readonly Layer[];
  readonly strokes: readonly Stroke[];
  readonly notes: readonly Note[];
}
