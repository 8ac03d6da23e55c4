import { expect, it } from 'vitest';
import { heightScale, stepsAt, withHeight } from './pen-heights.ts';

it("heightScale counts upwards from the lowered pen, in whichever direction the machine's values grow", () => {
  const servo = { up: 0, down: 1000 };
  const scale = heightScale(servo, {});
  expect(stepsAt(scale, servo.up)).toBe(20);
  expect(withHeight(servo, 'up', 21, scale)).toEqual({ up: -50, down: 1000 });
  expect(withHeight(servo, 'down', -1, scale)).toEqual({ up: 0, down: 1050 });
  const zAxis = { up: 5, down: 0 };
  expect(withHeight(zAxis, 'down', 1, heightScale(zAxis, {}))).toEqual({ up: 5, down: 0.25 });
  const pulse = { up: 20_641, down: 15_248 };
  expect(withHeight(pulse, 'down', 0.5, heightScale(pulse, {}))).toEqual({ up: 20_641, down: 15_383 });
  const same = { up: 3, down: 3 };
  expect(withHeight(same, 'up', 1, heightScale(same, {}))).toEqual({ up: 4, down: 3 });
});

it('heightScale ends at the limits of the machine, and is short if there are no limits', () => {
  expect(heightScale({ up: 5, down: 0 }, {})).toMatchObject({ min: -10, max: 30 });
  expect(heightScale({ up: 0, down: 1000 }, { least: 0 })).toMatchObject({ min: -10, max: 20 });
  expect(heightScale({ up: 90, down: 30 }, { limits: { min: 0, max: 180 } })).toMatchObject({
    min: -10,
    max: 50,
  });
});

it('withHeight keeps the upper height above the lower one, and both within the scale', () => {
  const heights = { up: 90, down: 30 };
  const scale = heightScale(heights, { limits: { min: 0, max: 180 } });
  expect(withHeight(heights, 'up', 0, scale)).toBeUndefined();
  expect(withHeight(heights, 'down', 20, scale)).toBeUndefined();
  expect(withHeight(heights, 'down', -11, scale)).toBeUndefined();
  expect(withHeight(heights, 'down', -10, scale)).toEqual({ up: 90, down: 0 });
});
