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

/** The planned and the actual place of a mark, in millimetres from the machine's origin. */
export interface FoundMark {
  readonly at: OffsetMm;
  readonly found: OffsetMm;
}

export interface PlanOptions {
  readonly machine?: Machine;
  /** One of `namedPapers`, or `WIDTHxHEIGHTmm`. Default: the page of the drawing. */
  readonly paper?: string;
  /** By default, named sizes take the orientation of the drawing, and sizes in millimetres stay as written. */
  readonly orientation?: 'portrait' | 'landscape';
  readonly marginMm?: number | MarginsMm;
  /**
   * `drawing` fits the lines between the margins, `page` the page of the file. `none` keeps the size. `auto` keeps the
   * size if the page fits the paper, and otherwise acts like `page`.
   */
  readonly fit?: 'auto' | 'drawing' | 'page' | 'none';
  /** An additional factor, applied after `fit`. */
  readonly scale?: number;
  /** Rotation in degrees clockwise. `auto` rotates by 90° if drawing and paper have different orientations. */
  readonly rotate?: number | 'auto';
  readonly align?: PlaceOnPaper;
  readonly offset?: OffsetMm;
  /** Where lines are cut off. The machine's limits always apply too. */
  readonly crop?: 'paper' | 'margins' | 'none';
  /** Top left corner of the paper, relative to the machine's origin. */
  readonly paperAt?: OffsetMm;
  /** `palette`: the nearest pen of the palette for each colour. `one`: one pen for all. */
  readonly pens?: 'layers' | 'colours' | 'palette' | 'one';
  readonly palette?: readonly PalettePen[];
  readonly layerSettings?: readonly SettingsOfLayer[];
  /** Indexes of the layers to draw, in plotting order. */
  readonly layers?: readonly number[];
  /** Operations on the placed drawing, in order. */
  readonly operations?: readonly Operation[];
  /** Lines of one pen that are this close to each other are drawn once. With 0, all lines are drawn. */
  readonly overlapMm?: number;
  /** Ends this close are joined with a line. Default: half the pen width, up to 0.2. */
  readonly joinMm?: number;
  /**
   * Drops shorter strokes, including dots. By default, only strokes within the ink of a different stroke of the
   * same pen are dropped.
   */
  readonly dropShorterThanMm?: number;
  /** Maximum deviation of a line from the file, so that it can be drawn in fewer moves. */
  readonly simplifyMm?: number;
  /** If false, keeps the order and direction of the file. */
  readonly order?: boolean;
  readonly seed?: number;
  /** Number of tries to improve the first order. Unlike a time limit, this gives reproducible plans. */
  readonly rounds?: number;
  /** Marks that show where the sheet lies, if that is not where it was planned. */
  readonly marks?: readonly FoundMark[];
  /** First stroke to draw, from 1, in plotting order. */
  readonly from?: number;
}

type NoDefault = 'paper' | 'orientation' | 'layers' | 'joinMm' | 'dropShorterThanMm' | 'marks';

export type ResolvedOptions = Required<Omit<PlanOptions, NoDefault | 'marginMm'>> &
  Pick<PlanOptions, NoDefault> & {
    /** Margins; undefined if they depend on the paper. */
    readonly margins: MarginsMm | undefined;
  };

export interface PenOptions extends ResolvedOptions {
  readonly joinMm: number;
  /** Shorter marks are invisible if they are this close to a different stroke. */
  readonly hiddenMarkMm: number;
}

const defaultPenWidthMm = 0.4;
const maxJoinMm = 0.2;
const maxHiddenMarkMm = 0.1;

export function penOptions(options: ResolvedOptions, widthMm = defaultPenWidthMm): PenOptions {
  const { joinMm = Math.min(widthMm / 2, maxJoinMm) } = options;
  return { ...options, joinMm, hiddenMarkMm: Math.min(widthMm / 4, maxHiddenMarkMm) };
}

/** Limit of `rounds`, enough for hours of search with any drawing. */
const maxRounds = 1_000_000_000;

export function resolveOptions(options: PlanOptions): ResolvedOptions {
  const { marginMm, ...others } = options;
  const margins = typeof marginMm === 'number' ? allAround(marginMm) : marginMm;
  const whole: ResolvedOptions = {
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

function check(options: ResolvedOptions): void {
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
