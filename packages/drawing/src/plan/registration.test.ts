import { randomNumbers } from '@stationery/contract/random-numbers';
import { describe, expect, it } from 'vitest';
import { drawingOf } from '../../test/drawings.ts';
import { defaultMachine } from '../motion/machine.ts';
import { plotJob } from './commands.ts';
import { parsePlanOptions } from './parse-plan-options.ts';
import { planDrawing } from './plan-drawing.ts';
import type { FoundMark } from './plan-options.ts';
import { fitMarks, movedPlace, registerMarks } from './registration.ts';

const place = (xMm: number, yMm: number) => ({ xMm, yMm });
/**
 * Returns the transform of a sheet that is moved 3 mm to the right and 2 mm down, rotated clockwise and
 * scaled.
 */
function moved(degrees: number, scale: number) {
  const [cos, sin] = [
    Math.cos((degrees * Math.PI) / 180) * scale,
    Math.sin((degrees * Math.PI) / 180) * scale,
  ];
  return { a: cos, b: sin, c: -sin, d: cos, e: 3, f: 2 };
}
const corners = [place(10, 10), place(190, 10), place(10, 280), place(190, 280)];
const foundAt = (transform: ReturnType<typeof moved>, count = 4): FoundMark[] =>
  corners.slice(0, count).map((at) => ({ at, found: movedPlace(at, transform) }));

describe('marks on a sheet', () => {
  it.each([2, 3, 4])('determine shift, rotation and scale exactly with %i marks', (count) => {
    const transform = moved(1.5, 1.002);
    const found = registerMarks(foundAt(transform, count));
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f'] as const)
      expect(found.transform[name]).toBeCloseTo(transform[name], 9);
    expect(found.degrees).toBeCloseTo(1.5, 9);
    expect(found.scale).toBeCloseTo(1.002, 9);
    expect(found.errorMm).toBeLessThan(1e-9);
  });

  it('average out manual errors, and report the largest residual', () => {
    const random = randomNumbers(7);
    const marks = foundAt(moved(-2, 1)).map(({ at, found }) => ({
      at,
      found: place(found.xMm + random() - 0.5, found.yMm + random() - 0.5),
    }));
    const { transform, errorMm, errorsMm } = registerMarks(marks);
    const errors = marks.map(({ at, found }) => {
      const { xMm, yMm } = movedPlace(at, transform);
      return Math.hypot(xMm - found.xMm, yMm - found.yMm);
    });
    expect(errorMm).toBeCloseTo(Math.max(...errors), 9);
    expect(errorsMm).toEqual(errors);
    const sum = errors.reduce((total, error) => total + error ** 2, 0);
    // No placement with a small change fits better.
    for (const change of [{ e: 0.01 }, { f: -0.01 }, { a: 1e-4, d: 1e-4 }, { b: 1e-4, c: -1e-4 }]) {
      const other = { ...transform };
      for (const [name, by] of Object.entries(change)) other[name as 'a'] += by;
      const worse = marks.reduce((total, { at, found }) => {
        const { xMm, yMm } = movedPlace(at, other);
        return total + (xMm - found.xMm) ** 2 + (yMm - found.yMm) ** 2;
      }, 0);
      expect(worse).toBeGreaterThan(sum);
    }
  });

  it('are refused if they do not determine the place of a drawing', () => {
    const [one, two, three] = foundAt(moved(0, 1));
    expect(() => registerMarks([one!])).toThrow('At least two marks are needed');
    expect(() => registerMarks([one!, one!])).toThrow('Two marks are only 0.0 mm apart');
    expect(() => registerMarks([one!, { ...two!, found: one!.found }])).toThrow('only 0.0 mm apart');
    expect(() => registerMarks([one!, { at: place(15, 10), found: place(18, 12) }])).toThrow(
      'only 5.0 mm apart: use marks that are at least 20 mm apart',
    );
    // The two marks are in the wrong order.
    expect(() =>
      registerMarks([one!, { ...two!, found: three!.found }, { ...three!, found: two!.found }]),
    ).toThrow('differ by up to 90.0 mm');
    const off = { ...three!, found: place(three!.found.xMm + 4, three!.found.yMm) };
    expect(() => registerMarks([one!, two!, off])).toThrow(/The marks are up to 1\.\d mm off/);
    expect(fitMarks([one!, two!, off]).errorMm).toBeGreaterThan(1);
    expect(() => registerMarks([one!, { ...two!, found: place(Number.NaN, 0) }])).toThrow('apart');
  });
});

