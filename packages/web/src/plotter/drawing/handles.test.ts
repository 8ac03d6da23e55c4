import { describe, expect, it } from 'vitest';
import { dragged } from './handles.ts';
import type { Settings } from './settings.ts';

const from: Settings = {
  paper: 'a4',
  orientation: 'portrait',
  marginMm: 10,
  scale: 2,
  rotate: 350,
  offset: { xMm: 5, yMm: -5 },
  layers: [],
  pens: 'layers',
};
const middle = { x: 100, y: 100 };

describe('a hand on a drawing', () => {
  it('moves it as far as the hand goes', () => {
    const drag = { grip: 'move' as const, from, start: { x: 3, y: 4 }, now: { x: 13, y: 2 }, middle };
    expect(dragged(drag)).toEqual({ offset: { xMm: 15, yMm: -7 } });
  });

  it('scales it so that the corner stays under the hand', () => {
    const drag = { grip: 'scale' as const, from, start: { x: 130, y: 140 }, now: { x: 160, y: 180 }, middle };
    expect(dragged(drag)).toEqual({ scale: 4 });
    expect(dragged({ ...drag, now: middle })).toEqual({ scale: 0.01 });
  });

  it('turns it with the hand, and stays at full steps where it is near one', () => {
    const drag = { grip: 'turn' as const, from, start: { x: 100, y: 50 }, now: { x: 150, y: 100 }, middle };
    expect(dragged(drag)).toEqual({ rotate: 80 });
    expect(dragged({ ...drag, from: { ...from, rotate: 1.5 } })).toEqual({ rotate: 90 });
  });
});
