import type { Limits } from './budget.ts';

export interface ReadOptions {
  /** How far a line may deviate from its curve. */
  readonly toleranceMm?: number;
  /** Longer page side after enlargement: lines then still deviate at most by `toleranceMm`. */
  readonly enlargedToMm?: number;
  /** How to draw filled shapes without a stroke. */
  readonly fill?: 'outline' | 'skip';
  /** What makes a layer: layers of the file, else colours (`auto`); only layers; only colours; or one layer for all. */
  readonly layersBy?: 'auto' | 'layer' | 'colour' | 'none';
  /** Whether to split a layer of the file with several colours. */
  readonly splitColours?: boolean;
  /** Whether to cut lines at the page edge, as a browser does. */
  readonly cutAtPage?: boolean;
  /** Whether to keep shapes with fills and widths, for hatching and hidden lines. */
  readonly shapes?: boolean;
  /** Whether to list layers with fills but no strokes, after all others; implied by `shapes`. */
  readonly fillLayers?: boolean;
  /** The language for `switch` in an SVG. */
  readonly language?: string;
  readonly maxPoints?: number;
  readonly maxStrokes?: number;
  readonly maxElements?: number;
  /** Limit of work for undrawn parts and comparisons with clip paths and rules; the default is a second or two. */
  readonly maxWork?: number;
  /** Called at the end with the used part of each limit. */
  readonly onSpent?: (spent: Limits) => void;
  /** Called with the part of the file that has been read, from 0 to 1, at most a hundred times. */
  readonly onProgress?: (part: number) => void;
}

export type Settings = Required<Omit<ReadOptions, 'onProgress' | 'onSpent' | 'enlargedToMm'>>;

export const defaultToleranceMm = 0.02;
/** Finer than any pen, even for an icon enlarged to a large paper; prevents billions of points. */
const finestToleranceMm = 0.0001;

export function settingsFrom(
  options: ReadOptions,
  limits: Pick<Settings, 'maxPoints' | 'maxStrokes' | 'maxElements' | 'maxWork'>,
): Settings {
  return {
    fill: options.fill ?? 'outline',
    layersBy: options.layersBy ?? 'auto',
    splitColours: options.splitColours ?? false,
    cutAtPage: options.cutAtPage ?? true,
    shapes: options.shapes ?? false,
    fillLayers: options.fillLayers ?? false,
    language: options.language ?? 'en',
    maxPoints: options.maxPoints ?? limits.maxPoints,
    maxStrokes: options.maxStrokes ?? limits.maxStrokes,
    maxElements: options.maxElements ?? limits.maxElements,
    maxWork: options.maxWork ?? limits.maxWork,
    toleranceMm: toleranceFor(options, undefined),
  };
}

/** The reading tolerance for a page with this longer side. */
export function toleranceFor(options: ReadOptions, longMm: number | undefined): number {
  const { toleranceMm = defaultToleranceMm, enlargedToMm = 0 } = options;
  const scale = longMm === undefined ? 1 : Math.max(1, enlargedToMm / longMm);
  return toleranceMm / scale >= finestToleranceMm ? toleranceMm / scale : finestToleranceMm;
}