describe('a plan aligned by marks', () => {
  const drawing = drawingOf([[50, 50, 150, 50]]);

  it('draws where the sheet actually lies, and returns to the origin of the machine', () => {
    const machine = { ...defaultMachine, stepsPerMm: 100, limits: null };
    const transform = moved(90, 1);
    const paperAt = place(5, 0);
    const marks = foundAt(transform, 2);
    const { commands } = plotJob(planDrawing(drawing, { machine, marks, paperAt, order: false }), machine);
    // The drawn ends are 55, 50 and 155, 50 mm from the origin before they are rotated by 90° and moved by 3,
    // 2 mm.
    expect(commands).toEqual([
      ...['PENUP', 'MOVE X-4700 Y5700', 'PENDOWN', 'MOVE X-4700 Y15700', 'PENUP', 'MOVE X0 Y0'],
    ]);
  });

  it('is refused if it is out of reach, and the error names the distance', () => {
    const marks = foundAt({ ...moved(0, 1), e: -60 }, 2);
    const limits = { minX: 0, maxX: 30_000, minY: 0, maxY: 30_000 };
    const machine = { ...defaultMachine, stepsPerMm: 100, limits };
    expect(() => planDrawing(drawing, { machine, marks })).toThrow("is 10.0 mm out of the machine's reach");
  });

  it('is refused if a mark is out of reach, and warns about marks off the paper', () => {
    const machine = { ...defaultMachine, limits: { minX: 0, maxX: 16_000, minY: 0, maxY: 16_000 } };
    const marks = foundAt({ ...moved(0, 1), e: -13 }, 2);
    expect(() => planDrawing(drawing, { machine, marks })).toThrow('found 3.0 mm out of the machine');
    const { warnings, foundMarks } = planDrawing(drawing, {
      machine: { ...machine, limits: null },
      paper: '150x200mm',
      fit: 'none',
      marks: foundAt(moved(0, 1), 2),
    });
    expect(warnings).toMatchObject([{ code: 'mark-off-paper', count: 1 }]);
    expect(foundMarks).toHaveLength(2);
  });

  it('contains the positions of the marks that it draws', () => {
    const operations = [{ kind: 'marks', sizeMm: 4, gapMm: 8 }] as const;
    const paperAt = place(100, 0);
    const plan = planDrawing(drawing, { operations, paperAt });
    expect(plan.marks).toEqual([place(40, 40), place(40, 60), place(160, 40), place(160, 60)]);
    expect(plotJob(plan, defaultMachine).marks[0]).toEqual(place(140, 40));
    const later = planDrawing(drawing, { operations: [...operations, { kind: 'rotate', degrees: 5 }] });
    expect(later.marks).toEqual([]);
    // Plans the same drawing for the same sheet after the sheet was moved.
    const transform = moved(2, 1);
    const { marks } = planDrawing(drawing, { operations, marks: foundAt(transform) });
    expect(marks).toHaveLength(4);
    expect(marks[3]!.xMm).toBeCloseTo(movedPlace(place(160, 60), transform).xMm, 9);
  });

  it('can be requested with marks as text', () => {
    expect(parsePlanOptions({ marks: '10,10 = 1.1cm,10.5mm; 200,10=201,9' }).marks).toEqual([
      { at: place(10, 10), found: place(11, 10.5) },
      { at: place(200, 10), found: place(201, 9) },
    ]);
    expect(() => parsePlanOptions({ marks: '10,10' })).toThrow('“10,10” is not a mark');
  });
});
