import { describe, expect, it } from 'vitest';
import type { Settings } from '../../../state/drawing/settings.ts';
import { dragged } from './drag.ts';
import { snapOf } from './snap.ts';

const from: Settings = {
  paper: 'a4',
  orientation: 'portrait',
  marginMm: 10,
  scale: 2,
  fittedScale: undefined,
  rotate: 350,
  offset: { xMm: 5, yMm: -5 },
  paperAt: { xMm: 0, yMm: 0 },
  layers: [],
  pens: 'layers',
};
const middle = { x: 100, y: 100 };
const hand = { from, middle, anchor: middle, isSteady: false };

describe('dragging a drawing', () => {
  it('moves it by the pointer distance, or along one axis with Shift', () => {
    const drag = { ...hand, grip: 'move' as const, start: { x: 3, y: 4 }, now: { x: 13, y: 2 } };
    expect(dragged(drag)).toEqual({ offset: { xMm: 15, yMm: -7 } });
    expect(dragged({ ...drag, isSteady: true })).toEqual({ offset: { xMm: 15, yMm: -5 } });
  });

  it('scales it so that its corner follows the pointer and the opposite corner stays', () => {
    const drag = { ...hand, grip: 'scale' as const, start: { x: 130, y: 140 }, now: { x: 160, y: 180 } };
    expect(dragged(drag)).toEqual({ scale: 4, offset: { xMm: 5, yMm: -5 } });
    expect(dragged({ ...drag, now: middle }).scale).toBe(0.01);
    const anchor = { x: 70, y: 60 };
    expect(dragged({ ...drag, anchor, now: { x: 190, y: 220 } })).toEqual({
      scale: 4,
      offset: { xMm: 35, yMm: 35 },
    });
  });

  it('rotates it with the pointer, and snaps to full steps near them or with Shift', () => {
    const drag = { ...hand, grip: 'turn' as const, start: { x: 100, y: 50 }, now: { x: 150, y: 100 } };
    expect(dragged(drag)).toEqual({ rotate: 80 });
    expect(dragged({ ...drag, from: { ...from, rotate: 1.5 } })).toEqual({ rotate: 90 });
    expect(dragged({ ...drag, isSteady: true })).toEqual({ rotate: 75 });
  });
});

describe('a drawing that is moved', () => {
  const paper = { widthMm: 210, heightMm: 297 };
  const box = { minX: 61, maxX: 151, minY: 12, maxY: 100 };

  it('snaps to the centre or margins of the paper', () => {
    expect(snapOf({ box, paper, marginMm: 10, withinMm: 3 })).toEqual({
      xMm: -1,
      yMm: -2,
      atX: 105,
      atY: 10,
    });
    expect(snapOf({ box, paper, marginMm: 10, withinMm: 0.5 })).toMatchObject({ xMm: 0, yMm: 0 });
  });
});
