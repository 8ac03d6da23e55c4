import type { Limits } from './budget.ts';

export interface ReadOptions {
  /** How far a line may deviate from its curve. */
  readonly toleranceMm?: number;
  /** The longer side that the page may be enlarged to later: lines deviate as little as `toleranceMm` also then. */
  readonly enlargedToMm?: number;
  /** How to draw filled shapes without a stroke. */
  readonly fill?: 'outline' | 'skip';
  /** What makes a layer: layers of the file, else colours (`auto`); only layers; only colours; or one layer for all. */
  readonly layersBy?: 'auto' | 'layer' | 'colour' | 'none';
  /** Whether a layer of the file that has several colours is a layer for each of them. */
  readonly splitColours?: boolean;
  /** Whether lines are cut at the edge of the page, as a browser shows it. */
  readonly cutAtPage?: boolean;
  /** Whether shapes are kept with their fills and widths, as hatching and hidden lines need them. */
  readonly shapes?: boolean;
  /** Whether layers that are filled and have no strokes are listed too, behind all others; `shapes` lists them anyway. */
  readonly fillLayers?: boolean;
  /** The language for `switch` in an SVG. */
  readonly language?: string;
  readonly maxPoints?: number;
  readonly maxStrokes?: number;
  readonly maxElements?: number;
  /** How much may be worked out that is not drawn, or compared with clip paths and rules; a second or two as it is. */
  readonly maxWork?: number;
  /** Called at the end with the used part of each limit. */
  readonly onSpent?: (spent: Limits) => void;
  /** Called with the part of the file that has been read, from 0 to 1, at most a hundred times. */
  readonly onProgress?: (part: number) => void;
}

export type Settings = Required<Omit<ReadOptions, 'onProgress' | 'onSpent' | 'enlargedToMm'>>;

export const defaultToleranceMm = 0.02;
/** Finer than any pen, also for an icon that fills a large paper; it keeps a careless caller from billions of points. */
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
