import { computed } from '@preact/signals';
import type { Job } from '@stationery/client';
import {
  type Box,
  checkReach,
  type FoundMark,
  fitMarks,
  MarksError,
  type MarksProblem,
  maxErrorMm,
  type Registration,
} from '@stationery/drawing';
import { lastPlottedJob, machine, status, stepsPerMm } from '../store.ts';
import type { PaperSize } from './extent.ts';
import type { DrawingSession } from './session.ts';
import { paperAtOf, type Settings } from './settings.ts';

interface EnteredPlace {
  xMm: number | undefined;
  yMm: number | undefined;
}

/** `at` is on the paper; `found` is from the machine's origin. */
export interface EnteredMark {
  at: EnteredPlace;
  found: EnteredPlace;
}

export const noPlace: EnteredPlace = { xMm: undefined, yMm: undefined };

const markCount = 3;

/** While the position of the pen is unknown, positions from the origin mean nothing. */
const isOriginUnknown = computed(() => status.value?.position == null || status.value.positionLost);

/** In millimetres from the machine's origin. */
export const reachMm = computed(() => {
  const reach = status.value?.reach;
  if (reach == null) return undefined;
  const [minX, minY, maxX, maxY] = [reach.minX, reach.minY, reach.maxX, reach.maxY].map(
    (steps) => steps / stepsPerMm.value,
  ) as [number, number, number, number];
  return { minX, minY, maxX, maxY };
});

/** Returns whether the sheet may have moved since the drawing was aligned to it. */
export function areMarksOutdated({ marks, marksSheet }: Settings): boolean {
  return marks !== undefined && (isOriginUnknown.value || marksSheet !== status.value?.sheetNumber);
}

export function alignSession(session: DrawingSession, marks: readonly FoundMark[]): void {
  session.change({ marks, marksSheet: status.peek()?.sheetNumber });
}

const rounded = (mm: number) => Math.round(mm * 1000) / 1000;

/** The position of the pen from the machine's origin; undefined while it is unknown. */
export const penPlace = computed(() => {
  const position = status.value?.position;
  if (isOriginUnknown.value || position == null) return undefined;
  return { xMm: rounded(position.x / stepsPerMm.value), yMm: rounded(position.y / stepsPerMm.value) };
});

/**
 * Returns the marks of the settings, unless outdated. Falls back to the registration marks of this plan or of the last
 * plot.
 */
export function initialMarks(session: DrawingSession, settings: Settings): EnteredMark[] {
  const { marks } = settings;
  if (marks !== undefined && !areMarksOutdated(settings)) return threeMarks(marks);
  return threeMarks(unfound(marks?.map(({ at }) => at) ?? knownPlaces(session, settings)));
}

/** Returns the marks where they lay when the job was plotted. The user has to find them again. */
export function marksOfJob({ alignment, marks }: Job): EnteredMark[] {
  return threeMarks(unfound(alignment?.marks.map(({ found }) => found) ?? marks));
}

const unfound = (places: readonly FoundMark['at'][]) => places.map((at) => ({ at, found: noPlace }));

const threeMarks = (known: readonly EnteredMark[]): EnteredMark[] =>
  Array.from({ length: markCount }, (_, index) => known[index] ?? { at: noPlace, found: noPlace });

function knownPlaces(session: DrawingSession, settings: Settings): FoundMark['at'][] {
  const planned = session.isPlanned.peek() ? session.plan.peek()?.marks : undefined;
  if (planned?.length) return planned.map(({ xMm, yMm }) => ({ xMm: rounded(xMm), yMm: rounded(yMm) }));
  const profile = machine.peek();
  if (profile === undefined) return [];
  const paperAt = paperAtOf(settings, profile);
  const plotted = lastPlottedJob.peek()?.marks ?? [];
  return plotted.map(({ xMm, yMm }) => ({
    xMm: rounded(xMm - paperAt.xMm),
    yMm: rounded(yMm - paperAt.yMm),
  }));
}

export interface Fit {
  /** The entered marks without incomplete ones. */
  marks: readonly FoundMark[];
  /** Error of each entered mark; undefined for incomplete marks. */
  errorsMm: readonly (number | undefined)[];
  /** Undefined if the marks allow no placement. */
  registration?: Registration;
  /** `mm` is the distance that causes the problem. */
  problem?: { kind: MarksProblem; mm: number };
  /** The mark with the largest error, or the one out of reach. */
  worst?: number;
  /** A mark that is expected off the paper. */
  offPaper?: number | undefined;
}

/** Undefined members are unknown. */
interface MarksArea {
  /** In millimetres from the machine's origin. */
  reach?: Box | undefined;
  paper?: PaperSize | undefined;
}

/** Ignores incomplete marks. `registration` applies to the paper as planned. */
export function fitEntered(entered: readonly EnteredMark[], { reach, paper }: MarksArea = {}): Fit {
  const complete = entered.map(completeMark);
  const marks = complete.filter((mark) => mark !== undefined);
  let checked = 0;
  try {
    for (const mark of complete) {
      if (mark && reach) checkReach([mark], reach);
      checked++;
    }
    const registration = fitMarks(marks);
    const errors = [...registration.errorsMm];
    const errorsMm = complete.map((mark) => mark && errors.shift());
    const { errorMm } = registration;
    const isOff = errorMm > maxErrorMm;
    return {
      marks,
      errorsMm,
      registration,
      worst: errorsMm.indexOf(errorMm),
      ...(isOff && { problem: { kind: 'no-match' as const, mm: errorMm } }),
      offPaper: paper && indexOffPaper(complete, paper),
    };
  } catch (error) {
    if (!(error instanceof MarksError)) throw error;
    return { marks, errorsMm: [], problem: { kind: error.problem, mm: error.mm }, worst: checked };
  }
}

function indexOffPaper(
  marks: readonly (FoundMark | undefined)[],
  { widthMm, heightMm }: PaperSize,
): number | undefined {
  const index = marks.findIndex(
    (mark) => mark && (mark.at.xMm < 0 || mark.at.yMm < 0 || mark.at.xMm > widthMm || mark.at.yMm > heightMm),
  );
  return index < 0 ? undefined : index;
}

const isPlace = (place: EnteredPlace): place is FoundMark['at'] =>
  place.xMm !== undefined && place.yMm !== undefined;

function completeMark({ at, found }: EnteredMark): FoundMark | undefined {
  return isPlace(at) && isPlace(found) ? { at, found } : undefined;
}

/** Returns how much farther apart than expected the outermost marks were found. */
export function stretchMm(marks: readonly FoundMark[], scale: number): number {
  const apart = marks.flatMap(({ at: one }) =>
    marks.map(({ at: other }) => Math.hypot(one.xMm - other.xMm, one.yMm - other.yMm)),
  );
  return (scale - 1) * Math.max(...apart);
}
