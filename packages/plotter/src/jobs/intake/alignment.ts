import { AppError } from '@stationery/core';
import { checkReach, type FoundMark, MarksError, registerMarks } from '@stationery/drawing';
import type { Area } from '../../drivers/language/geometry.ts';
import type { Alignment } from '../../store/job.ts';

export interface SheetOnBed {
  sheetNumber: number;
  /** In steps from the origin; null if there are no limits. */
  reach: Area | null;
  stepsPerMm: number;
}

/** Throws with this pointer if the marks do not fit. */
export function alignmentOf(
  marks: FoundMark[],
  { sheetNumber, reach, stepsPerMm }: SheetOnBed,
  pointer: string,
): Alignment {
  try {
    const { scale, degrees, errorMm } = registerMarks(marks);
    if (reach !== null) checkReach(marks, inMm(reach, stepsPerMm));
    const mean = (shift: (mark: FoundMark) => number) =>
      marks.reduce((sum, mark) => sum + shift(mark), 0) / marks.length;
    const shift = {
      xMm: mean(({ at, found }) => found.xMm - at.xMm),
      yMm: mean(({ at, found }) => found.yMm - at.yMm),
    };
    return { marks, shift, degrees, scale, errorMm, sheetNumber };
  } catch (error) {
    if (!(error instanceof MarksError)) throw error;
    throw new AppError('invalid-request', `${error.message}.`, { pointer });
  }
}

function inMm({ minX, minY, maxX, maxY }: Area, stepsPerMm: number): Area {
  return {
    minX: minX / stepsPerMm,
    minY: minY / stepsPerMm,
    maxX: maxX / stepsPerMm,
    maxY: maxY / stepsPerMm,
  };
}
