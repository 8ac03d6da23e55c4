import type { MachineProfile } from '@stationery/client';
import { isWhite, namedPapers, PlanOptionError, type PlanOptions, placeDrawing } from '@stationery/drawing';

import { drawnOf, outlineOf, type Sketch } from './sketch.ts';

/** `machine`: the sheet of the machine; `page`: the page of the file; else a paper with a name. */
export type Paper = string;
export const papers: readonly Paper[] = ['a6', 'a5', 'a4', 'a3', 'a2', 'letter'];

/** How somebody wants to have a drawing. It is kept in browsers: see `liesShape` before changing it. */
export interface Settings {
  paper: Paper;
  orientation: 'portrait' | 'landscape';
  marginMm: number;
  /** 1 is the size that the file says. */
  scale: number;
  /** The scale that was found so that it fits on the paper; nobody has chosen another where `scale` is the same. */
  fittedScale: number | undefined;
  /** Degrees clockwise. */
  rotate: number;
  /** From the middle of the paper to that of the drawing's page. */
  offset: { xMm: number; yMm: number };
  /** From the machine's origin to the upper left corner of the paper. */
  paperAt: { xMm: number; yMm: number };
  /** In the order in which they are drawn. */
  layers: readonly { index: number; isOn: boolean }[];
  pens: 'layers' | 'colours' | 'one';
}

/** The sheet that lies on the bed stays there between two drawings. */
export type KeptPaper = Pick<Settings, 'paper' | 'orientation' | 'marginMm' | 'paperAt'>;

/** `auto`: its own size where that fits on the paper. `fill`: what is drawn fills the paper up to the margins. */
export type FitWish = 'auto' | 'fill' | 'real';

export function firstSettings(sketch: Sketch, machine: MachineProfile, kept?: KeptPaper): Settings {
  const settings: Settings = {
    paper: machine.size ? 'machine' : 'page',
    orientation: sketch.widthMm > sketch.heightMm ? 'landscape' : 'portrait',
    marginMm: 10,
    scale: 1,
    fittedScale: undefined,
    rotate: 0,
    offset: { xMm: 0, yMm: 0 },
    paperAt: { xMm: 0, yMm: 0 },
    layers: firstLayers(sketch),
    pens: 'layers',
  };
  const laid = { ...settings, ...kept };
  try {
    return { ...laid, ...fitted(sketch, laid, machine, 'auto') };
  } catch (error) {
    // What was kept may be a margin that this paper has no room for.
    if (!(error instanceof PlanOptionError) || kept === undefined) throw error;
    return firstSettings(sketch, machine);
  }
}

/** White lines are seen on no paper that is white: they are drawn where all is white, or somebody wants them. */
function firstLayers({ layers }: Sketch): Settings['layers'] {
  const isAllWhite = layers.every(({ colour }) => isWhite(colour));
  return layers.map(({ colour }, index) => ({ index, isOn: isAllWhite || !isWhite(colour) }));
}

/**
 * Whether settings that were kept are of this drawing: another version of the page may find other layers in a file, and
 * what a browser has kept may be anything.
 */
export function areOf(sketch: Sketch, kept: Settings): boolean {
  try {
    const indexes = kept.layers.map(({ index }) => index).toSorted((a, b) => a - b);
    const hasLayers = indexes.length === sketch.layers.length && indexes.every((index, at) => index === at);
    return hasLayers && kept.layers.every(({ isOn }) => typeof isOn === 'boolean') && hasSense(kept);
  } catch {
    return false;
  }
}

function hasSense(kept: Settings): boolean {
  const { paper, orientation, marginMm, scale, fittedScale, rotate, offset, paperAt, pens } = kept;
  const numbers = [
    marginMm,
    scale,
    fittedScale ?? 1,
    rotate,
    offset.xMm,
    offset.yMm,
    paperAt.xMm,
    paperAt.yMm,
  ];
  return (
    ['machine', 'page', ...papers].includes(paper) &&
    ['portrait', 'landscape'].includes(orientation) &&
    ['layers', 'colours', 'one'].includes(pens) &&
    numbers.every(Number.isFinite) &&
    scale > 0 &&
    marginMm >= 0
  );
}

export function planOptions(settings: Settings, sketch: Sketch, machine: MachineProfile): PlanOptions {
  const { orientation, marginMm, scale, rotate, offset, layers, pens } = settings;
  const paper = paperOf(settings, machine);
  const chosen = layers.filter(({ isOn }) => isOn).map(({ index }) => index);
  const sheet = { paper: paperText(paper, sketch, machine), ...(paper in namedPapers && { orientation }) };
  const paperAt = paperAtOf(settings, machine);
  return { machine, ...sheet, paperAt, marginMm, fit: 'none', scale, rotate, offset, layers: chosen, pens };
}

/** The sheet of the machine is chosen by itself, and means nothing where a machine has none. */
function paperOf({ paper }: Settings, { size }: MachineProfile): Paper {
  return paper === 'machine' && !size ? 'page' : paper;
}

/** The sheet of the machine lies where the machine is; another lies where it was laid. */
export function paperAtOf(settings: Settings, machine: MachineProfile): Settings['paperAt'] {
  return paperOf(settings, machine) === 'machine' ? { xMm: 0, yMm: 0 } : settings.paperAt;
}

/** A drawing that is a single upright line has no width, but its paper must have one. */
const smallestPaperMm = 1;

function paperText(paper: Paper, { widthMm, heightMm }: Sketch, { size }: MachineProfile): string {
  const side = (mm: number) => Math.max(smallestPaperMm, mm).toFixed(3);
  if (paper === 'machine' && size) return `${side(size.widthMm)}x${side(size.heightMm)}mm`;
  return paper in namedPapers ? paper : `${side(widthMm)}x${side(heightMm)}mm`;
}

/** The scale and the place that such a wish comes to. From there on they stay, whatever is turned or moved. */
export function fitted(
  sketch: Sketch,
  settings: Settings,
  machine: MachineProfile,
  wish: FitWish,
): Pick<Settings, 'scale' | 'fittedScale' | 'offset'> {
  const fit = ({ auto: 'auto', fill: 'drawing', real: 'none' } as const)[wish];
  const options = { ...planOptions(settings, sketch, machine), fit, scale: 1, offset: { xMm: 0, yMm: 0 } };
  const { paper, transform } = placeDrawing(outlineOf(drawnOf(sketch, settings.layers)), options);
  const { a, b, c, d, e, f } = transform;
  const [x, y] = [sketch.widthMm / 2, sketch.heightMm / 2];
  const scale = Math.hypot(a, b);
  return {
    scale,
    fittedScale: wish === 'auto' ? scale : undefined,
    offset: {
      xMm: a * x + c * y + e - paper.widthMm / 2,
      yMm: b * x + d * y + f - paper.heightMm / 2,
    },
  };
}
