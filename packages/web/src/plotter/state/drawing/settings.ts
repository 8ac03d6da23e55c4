import type { MachineProfile } from '@stationery/client';
import {
  checkOperations,
  type FoundMark,
  isWhite,
  type LayerSettings,
  movedPlace,
  namedPapers,
  type Placement,
  PlanOptionError,
  type PlanOptions,
  placeDrawing,
  plottingOrder,
  registerMarks,
  settingsFromCodes,
} from '@stationery/drawing';
import { placeDrawingTexts } from '../../../texts/place-drawing.ts';
import { outlineOf, type PaperOutline, type PaperSize, type Placed } from './extent.ts';
import {
  areOperationSettings,
  arrangementOf,
  type HatchSettings,
  isHatchSettings,
  type OperationSettings,
  operationsOf,
  type Sheet,
} from './operation-settings.ts';
import { ownedPens } from './pens.ts';
import { pagesOf } from './sheet.ts';
import { chosenOutline, outlineDrawing, type Sketch } from './sketch.ts';

/** `machine`, `page` (the page of the file), a named paper, or a size in mm. */
export type Paper = string;
export const papers: readonly Paper[] = ['a6', 'a5', 'a4', 'a3', 'a2', 'letter', 'legal', 'tabloid'];

/** A single vertical line has no width, but its paper must have one. */
export const smallestPaperMm = 1;
export const maxPaperMm = 5000;

export function customPaper({ widthMm, heightMm }: PaperSize): Paper {
  const thousandths = (mm: number) => Math.round(mm * 1000) / 1000;
  return `${thousandths(widthMm)}x${thousandths(heightMm)}mm`;
}

/** Returns undefined for papers that `customPaper` did not make. */
export function customPaperSize(paper: Paper): PaperSize | undefined {
  const match = /^(\d{1,4}(?:\.\d{1,3})?)x(\d{1,4}(?:\.\d{1,3})?)mm$/.exec(paper);
  if (match === null) return undefined;
  const [widthMm, heightMm] = [Number(match[1]), Number(match[2])];
  const isPossible = [widthMm, heightMm].every((mm) => mm >= smallestPaperMm && mm <= maxPaperMm);
  return isPossible ? { widthMm, heightMm } : undefined;
}

export interface PlacedLayer {
  index: number;
  isOn: boolean;
  settings?: LayerSettings;
  /** Missing if the layer is hatched like the other layers. */
  hatch?: HatchSettings;
}

/** Stored in browsers: see `layoutVersion` before changing this. */
export interface Settings extends Placed {
  paper: Paper;
  orientation: 'portrait' | 'landscape';
  marginMm: number;
  /** The scale chosen by automatic fitting. Equals `scale` unless the user chose a different one. */
  fittedScale: number | undefined;
  /** Upper left corner of the paper, from the machine's origin. */
  paperAt: { xMm: number; yMm: number };
  /** In plotting order. */
  layers: readonly PlacedLayer[];
  pens: 'layers' | 'colours' | 'palette' | 'one';
  /** Missing in older stored settings. */
  drawsOverlaps?: boolean;
  /** If missing, leaves out only dots and short lines that are hidden in the ink of another line. */
  dropShorterThanMm?: number | undefined;
  operations?: Partial<OperationSettings>;
  /** If missing, the drawings are arranged in rows. */
  sheet?: Sheet | undefined;
  /** `at` is on the paper, `found` from the machine's origin. With marks, `paperAt` does not apply. */
  marks?: readonly FoundMark[] | undefined;
  /** The plotter's `sheetNumber` when the marks were found. */
  marksSheet?: number | undefined;
}

export function chosenForAll(settings: Settings): Partial<Settings> {
  const { pens, drawsOverlaps, dropShorterThanMm, operations } = settings;
  return {
    pens,
    ...(drawsOverlaps && { drawsOverlaps }),
    ...(dropShorterThanMm !== undefined && { dropShorterThanMm }),
    ...(operations && { operations }),
  };
}

/** Settings kept from one drawing to the next, because the sheet stays on the bed. */
type PaperSettings = Pick<Settings, 'paper' | 'orientation' | 'marginMm' | 'paperAt'>;

