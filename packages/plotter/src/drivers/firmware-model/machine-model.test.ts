import { expect, it } from 'vitest';
import { a3Plotter, servoTimeMs } from './machine-model.ts';

it('the servo needs a time proportional to the angle', () => {
  const { servoUpDegrees: up, servoDownDegrees: down, penUpMs, penDownMs } = a3Plotter;
  expect(servoTimeMs(a3Plotter, up, down)).toBe(penDownMs);
  expect(servoTimeMs(a3Plotter, down, up)).toBe(penUpMs);
  expect(servoTimeMs(a3Plotter, up, (up + down) / 2)).toBe(penDownMs / 2);
  expect(servoTimeMs(a3Plotter, up, up)).toBe(0);
});
