export interface RulerMark {
  /** Distance from the start of the ruler. */
  atPx: number;
  mm: number;
  hasNumber: boolean;
}

interface RulerOptions {
  /** May be outside of the ruler. */
  zeroPx: number;
  pxPerMm: number;
  lengthPx: number;
}

const numberEveryMm = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];
/** Numbers must not touch each other. */
const numberApartPx = 44;
const markApartPx = 5;

/** Returns as many numbered marks as fit, and shorter marks between them. */
export function rulerMarks({ zeroPx, pxPerMm, lengthPx }: RulerOptions): RulerMark[] {
  const numberMm = numberEveryMm.find((mm) => mm * pxPerMm >= numberApartPx);
  if (numberMm === undefined || !(pxPerMm > 0)) return [];
  const parts = [10, 5, 2, 1].find((count) => (numberMm / count) * pxPerMm >= markApartPx) ?? 1;
  const markMm = numberMm / parts;
  const first = Math.ceil(-zeroPx / pxPerMm / markMm);
  const last = Math.floor((lengthPx - zeroPx) / pxPerMm / markMm);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => {
    const count = first + at;
    // Adding 0 turns -0 into 0.
    const mm = count * markMm + 0;
    return { atPx: zeroPx + mm * pxPerMm, mm, hasNumber: count % parts === 0 };
  });
}
