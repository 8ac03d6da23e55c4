import { defaultLimits, type Limits } from './budget.ts';

export interface ReadOptions {
  /** Maximum deviation of a line from its curve. */
  readonly toleranceMm?: number;
  /**
   * Longer side of the page after a later enlargement, which must not increase the deviation beyond
   * `toleranceMm`.
   */
  readonly enlargedToMm?: number;
  /** How to draw filled shapes without a stroke. */
  readonly fill?: 'outline' | 'skip';
  /** `auto`: layers of the file, or colours if it has none. `none`: one layer for all. */
  readonly layersBy?: 'auto' | 'layer' | 'colour' | 'none';
  /** Whether to split a layer of the file that has several colours. */
  readonly splitColours?: boolean;
  /** Whether to cut lines off at the page edge, as a browser does. */
  readonly cutAtPage?: boolean;
  /** Whether to return shapes with fills and stroke widths, which hatching and hiding need. */
  readonly shapes?: boolean;
  /** Whether to list layers without strokes, after all others. `shapes` implies this. */
  readonly fillLayers?: boolean;
  /** The language in which a `switch` in an SVG is read. */
  readonly language?: string;
  readonly maxPoints?: number;
  readonly maxStrokes?: number;
  readonly maxElements?: number;
  /**
   * Limits the work for parts that are not drawn, clip paths and style rules. The default is a second or two.
   */
  readonly maxWork?: number;
  /** Called at the end with the used part of each limit. */
  readonly onSpent?: (spent: Limits) => void;
  /** Called with the progress from 0 to 1, at most a hundred times. */
  readonly onProgress?: (part: number) => void;
}

export type Settings = Required<Omit<ReadOptions, 'onProgress' | 'onSpent' | 'enlargedToMm'>>;

export const defaultToleranceMm = 0.02;
/** Limits the number of points. Finer than any pen, even for an icon enlarged to a large paper. */
const minToleranceMm = 0.0001;

export function settingsFrom(options: ReadOptions): Settings {
  return {
    fill: options.fill ?? 'outline',
    layersBy: options.layersBy ?? 'auto',
    splitColours: options.splitColours ?? false,
    cutAtPage: options.cutAtPage ?? true,
    shapes: options.shapes ?? false,
    fillLayers: options.fillLayers ?? false,
    language: options.language ?? 'en',
    maxPoints: options.maxPoints ?? defaultLimits.maxPoints,
    maxStrokes: options.maxStrokes ?? defaultLimits.maxStrokes,
    maxElements: options.maxElements ?? defaultLimits.maxElements,
    maxWork: options.maxWork ?? defaultLimits.maxWork,
    toleranceMm: toleranceFor(options, undefined),
  };
}

/** Returns the tolerance for a page whose longer side has this length. */
export function toleranceFor(options: ReadOptions, longMm: number | undefined): number {
  const { toleranceMm = defaultToleranceMm, enlargedToMm = 0 } = options;
  const scale = longMm === undefined ? 1 : Math.max(1, enlargedToMm / longMm);
  return toleranceMm / scale >= minToleranceMm ? toleranceMm / scale : minToleranceMm;
}
