import { expect, it } from 'vitest';
import { adjustHeight, heightStep } from './pen-heights.ts';

it("raises and lowers both heights, whatever the direction of the machine's values", () => {
  const servo = { up: 0, down: 1000 };
  const step = heightStep(servo);
  expect(adjustHeight(servo, { place: 'up', steps: 1, step })).toEqual({ up: -50, down: 1000 });
  expect(adjustHeight(servo, { place: 'down', steps: -1, step })).toEqual({ up: 0, down: 1050 });
  const zAxis = { up: 5, down: 0 };
  expect(adjustHeight(zAxis, { place: 'down', steps: 1, step: heightStep(zAxis) })).toEqual({
    up: 5,
    down: 0.25,
  });
  expect(adjustHeight(servo, { place: 'up', steps: 1, step, least: 0 })).toBeUndefined();
  // Up stays above down.
  expect(adjustHeight({ up: 1, down: 0 }, { place: 'up', steps: -1, step: 1 })).toBeUndefined();
  expect(
    adjustHeight({ up: 3, down: 3 }, { place: 'up', steps: 1, step: heightStep({ up: 3, down: 3 }) }),
  ).toEqual({
    up: 4,
    down: 3,
  });
});
