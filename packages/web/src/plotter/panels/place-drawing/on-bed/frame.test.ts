import { describe, expect, it } from 'vitest';
import { type Corners, finger, frameOf, mouse } from './frame.ts';

const bed = { widthPx: 400, heightPx: 300 };
const unrotated = (x: number, y: number, width: number, height: number) =>
  [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ] as const;
const ofMouse = (corners: Corners, angle = 0, tab = undefined as Parameters<typeof frameOf>[0]['tab']) =>
  frameOf({ corners, angle, hand: mouse, bed, tab });
const tab = { x: 66, y: 120, width: 148, height: 24 };

describe('the frame around a drawing (mouse)', () => {
  it('has the size of the drawing, but is always large enough to be grabbed', () => {
    expect(ofMouse(unrotated(100, 100, 90, 80)).corners).toEqual(unrotated(100, 100, 90, 80));
    expect(ofMouse(unrotated(100, 100, 12, 82)).corners).toEqual(unrotated(86, 100, 40, 82));
    // Rotated by 90°, so the narrow side is the height on the bed.
    const [a, , c] = ofMouse(
      [
        { x: 100, y: 100 },
        { x: 100, y: 112 },
        { x: 10, y: 112 },
        { x: 10, y: 100 },
      ],
      90,
    ).corners;
    expect([a.x, a.y, c.x, c.y].map(Math.round)).toEqual([100, 86, 10, 126]);
  });

  it('has a visible knob above, below or beside it, but never over the tab of the sheet', () => {
    expect(ofMouse(unrotated(100, 100, 80, 80)).knob).toEqual({ x: 140, y: 72 });
    expect(ofMouse(unrotated(100, 20, 80, 80)).knob).toEqual({ x: 140, y: 128 });
    expect(ofMouse(unrotated(100, 10, 80, 280)).knob).toEqual({ x: 208, y: 150 });
    expect(ofMouse(unrotated(310, 10, 80, 280)).knob).toEqual({ x: 282, y: 150 });
    expect(ofMouse(unrotated(100, 20, 80, 80), 0, tab).knob).toEqual({ x: 208, y: 60 });
    expect(ofMouse(unrotated(100, 176, 80, 80), 0, tab).knob).toEqual({ x: 140, y: 284 });
  });

  it('has its knob inside a drawing that fills or exceeds the bed', () => {
    expect(ofMouse(unrotated(10, 10, 380, 280)).knob).toEqual({ x: 200, y: 58 });
    expect(ofMouse(unrotated(10, 10, 380, 280)).foot).toEqual({ x: 200, y: 10 });
    // The upper edge is out of view, and a knob over the tab could not be grabbed.
    expect(ofMouse(unrotated(-100, -200, 600, 480)).knob).toEqual({ x: 200, y: 232 });
    const low = { ...tab, x: 126, y: 220 };
    expect(ofMouse(unrotated(-20, -200, 400, 480), 0, low).knob).toEqual({ x: 332, y: 40 });
    expect(ofMouse(unrotated(-500, -500, 1400, 1300)).knob).toEqual({ x: 200, y: 48 });
    expect(ofMouse(unrotated(500, 400, 1400, 1300)).knob).toBeUndefined();
    // Rotated by 90°, so the top is on the right.
    const [a, b, c, d] = unrotated(10, 10, 380, 280);
    expect(ofMouse([b, c, d, a], 90).knob).toEqual({ x: expect.closeTo(342, 6), y: 150 });
  });
});

describe('the frame around a drawing (finger)', () => {
  const ofFinger = (x: number, y: number, width: number, height: number, more = {}) =>
    frameOf({ corners: unrotated(x, y, width, height), angle: 0, hand: finger, bed, ...more });
  /** Returns whether a finger at a place grabs the drawing instead of a grip or the knob. */
  const moves = ({ grips, knob }: ReturnType<typeof frameOf>, x: number, y: number) =>
    [...grips, knob].every((at) => !at || Math.max(Math.abs(at.x - x), Math.abs(at.y - y)) >= finger.reachPx);

  it.each([
    ['in the middle of the bed', 150, 120, 70, 48],
    ['in a corner of the bed', 15, 15, 70, 48],
    ['very small', 200, 150, 6, 4],
    ['as high as the bed', 150, 5, 60, 290],
  ])('lets a small drawing be dragged anywhere inside it: %s', (_where, x, y, width, height) => {
    const frame = ofFinger(x, y, width, height);
    const places = [0, 0.5, 1].flatMap((dx) =>
      [0, 0.5, 1].map((dy) => [x + width * dx, y + height * dy] as const),
    );
    expect(places.filter((place) => !moves(frame, ...place))).toEqual([]);
    expect(frame.knob).toBeDefined();
  });

  it('has grips inside only if the drawing is large and has no room beside it', () => {
    expect(ofFinger(15, 15, 70, 48).grips.map(Boolean)).toEqual([false, false, true, false]);
    const large = ofFinger(5, 5, 390, 290);
    expect(large.grips).toEqual(unrotated(5, 5, 390, 290));
    expect(large.knob).toEqual({ x: 200, y: -13 + 48 });
    expect(moves(large, 200, 150)).toBe(true);
  });

  it('has a knob inside a drawing that fills the bed of a phone, and leaves the rest of it draggable', () => {
    const corners = unrotated(33, 20, 262, 190);
    const frame = frameOf({ corners, angle: 0, hand: finger, bed: { widthPx: 327, heightPx: 231 } });
    expect(frame.knob).toEqual({ x: 164, y: 50 });
    const places = [0.25, 0.5, 0.75].flatMap((dx) => [0.35, 0.5, 0.9].map((dy) => [dx, dy] as const));
    expect(places.filter(([dx, dy]) => !moves(frame, 33 + 262 * dx, 20 + 190 * dy))).toEqual([]);
  });

  it('never covers the tab of the sheet, because it moves the tab down or omits grips', () => {
    const below = ofFinger(100, 60, 80, 56, { tab });
    expect(below.tab).toEqual({ ...tab, y: 152 });
    expect(below.grips.map(Boolean)).toEqual([true, true, true, true]);
    const low = { ...tab, y: 270 };
    const full = ofFinger(80, 100, 120, 190, { tab: low });
    expect(full.tab).toEqual(low);
    expect(full.grips.map(Boolean)).toEqual([true, true, false, false]);
  });
});
