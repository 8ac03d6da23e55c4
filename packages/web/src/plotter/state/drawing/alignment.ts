import { computed } from '@preact/signals';
import {
  type FoundMark,
  fitMarks,
  MarksError,
  type MarksProblem,
  maxErrorMm,
  type Registration,
} from '@stationery/drawing';
import { lastPlottedJob, machine, status, stepsPerMm } from '../store.ts';
import type { DrawingSession } from './session.ts';
import { paperAtOf, type Settings } from './settings.ts';

interface EnteredPlace {
  xMm: number | undefined;
  yMm: number | undefined;
}

/** A mark as entered so far: its place on the paper, and where the pen found it, from the machine's origin. */
export interface EnteredMark {
  at: EnteredPlace;
  found: EnteredPlace;
}

export const noPlace: EnteredPlace = { xMm: undefined, yMm: undefined };

const markCount = 3;

/** Whether positions from the machine's origin mean nothing, because the position of the pen is unknown. */
export const isOriginUnknown = computed(() => status.value?.position == null || status.value.positionLost);

const rounded = (mm: number) => Math.round(mm * 1000) / 1000;

/** The position of the pen from the machine's origin; undefined while it is unknown. */
export const penPlace = computed(() => {
  const position = status.value?.position;
  if (isOriginUnknown.value || position == null) return undefined;
  return { xMm: rounded(position.x / stepsPerMm.value), yMm: rounded(position.y / stepsPerMm.value) };
});

/**
 * Returns the marks of the current alignment, or else the places of the registration marks of this plan or of
 * the last plot.
 */
export function initialMarks(session: DrawingSession, settings: Settings): EnteredMark[] {
  const known = settings.marks ?? knownPlaces(session, settings).map((at) => ({ at, found: noPlace }));
  return Array.from({ length: markCount }, (_, index) => known[index] ?? { at: noPlace, found: noPlace });
}

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
  /** The marks that were entered completely. */
  marks: readonly FoundMark[];
  /** The error of each entered mark; undefined for incomplete ones. */
  errorsMm: readonly (number | undefined)[];
  /** Undefined if the marks allow no placement. */
  registration?: Registration;
  /** Why the marks cannot be used; undefined if they can. `mm` is the distance that matters. */
  problem?: { kind: MarksProblem; mm: number };
  /** Index of the mark with the largest error. */
  worst?: number;
}

/** Fits the marks that are complete. `registration` applies to the paper as planned. */
export function fitEntered(entered: readonly EnteredMark[]): Fit {
  const complete = entered.map(completeMark);
  const marks = complete.filter((mark) => mark !== undefined);
  try {
    const registration = fitMarks(marks);
    const errors = [...registration.errorsMm];
    const errorsMm = complete.map((mark) => mark && errors.shift());
    const { errorMm } = registration;
    const isOff = errorMm > maxErrorMm;
    return {
      ...{ marks, errorsMm, registration, worst: errorsMm.indexOf(errorMm) },
      ...(isOff && { problem: { kind: 'no-match' as const, mm: errorMm } }),
    };
  } catch (error) {
    if (!(error instanceof MarksError)) throw error;
    return { marks, errorsMm: [], problem: { kind: error.problem, mm: error.mm } };
  }
}

const isPlace = (place: EnteredPlace): place is FoundMark['at'] =>
  place.xMm !== undefined && place.yMm !== undefined;

function completeMark({ at, found }: EnteredMark): FoundMark | undefined {
  return isPlace(at) && isPlace(found) ? { at, found } : undefined;
}

/** Returns how much farther apart the outermost marks were found than expected. */
export function stretchMm(marks: readonly FoundMark[], scale: number): number {
  const apart = marks.flatMap(({ at: one }) =>
    marks.map(({ at: other }) => Math.hypot(one.xMm - other.xMm, one.yMm - other.yMm)),
  );
  return (scale - 1) * Math.max(...apart);
}