/** Without a chosen orientation, the orientation follows each drawing. */
export type ChosenPaper = Omit<PaperSettings, 'orientation'> & Partial<Pick<PaperSettings, 'orientation'>>;

export interface PaperStorage {
  read(): ChosenPaper | undefined;
  write(paper: PaperSettings, isOrientationChosen: boolean): void;
}

/** `auto` keeps the original size if that fits; `fill` scales up to the margins. */
export type FitMode = 'auto' | 'fill' | 'real';

export function initialSettings(sketch: Sketch, machine: MachineProfile, stored?: PaperSettings): Settings {
  const settings: Settings = {
    paper: initialPaper(sketch, machine),
    orientation: orientationOf(sketch),
    marginMm: 10,
    scale: 1,
    fittedScale: undefined,
    rotate: 0,
    offset: { xMm: 0, yMm: 0 },
    paperAt: { xMm: 0, yMm: 0 },
    layers: initialLayers(sketch, machine),
    pens: 'layers',
  };
  const onPaper = { ...settings, ...stored };
  try {
    return { ...onPaper, ...fitted(sketch, onPaper, machine, 'auto') };
  } catch (error) {
    // The stored margin may be too large for this paper.
    if (!(error instanceof PlanOptionError) || stored === undefined) throw error;
    return initialSettings(sketch, machine);
  }
}

/** Returns settings that place the drawing at `at`; undefined if the paper has no space there. */
export function settingsAt(
  at: { xMm: number; yMm: number },
  sketch: Sketch,
  machine: MachineProfile,
  stored?: PaperSettings,
): Settings | undefined {
  const wholeBed = {
    paper: 'machine',
    orientation: orientationOf(sketch),
    marginMm: 10,
    paperAt: { xMm: 0, yMm: 0 },
  };
  // A plotted job has no page, only the box around its lines.
  const sheet = stored !== undefined && stored.paper !== 'page' ? stored : machine.size ? wholeBed : stored;
  const settings = initialSettings(sketch, machine, sheet);
  const { placement } = placementOf(sketch, settings, machine);
  if (placement === undefined) return undefined;
  const paperAt = paperAtOf(settings, machine);
  const offsetOn = (atMm: number, sideMm: number, paperAtMm: number, paperMm: number) => {
    const fromPaper = atMm - paperAtMm;
    const isOnPaper = fromPaper >= -roundingMm && fromPaper + sideMm <= paperMm + roundingMm;
    return isOnPaper ? fromPaper + sideMm / 2 - paperMm / 2 : undefined;
  };
  const xMm = offsetOn(at.xMm, sketch.widthMm, paperAt.xMm, placement.paper.widthMm);
  const yMm = offsetOn(at.yMm, sketch.heightMm, paperAt.yMm, placement.paper.heightMm);
  if (xMm === undefined || yMm === undefined) return undefined;
  return { ...settings, scale: 1, fittedScale: undefined, offset: { xMm, yMm } };
}

/**
 * Returns `page` if the page of the file fits the machine and is at least as large as a small sheet of paper, otherwise
 * `machine`.
 */
function initialPaper({ widthMm, heightMm }: Sketch, { size }: MachineProfile): Paper {
  const isTooLarge = size && (widthMm > size.widthMm + roundingMm || heightMm > size.heightMm + roundingMm);
  const isTooSmall = size && Math.min(widthMm, heightMm) < smallestSheetMm - roundingMm;
  return isTooLarge || isTooSmall ? 'machine' : 'page';
}

/** A smaller page, such as a stamp, has no room between its margins. */
const smallestSheetMm = 40;

/** Pages in pixels or inches have fractions of millimetres. */
const roundingMm = 0.5;

export const orientationOf = ({ widthMm, heightMm }: Sketch): Settings['orientation'] =>
  widthMm > heightMm ? 'landscape' : 'portrait';

