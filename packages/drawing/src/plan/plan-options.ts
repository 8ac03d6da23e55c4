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

/** All may be left out. */
export interface PlanOptions {
  readonly machine?: Machine;
  /** `a6` to `a0`, `letter`, `legal`, `tabloid`, or `WIDTHxHEIGHTmm`; else the page of the drawing. */
  readonly paper?: string;
  /** Else a size with a name lies as the drawing does, and one in millimetres as it was written. */
  readonly orientation?: 'portrait' | 'landscape';
  readonly marginMm?: number | MarginsMm;
  /**
   * `drawing`: what is drawn is fitted to the margins. `page`: the page of the file is. `none`: the
   * size stays. `auto`: it stays where the page fits the paper, else as `page`.
   */
  readonly fit?: 'auto' | 'drawing' | 'page' | 'none';
  /** Applied after `fit`. */
  readonly scale?: number;
  /** Degrees clockwise; `auto` turns a quarter where the drawing lies and the paper stands, or the reverse. */
  readonly rotate?: number | 'auto';
  /** Where the drawing lies between the margins. */
  readonly align?: PlaceOnPaper;
  /** Moved from there. */
  readonly offset?: OffsetMm;
  /** Where lines are cut off. The limits of the machine always are such an edge. */
  readonly crop?: 'paper' | 'margins' | 'none';
  /** Where the paper's top left corner lies, from the machine's origin. */
  readonly paperAt?: OffsetMm;
  /** How pens are assigned: by layer, by colour, by the nearest pen of the palette, or one pen for all. */
  readonly pens?: 'layers' | 'colours' | 'palette' | 'one';
  /** The user's pens. With `pens: 'palette'`, each colour is drawn with the pen nearest to it. */
  readonly palette?: readonly PalettePen[];
  /** How single layers are drawn. */
  readonly layerSettings?: readonly SettingsOfLayer[];
  /** Layers by their index, in the order in which they are drawn; those left out are not. */
  readonly layers?: readonly number[];
  /** Operations on the placed drawing, in order. */
  readonly operations?: readonly Operation[];
  /** Lines over other lines of the same pen are drawn once, where they are this close; 0 draws them all. */
  readonly overlapMm?: number;
  /** Ends this close are joined, and the gap drawn; 0 joins only ends at the same place. Default: half the width of the pen, up to 0.2. */
  readonly joinMm?: number;
  /** Shorter strokes are left out, dots too. Default: only those within the ink of another stroke of the pen. */
  readonly dropShorterThanMm?: number;
  /** How far a line may be from the one in the file, to be drawn in fewer moves. */
  readonly simplifyMm?: number;
  /** False keeps the order and direction of the file. */
  readonly order?: boolean;
  readonly seed?: number;
  /** How long to think after the first answer, counted in tries, not in time: so the same gives the same. */
  readonly rounds?: number;
}

type NoDefault = 'paper' | 'orientation' | 'layers' | 'joinMm' | 'dropShorterThanMm';

export type WholeOptions = Required<Omit<PlanOptions, NoDefault | 'marginMm'>> &
  Pick<PlanOptions, NoDefault> & {
    /** Undefined where nothing was said: then they are what suits the paper. */
    readonly margins: MarginsMm | undefined;
  };

/** The options for the strokes of one pen. */
export interface PenOptions extends WholeOptions {
  readonly joinMm: number;
  /** Marks shorter than this, and within it of another stroke, are not visible. */
  readonly hiddenMarkMm: number;
}

/** Of pens whose width is not known. */
const defaultPenWidthMm = 0.4;
const maxJoinMm = 0.2;
const maxHiddenMarkMm = 0.1;

export function penOptions(options: WholeOptions, widthMm = defaultPenWidthMm): PenOptions {
  const { joinMm = Math.min(widthMm / 2, maxJoinMm) } = options;
  return { ...options, joinMm, hiddenMarkMm: Math.min(widthMm / 4, maxHiddenMarkMm) };
}

/** Hours of thinking, for any drawing. */
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
  const { margins, scale, rotate, offset, paperAt, operations, seed, rounds } = options;
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
}

function notNegative(option: string, name: string, value: number): void {
  if (!(value >= 0 && Number.isFinite(value)))
    throw new PlanOptionError(option, `${name} of ${value} mm is not possible: use 0 or more`);
}
