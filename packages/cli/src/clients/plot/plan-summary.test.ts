import { registerMarks } from '@stationery/drawing';
import { expect, it } from 'vitest';
import { marksText, settingsText } from './plan-summary.ts';

it('marksText reports rotation, scale and the largest error', () => {
  const place = (xMm: number, yMm: number) => ({ xMm, yMm });
  const marks = [
    { at: place(0, 0), found: place(0, 0) },
    { at: place(200, 0), found: place(200, 2) },
    { at: place(200, 100), found: place(199, 102.4) },
  ];
  expect(marksText(registerMarks(marks))).toBe('rotated by 0.6°, scaled to 100.1 %, off by up to 0.18 mm');
});

it('settingsText lists the settings of a pen', () => {
  expect(settingsText({})).toBe('');
  expect(settingsText({ delayMs: 500, pen: 'Fine', pause: true, speedMmS: 66.3, passes: 1 })).toBe(
    'pauses first, 66.3 mm/s, waits 500 ms with the pen down, 1 pass',
  );
});