/** White lines are invisible on white paper, so white layers are off unless all are white. */
export function initialLayers({ layers }: Sketch, machine: MachineProfile): Settings['layers'] {
  const isAllWhite = layers.every(({ colour, strokes }) => isWhite(colour) || strokes === 0);
  return plottingOrder(layers).map((index) => {
    const { colour, strokes, codes } = layers[index]!;
    return {
      index,
      isOn: (isAllWhite && strokes > 0) || !isWhite(colour),
      ...(codes && { settings: settingsFromCodes(codes, machine) }),
    };
  });
}

/**
 * Returns whether the stored settings fit the sketch. A different version may have found different layers, and stored
 * data is not trusted.
 */
export function isForSketch(sketch: Sketch, stored: Settings): boolean {
  try {
    const indexes = stored.layers.map(({ index }) => index).toSorted((a, b) => a - b);
    const hasLayers = indexes.length === sketch.layers.length && indexes.every((index, at) => index === at);
    if (stored.marks) registerMarks(stored.marks);
    if (stored.sheet) checkOperations([arrangementOf({}, stored.sheet)]);
    const isOther = stored.sheet?.objects.some(({ drawing }) => drawing >= pagesOf(sketch).length);
    if (isOther) return false;
    return hasLayers && stored.layers.every(isLayer) && isValid(stored);
  } catch {
    return false;
  }
}

const settingTypes: Readonly<Record<keyof LayerSettings, string>> = {
  pen: 'string',
  dip: 'string',
  pause: 'boolean',
  speedMmS: 'number',
  penDownHeight: 'number',
  delayMs: 'number',
  passes: 'number',
  repeat: 'number',
  seamMm: 'number',
  refillM: 'number',
  refillMin: 'number',
};

function isLayer({ isOn, settings = {}, hatch }: PlacedLayer): boolean {
  const isSetting = ([name, value]: [string, unknown]) =>
    Object.hasOwn(settingTypes, name) && typeof value === settingTypes[name as keyof LayerSettings];
  if (hatch !== undefined && !isHatchSettings(hatch)) return false;
  return typeof isOn === 'boolean' && Object.entries(settings).every(isSetting);
}

export function isPaper(paper: Paper): boolean {
  return ['machine', 'page', ...papers].includes(paper) || customPaperSize(paper) !== undefined;
}

function isValid(stored: Settings): boolean {
  const { paper, orientation, marginMm, scale, fittedScale, rotate, offset, paperAt, pens } = stored;
  const { drawsOverlaps, dropShorterThanMm = 0 } = stored;
  const numbers = [
    marginMm,
    scale,
    fittedScale ?? 1,
    rotate,
    offset.xMm,
    offset.yMm,
    paperAt.xMm,
    paperAt.yMm,
    dropShorterThanMm,
  ];
  return (
    isPaper(paper) &&
    ['portrait', 'landscape'].includes(orientation) &&
    ['layers', 'colours', 'palette', 'one'].includes(pens) &&
    [true, false, undefined].includes(drawsOverlaps) &&
    (stored.operations === undefined || areOperationSettings(stored.operations)) &&
    numbers.every(Number.isFinite) &&
    scale > 0 &&
    marginMm >= 0 &&
    dropShorterThanMm >= 0
  );
}

export function planOptions(settings: Settings, sketch: Sketch, machine: MachineProfile): PlanOptions {
  const { orientation, marginMm, scale, rotate, offset, layers, pens } = settings;
  const { drawsOverlaps, dropShorterThanMm } = settings;
  const paper = paperOf(settings, machine);
  const chosen = layers.filter(({ isOn }) => isOn).map(({ index }) => index);
  const sheet = {
    paper: paperText(paper, sketch, machine),
    ...(Object.hasOwn(namedPapers, paper) && { orientation }),
  };
  const paperAt = paperAtOf(settings, machine);
  const operations = operationsOf(settings.operations, layers, settings.sheet);
  const marks = settings.marks?.map(({ at, found }) => ({
    at: { xMm: at.xMm + paperAt.xMm, yMm: at.yMm + paperAt.yMm },
    found,
  }));
  return {
    machine,
    ...sheet,
    paperAt,
    marginMm,
    fit: 'none',
    scale,
    rotate,
    offset,
    layers: chosen,
    ...penOptions(layers, pens),
    ...(drawsOverlaps === true && { overlapMm: 0 }),
    ...(dropShorterThanMm !== undefined && { dropShorterThanMm }),
    ...(operations.length > 0 && { operations }),
    ...(marks && { marks }),
    ...(settings.operations?.cropsAtMargins === true && { crop: 'margins' as const }),
  };
}

