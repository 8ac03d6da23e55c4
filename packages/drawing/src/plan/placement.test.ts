import { describe, expect, it } from 'vitest';
import { drawingOf } from '../../test/drawings.ts';
import type { Drawing } from '../drawing.ts';
import { defaultMachine } from '../motion/machine.ts';
import { planDrawing } from './plan-drawing.ts';
import type { PlanOptions } from './plan-options.ts';

const plain: PlanOptions = { overlapMm: 0, order: false };

/** A page of 100 × 50 mm with one line from 10, 10 to 30, 20. */
const line = { ...drawingOf([[10, 10, 30, 20]]), widthMm: 100, heightMm: 50 };

function placed(options: PlanOptions): number[] {
  const { layers } = planDrawing(line, { ...plain, ...options });
  return Array.from(layers[0]?.strokes[0] ?? [], (mm) => Math.round(mm * 1000) / 1000);
}

describe('a drawing on paper', () => {
  it('stays in place if its page is the paper', () => {
    expect(placed({})).toEqual([10, 10, 30, 20]);
    expect(planDrawing(line, plain).paper).toEqual({ widthMm: 100, heightMm: 50 });
  });

  it('is centred or placed at a given position', () => {
    expect(placed({ paper: '200x100mm' })).toEqual([60, 35, 80, 45]);
    expect(placed({ paper: '200x100mm', align: 'top-left', marginMm: 5 })).toEqual([15, 15, 35, 25]);
    expect(placed({ paper: '200x100mm', align: 'bottom-right', marginMm: 5 })).toEqual([105, 55, 125, 65]);
    expect(placed({ paper: '200x100mm', align: 'right', marginMm: 0 })).toEqual([110, 35, 130, 45]);
    expect(placed({ paper: '200x100mm', align: 'top', marginMm: 0, offset: { xMm: 1, yMm: 2 } })).toEqual([
      61, 12, 81, 22,
    ]);
  });

  it('is fitted to the margins by its page or by its lines', () => {
    expect(placed({ paper: '220x120mm', fit: 'page' })).toEqual([30, 30, 70, 50]);
    expect(placed({ paper: '220x120mm', fit: 'drawing' })).toEqual([10, 10, 210, 110]);
    expect(placed({ paper: '220x120mm', fit: 'drawing', scale: 0.5 })).toEqual([60, 35, 160, 85]);
    const margins = { left: 20, right: 0, top: 0, bottom: 20 };
    expect(placed({ paper: '220x120mm', fit: 'drawing', marginMm: margins })).toEqual([20, 0, 220, 100]);
  });

  it('is scaled down by default only if its page is larger than the paper', () => {
    expect(placed({ paper: '70x45mm' })).toEqual([15, 15, 25, 20]);
    expect(placed({ paper: '70x45mm', fit: 'none', crop: 'none' })).toEqual([-5, 7.5, 15, 17.5]);
  });

  it('is rotated clockwise', () => {
    expect(placed({ rotate: 90 })).toEqual([40, 10, 30, 30]);
    expect(planDrawing(line, { ...plain, rotate: 90 }).paper).toEqual({ widthMm: 50, heightMm: 100 });
    expect(placed({ rotate: 180 })).toEqual([90, 40, 70, 30]);
    expect(placed({ rotate: -90 })).toEqual(placed({ rotate: 270 }));
    expect(placed({ rotate: 45, paper: '300x300mm' })).toEqual([132.322, 111.109, 139.393, 132.322]);
  });

  it('is rotated automatically to match the paper', () => {
    expect(placed({ rotate: 'auto', paper: '100x200mm' })).toEqual(
      placed({ rotate: 90, paper: '100x200mm' }),
    );
    expect(placed({ rotate: 'auto', paper: 'a4', fit: 'page' })).toEqual(
      placed({ rotate: 90, paper: 'a4', orientation: 'portrait', fit: 'page' }),
    );
  });

  it('determines the orientation of paper given by name', () => {
    expect(planDrawing(line, { ...plain, paper: 'A4' }).paper).toEqual({ widthMm: 297, heightMm: 210 });
    expect(planDrawing(line, { ...plain, paper: 'letter', orientation: 'portrait' }).paper.widthMm).toBe(
      215.9,
    );
  });

  describe('on a machine of 300 × 218 mm', () => {
    const limits = { minX: 0, maxX: 24_000, minY: 0, maxY: 17_440 };
    const machine = { ...defaultMachine, limits };
    const square = (fromMm: number, toMm: number, sideMm: number) => ({
      ...drawingOf([[fromMm, fromMm, toMm, fromMm, toMm, toMm, fromMm, toMm, fromMm, fromMm]]),
      widthMm: sideMm,
      heightMm: sideMm,
    });
    const boxOn = (drawing: Drawing, options: PlanOptions) => {
      const { layers, warnings } = planDrawing(drawing, { ...plain, machine, ...options });
      expect(warnings).toEqual([]);
      const [points = new Float64Array()] = layers[0]?.strokes ?? [];
      const [x, y] = [points.filter((_, at) => at % 2 === 0), points.filter((_, at) => at % 2 === 1)];
      return [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)].map(Math.round);
    };

    it("is not cut off by default on a sheet that is longer than the machine's area", () => {
      expect(boxOn(square(0, 180, 180), { paper: 'a4' })).toEqual([15, 38, 195, 218]);
      expect(boxOn(square(0, 100, 100), { paper: 'a4', fit: 'drawing' })).toEqual([10, 28, 200, 218]);
      expect(boxOn(square(0, 260, 260), { paper: 'a3', orientation: 'portrait' })).toEqual([
        45, 10, 253, 218,
      ]);
    });

    it('stays in place if the pen reaches all lines', () => {
      expect(boxOn(square(10, 200, 290), {})).toEqual([10, 10, 200, 200]);
    });

    it('stays at a chosen position, even if it is cut off there', () => {
      const put = planDrawing(square(0, 180, 180), { ...plain, machine, paper: 'a4', align: 'bottom' });
      expect(put.warnings).toMatchObject([{ code: 'cut-off-by-machine' }]);
    });
  });

  it('is refused with impossible options', () => {
    expect(() => placed({ paper: 'b17' })).toThrow('unknown paper size “b17”');
    expect(() => placed({ paper: '0x10mm' })).toThrow('unknown paper size');
    expect(() => placed({ marginMm: 30 })).toThrow('The margins leave no room on a paper of 100 × 50 mm');
    expect(() => placed({ marginMm: -1 })).toThrow('A margin of -1 mm');
    expect(() => placed({ scale: 0 })).toThrow('scaled by 0');
    expect(() => placed({ layers: [3] })).toThrow('There is no such layer: the drawing has 1');
    expect(() => placed({ rounds: 1.5 })).toThrow('rounds');
  });
});
