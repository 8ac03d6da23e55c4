import type { Points } from '../drawing.ts';
import { type MeasureOptions, measureStroke, type StrokeInk } from './measure-ink.ts';
import { weightsOf } from './paper-light.ts';
import type { Nodes, PlottedStroke } from './planned-ink.ts';

export interface MissingPart {
  /** Number of the stroke, from 1. */
  readonly stroke: number;
  /** Measured along the stroke. */
  readonly fromMm: number;
  readonly toMm: number;
}

/** Maximum distance of ink from its planned place: about a pen width plus the error of the registration. */
const toleranceMm = 0.75;
/** Shorter strokes are not checked. */
const minStrokeMm = 1;
const minPartMm = 2;
/** If less than this is left at an end of a stroke, or in total, the missing part includes it. */
const minLeftMm = 1.5;
/** Below this share of the typical contrast, a place has no ink. */
const inkShare = 0.4;
/** Minimum contrast of visible ink. Anything below is noise. */
const minContrast = 0.07;
const assumedContrast = 0.3;
const assumedWidthMm = 0.6;
/** If neighbouring ink darkens a place by more than this share, the state of the place is unknown. */
const maxSpill = 0.4;

interface FindOptions extends Omit<MeasureOptions, 'weights' | 'toleranceMm'> {
  /** Colours of the pens. */
  readonly colours: readonly string[];
}

export function findMissing(strokes: readonly PlottedStroke[], options: FindOptions): MissingPart[] {
  const parts: MissingPart[] = [];
  for (const pen of new Set(strokes.map((stroke) => stroke.pen))) {
    const measured = new Map<number, StrokeInk>();
    const weights = weightsOf(options.colours[pen] ?? '#000000');
    for (const [index, stroke] of strokes.entries())
      if (stroke.pen === pen && stroke.isDip !== true && options.nodes.lengthMm[index]! >= minStrokeMm)
        measured.set(index, measureStroke(index, { ...options, weights, toleranceMm }));
    const typical = typicalInk([...measured.values()]);
    for (const [index, ink] of measured) parts.push(...missingIn(index, ink, typical, options.nodes));
  }
  return parts.sort((one, other) => one.stroke - other.stroke || one.fromMm - other.fromMm);
}

interface TypicalInk {
  readonly contrast: number;
  readonly widthMm: number;
}

/** Returns the contrast and width of the ink, measured on strokes without neighbours. */
function typicalInk(measured: readonly StrokeInk[]): TypicalInk {
  const free: TypicalInk[] = [];
  for (const { contrast, widthMm } of measured)
    for (let at = 0; at < contrast.length; at += 4)
      if (widthMm[at]! > 0) free.push({ contrast: contrast[at]!, widthMm: widthMm[at]! });
  const top = quantile(free, 'contrast', 0.95) ?? assumedContrast;
  if (top < minContrast) return { contrast: assumedContrast, widthMm: assumedWidthMm };
  const inked = free.filter(({ contrast }) => contrast > top / 2);
  return {
    contrast: quantile(inked, 'contrast', 0.5) ?? top,
    widthMm: quantile(inked, 'widthMm', 0.5) ?? assumedWidthMm,
  };
}

function quantile(inks: readonly TypicalInk[], of: keyof TypicalInk, share: number): number | undefined {
  return Float64Array.from(inks, (ink) => ink[of])
    .sort()
    .at(Math.floor(share * (inks.length - 1)));
}

const state = { unknown: 0, inked: 1, missing: 2 } as const;

function missingIn(index: number, ink: StrokeInk, typical: TypicalInk, nodes: Nodes): MissingPart[] {
  const count = ink.contrast.length;
  const lengthMm = nodes.lengthMm[index]!;
  const nodeMm = lengthMm / count;
  const sigmaMm = typical.widthMm / 2.35;
  const states = Uint8Array.from(ink.contrast, (contrast, at) => {
    const spillMm = 0.6 * ink.gapMm[at]!;
    const spill = Math.exp((-spillMm * spillMm) / (2 * sigmaMm * sigmaMm));
    if (Number.isNaN(contrast) || spill > maxSpill) return state.unknown;
    const limit = Math.max(minContrast / 2, typical.contrast * (spill + (1 - spill) * inkShare));
    return contrast < limit ? state.missing : state.inked;
  });
  const shortMm = Math.min(minPartMm, lengthMm / 2);
  turnShortRuns(states, state.inked, state.missing, Math.ceil(0.75 / nodeMm));
  turnShortRuns(states, state.missing, state.inked, Math.ceil(shortMm / nodeMm));
  const judged = states.filter((each) => each !== state.unknown).length;
  const missing = states.filter((each) => each === state.missing).length;
  if (missing === 0) return [];
  if (judged - missing < minLeftMm / nodeMm && missing > 0.8 * judged)
    return [{ stroke: index + 1, fromMm: 0, toMm: lengthMm }];
  return runsOf(states).map(([from, to]) => ({
    stroke: index + 1,
    fromMm: from * nodeMm < minLeftMm ? 0 : from * nodeMm,
    toMm: (count - to) * nodeMm < minLeftMm ? lengthMm : to * nodeMm,
  }));
}

/**
 * Turns runs that are shorter than `shorterThan` into a different state. Unknown places neither end a run nor
 * add to its length.
 */
function turnShortRuns(states: Uint8Array, from: number, into: number, shorterThan: number): void {
  for (let start = 0; start < states.length; ) {
    let end = start;
    let length = 0;
    for (; end < states.length && (states[end] === from || states[end] === state.unknown); end++)
      if (states[end] === from) length++;
    if (length > 0 && length < shorterThan)
      for (let at = start; at < end; at++) if (states[at] === from) states[at] = into;
    start = end + 1;
  }
}

/** Returns the runs of missing places, including the unknown places between them. */
function runsOf(states: Uint8Array): [from: number, to: number][] {
  const runs: [number, number][] = [];
  let last: number = state.inked;
  for (const [at, each] of states.entries()) {
    if (each === state.unknown) continue;
    if (each === state.missing && last === state.missing) runs.at(-1)![1] = at + 1;
    else if (each === state.missing) runs.push([at, at + 1]);
    last = each;
  }
  return runs;
}

export function pointsBetween(points: Points, fromMm: number, toMm: number): Points {
  const part: number[] = [];
  let passedMm = 0;
  for (let at = 0; at + 3 < points.length; at += 2) {
    const [x, y] = [points[at]!, points[at + 1]!];
    const [dx, dy] = [points[at + 2]! - x, points[at + 3]! - y];
    const length = Math.hypot(dx, dy);
    const share = (mm: number) => (length === 0 ? 0 : Math.min(1, Math.max(0, (mm - passedMm) / length)));
    const [from, to] = [share(fromMm), share(toMm)];
    if (passedMm + length >= fromMm && passedMm <= toMm) {
      if (part.length === 0) part.push(x + from * dx, y + from * dy);
      part.push(x + to * dx, y + to * dy);
    }
    passedMm += length;
  }
  return Float64Array.from(part);
}