/** Ignores pens that the user no longer owns. */
function penOptions(layers: Settings['layers'], pens: Settings['pens']): PlanOptions {
  const palette = ownedPens.value;
  return {
    pens: pens === 'palette' && palette.length === 0 ? 'colours' : pens,
    palette,
    layerSettings: layers.flatMap(({ index, settings }) => {
      if (settings === undefined) return [];
      const { pen, ...own } = settings;
      const isOwned = palette.some(({ name }) => name === pen);
      return [{ layer: index, ...own, ...(pen !== undefined && isOwned && { pen }) }];
    }),
  };
}

/** Returns the placement, or the reason why the drawing cannot be placed. */
export function placementOf(
  sketch: Sketch,
  settings: Settings,
  machine: MachineProfile,
): { placement?: Placement; why?: string } {
  // Pens do not affect the position.
  const { layerSettings: _, palette: __, pens: ___, ...options } = planOptions(settings, sketch, machine);
  try {
    return { placement: placeDrawing(outlineDrawing(sketch), options) };
  } catch (error) {
    if (!(error instanceof PlanOptionError)) throw error;
    return { why: placeDrawingTexts.optionError(error.option) ?? error.message };
  }
}

/** Machines without a size have no sheet of their own. */
function paperOf({ paper }: Settings, { size }: MachineProfile): Paper {
  return paper === 'machine' && !size ? 'page' : paper;
}

/** Returns the origin for the machine's own sheet. Other sheets are where the user put them. */
export function paperAtOf(settings: Settings, machine: MachineProfile): Settings['paperAt'] {
  return paperOf(settings, machine) === 'machine' ? { xMm: 0, yMm: 0 } : settings.paperAt;
}

/** Returns the outline of the paper in steps. */
export function paperOutline(
  settings: Settings,
  machine: MachineProfile,
  { paper: { widthMm, heightMm }, registration }: Placement,
): PaperOutline {
  const at = paperAtOf(settings, machine);
  const corner = (xMm: number, yMm: number) => {
    const place = registration ? movedPlace({ xMm, yMm }, registration) : { xMm, yMm };
    return { x: (place.xMm + at.xMm) * machine.stepsPerMm, y: (place.yMm + at.yMm) * machine.stepsPerMm };
  };
  return outlineOf([corner(0, 0), corner(widthMm, 0), corner(widthMm, heightMm), corner(0, heightMm)]);
}

function paperText(paper: Paper, { widthMm, heightMm }: Sketch, { size }: MachineProfile): string {
  const side = (mm: number) => Math.max(smallestPaperMm, mm).toFixed(3);
  if (paper === 'machine' && size) return `${side(size.widthMm)}x${side(size.heightMm)}mm`;
  if (paper in namedPapers || customPaperSize(paper) !== undefined) return paper;
  return `${side(widthMm)}x${side(heightMm)}mm`;
}

/** Returns the scale and offset for a fit mode. They do not change if the drawing is rotated later. */
export function fitted(
  sketch: Sketch,
  settings: Settings,
  machine: MachineProfile,
  mode: FitMode,
): Pick<Settings, 'scale' | 'fittedScale' | 'offset'> {
  const fit = ({ auto: 'auto', fill: 'drawing', real: 'none' } as const)[mode];
  const options = { ...planOptions(settings, sketch, machine), fit, scale: 1, offset: { xMm: 0, yMm: 0 } };
  const { paper, transform } = placeDrawing(outlineDrawing(chosenOutline(sketch, settings.layers)), options);
  const { a, b, c, d, e, f } = transform;
  const [x, y] = [sketch.widthMm / 2, sketch.heightMm / 2];
  const scale = Math.hypot(a, b);
  return {
    scale,
    fittedScale: mode === 'auto' ? scale : undefined,
    offset: { xMm: a * x + c * y + e - paper.widthMm / 2, yMm: b * x + d * y + f - paper.heightMm / 2 },
  };
}
