import { describe, expect, it } from 'vitest';
import { status } from '../store.ts';
import { type EnteredMark, fitEntered, noPlace, penPlace, stretchMm } from './alignment.ts';

const place = (xMm: number, yMm: number) => ({ xMm, yMm });
const mark = (at: EnteredMark['at'], found: EnteredMark['found']): EnteredMark => ({ at, found });
/** A sheet that lies 5 mm to the right and is rotated by 90°. */
const [one, two, three] = [
  mark(place(10, 10), place(-5, 10)),
  mark(place(110, 10), place(-5, 110)),
  mark(place(10, 60), place(-55, 10)),
];

describe('fitEntered', () => {
  it('uses marks once all four numbers are entered', () => {
    const half = mark(place(10, 60), { xMm: 3, yMm: undefined });
    expect(fitEntered([one, half, mark(noPlace, noPlace)]).problem).toEqual({ kind: 'too-few', mm: 0 });
    const { marks, errorsMm, registration, problem } = fitEntered([one, half, two]);
    expect(marks).toEqual([one, two]);
    expect(errorsMm[1]).toBeUndefined();
    expect(registration?.degrees).toBeCloseTo(90, 9);
    expect(problem).toBeUndefined();
  });

  it('returns the error of each mark and the worst, even above the limit', () => {
    const near = fitEntered([one, two, mark(three.at, place(-55.6, 10))]);
    expect(near.problem).toBeUndefined();
    expect(near.errorsMm.every((mm) => mm !== undefined && mm > 0.05 && mm < 0.6)).toBe(true);
    const off = fitEntered([one, two, mark(three.at, place(-59, 10))]);
    expect(off.problem?.kind).toBe('no-match');
    expect(off.errorsMm[off.worst!]).toBe(off.problem?.mm);
    expect(off.registration).toBeDefined();
  });

  it('refuses marks that coincide or are swapped', () => {
    expect(fitEntered([one, one]).problem).toEqual({ kind: 'too-close', mm: 0 });
    expect(fitEntered([one, mark(two.at, three.found), mark(three.at, two.found)]).problem?.kind).toBe(
      'other-size',
    );
  });
});

it('fitEntered names a mark that is out of reach, and a mark off the paper', () => {
  const reach = { minX: -40, minY: 0, maxX: 300, maxY: 200 };
  const { problem, worst } = fitEntered([one, two, three], { reach });
  expect([problem?.kind, worst]).toEqual(['mark-out-of-reach', 2]);
  expect(problem?.mm).toBeCloseTo(15, 9);
  const paper = { widthMm: 100, heightMm: 100 };
  const { registration, offPaper } = fitEntered([one, two], { reach, paper });
  expect([registration?.degrees, offPaper]).toEqual([90, 1]);
});

it('stretchMm shows a mistake in two marks by the change of their distance', () => {
  const { marks, registration } = fitEntered([one, mark(two.at, place(-5, 112))]);
  expect(stretchMm(marks, registration!.scale)).toBeCloseTo(2, 9);
});

it('penPlace is unknown without a position, and after the origin may have moved', () => {
  const now = { position: { x: 800, y: 44 }, positionLost: false };
  const set = (changes: object) => {
    status.value = { ...now, ...changes } as unknown as typeof status.value;
  };
  try {
    set({});
    expect(penPlace.value).toEqual(place(10, 0.55));
    set({ position: null });
    expect(penPlace.value).toBeUndefined();
    set({ positionLost: true });
    expect(penPlace.value).toBeUndefined();
  } finally {
    status.value = undefined;
  }
});
