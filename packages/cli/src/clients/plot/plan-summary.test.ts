import { planFile, registerMarks } from '@stationery/drawing';
import { expect, it } from 'vitest';
import type { Output } from '../../terminal/output.ts';
import { marksText, settingsText, writeSummary } from './plan-summary.ts';

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

it('writeSummary lists the first pens, and suggests using fewer if there are more than 12', async () => {
  const linesFor = async (pens: number) => {
    const paths = Array.from({ length: pens }, (_, at) => `<path stroke="#0000${at + 10}" d="M0 ${at}h9"/>`);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="20mm">${paths.join('')}</svg>`;
    const plan = await planFile(Buffer.from(svg));
    const lines: string[] = [];
    const line = (text: string) => lines.push(text);
    writeSummary({ line, note: line } as unknown as Output, plan);
    return lines.join('\n');
  };
  const [few, many] = [await linesFor(12), await linesFor(13)];
  expect(few).toMatch(/12 pens: #000010, .*#000021$/m);
  expect(few).not.toMatch(/--pens one/);
  expect(many).toMatch(/13 pens: #000010, .*#000021 …$/m);
  expect(many).toMatch(/--pens palette .*--pens one/);
});
