import type { Operation } from '@stationery/contract/operation-table';
import { defaultMachine, type Machine } from '../motion/machine.ts';
import { checkOperations } from '../operations/check-operations.ts';
import { PlanOptionError } from '../options/plan-option-error.ts';
import { checkPenSettings, type PalettePen, type SettingsOfLayer } from './pen-settings.ts';

export const places = [
  'top-left',
  'top',
  'top-right',
  'left',
  'center',
  'right',
  'bottom-left',
  'bottom',
  'bottom-right',
] as const;
export type PlaceOnPaper = (typeof places)[number];

export interface MarginsMm {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

export interface OffsetMm {
  readonly xMm: number;
  readonly yMm: number;
}

/** A mark on a sheet, in millimetres from the machine's origin. */
export interface FoundMark {
  /** Planned centre of the mark. */
  readonly at: OffsetMm;
  /** Found centre of the mark. */
  readonly found: OffsetMm;
}

/** All options have defaults. */
export interface PlanOptions {
  readonly machine?: Machine;
  /** `a6` to `a0`, `letter`, `legal`, `tabloid`, or `WIDTHxHEIGHTmm`. Default: the page of the drawing. */
  readonly paper?: string;
  /** Default: named sizes follow the drawing; sizes in millimetres stay as written. */
  readonly orientation?: 'portrait' | 'landscape';
  readonly marginMm?: number | MarginsMm;
  /**
   * `drawing`: fits the lines between the margins. `page`: fits the page of the file. `none`: keeps the size. `auto`:
   * keeps it if the page fits the paper, else like `page`.
   */
  readonly fit?: 'auto' | 'drawing' | 'page' | 'none';
  /** Applied after `fit`. */
  readonly scale?: number;
  /** Degrees clockwise; `auto` rotates by 90° if drawing and paper have different orientations. */
  readonly rotate?: number | 'auto';
  /** Position of the drawing between the margins. */
  readonly align?: PlaceOnPaper;
  /** Offset from the position by `align`. */
  readonly offset?: OffsetMm;
  /** Where lines are cut off. The machine's limits always apply. */
  readonly crop?: 'paper' | 'margins' | 'none';
  /** Top left corner of the paper, relative to the machine's origin. */
  readonly paperAt?: OffsetMm;
  /** How pens are assigned: by layer, by colour, by the nearest pen of the palette, or one pen for all. */
  readonly pens?: 'layers' | 'colours' | 'palette' | 'one';
  /** The user's pens. With `pens: 'palette'`, each colour is drawn with the pen nearest to it. */
  readonly palette?: readonly PalettePen[];
  /** Settings of single layers. */
  readonly layerSettings?: readonly SettingsOfLayer[];
  /** Layers by index, in plotting order; others are not drawn. */
  readonly layers?: readonly number[];
  /** Operations on the placed drawing, in order. */
  readonly operations?: readonly Operation[];
  /** Lines of the same pen this close to each other are drawn once; 0 draws them all. */
  readonly overlapMm?: number;
  /** Ends this close are joined with a line. Default: half the pen width, up to 0.2. */
  readonly joinMm?: number;
  /** Shorter strokes and dots are dropped. Default: only those within the ink of a different stroke of the pen. */
  readonly dropShorterThanMm?: number;
  /** Maximum deviation of a line from the file, to draw it in fewer moves. */
  readonly simplifyMm?: number;
  /** False keeps the order and direction of the file. */
  readonly order?: boolean;
  readonly seed?: number;
  /** Search effort after the first result, in tries rather than time, for reproducible plans. */
  readonly rounds?: number;
  /** Places the drawing on a sheet that is not where it was planned, by marks on it. */
  readonly marks?: readonly FoundMark[];
  /** Leaves out the strokes before this one, counted from 1 in plotting order. */
  readonly from?: number;
}

type NoDefault = 'paper' | 'orientation' | 'layers' | 'joinMm' | 'dropShorterThanMm' | 'marks';

export type WholeOptions = Required<Omit<PlanOptions, NoDefault | 'marginMm'>> &
  Pick<PlanOptions, NoDefault> & {
    /** Undefined if not set: then suitable for the paper. */
    readonly margins: MarginsMm | undefined;
  };

export interface PenOptions extends WholeOptions {
  readonly joinMm: number;
  /** Marks shorter than this, and this close to a different stroke, are invisible. */
  readonly hiddenMarkMm: number;
}

const defaultPenWidthMm = 0.4;
const maxJoinMm = 0.2;
const maxHiddenMarkMm = 0.1;

export function penOptions(options: WholeOptions, widthMm = defaultPenWidthMm): PenOptions {
  const { joinMm = Math.min(widthMm / 2, maxJoinMm) } = options;
  return { ...options, joinMm, hiddenMarkMm: Math.min(widthMm / 4, maxHiddenMarkMm) };
}

/** Hours of search for any drawing. */
const maxRounds = 1_000_000_000;

export function wholeOptions(options: PlanOptions): WholeOptions {
  const { marginMm, ...others } = options;
  const margins = typeof marginMm === 'number' ? allAround(marginMm) : marginMm;
  const whole: WholeOptions = {
    machine: defaultMachine,
    fit: 'auto',
    scale: 1,
    rotate: 0,
    align: 'center',
    offset: { xMm: 0, yMm: 0 },
    crop: 'paper',
    paperAt: { xMm: 0, yMm: 0 },
    pens: 'layers',
    palette: [],
    layerSettings: [],
    operations: [],
    overlapMm: 0.05,
    simplifyMm: 0.02,
    order: true,
    seed: 1,
    rounds: 0,
    from: 1,
    ...others,
    margins,
  };
  check(whole);
  return whole;
}

function allAround(mm: number): MarginsMm {
  return { top: mm, right: mm, bottom: mm, left: mm };
}

function check(options: WholeOptions): void {
  const { margins, scale, rotate, offset, paperAt, operations, seed, rounds, from } = options;
  checkOperations(operations);
  for (const value of Object.values(margins ?? {})) notNegative('marginMm', 'A margin', value);
  if (!(scale > 0 && Number.isFinite(scale)))
    throw new PlanOptionError('scale', `A drawing cannot be scaled by ${scale}: use a number above 0`);
  if (rotate !== 'auto' && !Number.isFinite(rotate))
    throw new PlanOptionError('rotate', `A drawing cannot be turned by ${rotate}: use degrees, or “auto”`);
  for (const [option, { xMm, yMm }] of Object.entries({ offset, paperAt })) {
    if (!(Number.isFinite(xMm) && Number.isFinite(yMm)))
      throw new PlanOptionError(option, `${xMm}, ${yMm} is not a place: use millimetres`);
  }
  for (const option of ['overlapMm', 'joinMm', 'dropShorterThanMm', 'simplifyMm'] as const)
    notNegative(option, `“${option}”`, options[option] ?? 0);
  const { machine, layerSettings } = options;
  for (const settings of layerSettings) checkPenSettings('layerSettings', settings, machine);
  if (!Number.isSafeInteger(seed))
    throw new PlanOptionError('seed', `invalid seed ${seed}: use a whole number`);
  if (!(Number.isSafeInteger(rounds) && rounds >= 0 && rounds <= maxRounds))
    throw new PlanOptionError('rounds', `“rounds” is ${rounds}: use a whole number up to ${maxRounds}`);
  if (!(Number.isSafeInteger(from) && from >= 1))
    throw new PlanOptionError('from', `invalid stroke ${from}: use a whole number from 1`);
}

function notNegative(option: string, name: string, value: number): void {
  if (!(value >= 0 && Number.isFinite(value)))
    throw new PlanOptionError(option, `${name} of ${value} mm is not possible: use 0 or more`);
}
