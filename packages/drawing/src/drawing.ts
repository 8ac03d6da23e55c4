import type { NoteCode } from '@stationery/contract/note-codes';
import type { Area } from './area/area.ts';
import type { Shade } from './area/shade.ts';
import type { StrokeStyle } from './area/stroke-area.ts';

/** Points as x, y, x, y, …, in millimetres from the top left of the page; y runs down. At least two points. */
export type Points = Float64Array;

/** A line drawn without lifting the pen. */
export interface Stroke {
  readonly points: Points;
  /** Index of the stroke's layer in the drawing. */
  readonly layer: number;
}

/** The strokes for one pen: a layer of the file, or a colour if the file has no layers. */
export interface Layer {
  readonly name: string;
  readonly colour: string;
  /**
   * With `ReadOptions.splitColours`: the layer of the file from which this layer takes the strokes of one
   * colour.
   */
  readonly partOf?: { readonly name: string; readonly colour: string };
  readonly codes?: LayerCodes;
}

/** Codes in the name of an Inkscape layer, as the AxiDraw software reads them: `!2+S30+H40+D500 Blue`. */
export interface LayerCodes {
  /** Position in the order of layers. */
  readonly number?: number;
  /** Whether to pause before the layer. */
  readonly pause?: true;
  /** Speed with the pen down, in percent of the top speed of an AxiDraw. */
  readonly speedPercent?: number;
  /** Pen-down height, in percent of the range of the pen. */
  readonly heightPercent?: number;
  readonly delayMs?: number;
}

export interface Fill {
  /** The filled area in millimetres, without the parts that clip paths and the page edge remove. */
  readonly area: Area;
  /** Index of the layer that the fill belongs to. If layers are colours, the layer of the fill's colour. */
  readonly layer: number;
  /** Whether the fill hides everything below it. */
  readonly isOpaque: boolean;
  /** Set if the fill is a gradient. */
  readonly shade?: Shade;
}

export interface Shape {
  /** Number of strokes of this shape, which follow the strokes of the previous shape. */
  readonly strokeCount: number;
  readonly layer: number;
  readonly fill?: Fill;
  /** Undefined if the strokes are text or the outline of a fill. */
  readonly stroke?: StrokeStyle;
}

export interface Note {
  /** Equal for all texts with the same meaning. */
  readonly code: NoteCode;
  readonly text: string;
  readonly count: number;
}

/** Minimum width and height of a page, even for a single line. */
export const minPageMm = 1;

export interface Drawing {
  readonly widthMm: number;
  readonly heightMm: number;
  readonly layers: readonly Layer[];
  readonly strokes: readonly Stroke[];
  readonly notes: readonly Note[];
  /** With `ReadOptions.shapes`: the shapes that the strokes belong to, in painting order. */
  readonly shapes?: readonly Shape[];
}
