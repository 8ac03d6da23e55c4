import { readDrawing } from '@stationery/drawing';
import { expect, it } from 'vitest';
import { readScript } from '../path/read-script.ts';
import { drawingOfJob } from './job-drawing.ts';

const pathOf = (script: string, relative = false) =>
  readScript(new Blob([script]).stream(), {
    relative,
    signal: new AbortController().signal,
    onGrowth: () => {},
    yieldToPage: async () => {},
  });

async function read(script: string, pens: Parameters<typeof drawingOfJob>[1] = [], relative = false) {
  const { file, at } = drawingOfJob(await pathOf(script, relative), pens, 80)!;
  const { widthMm, heightMm, layers, strokes } = readDrawing(await file.text());
  const thousandths = (mm: number) => Math.round(mm * 1000) / 1000;
  const rounded = strokes.map(({ layer, points }) => ({
    layer,
    points: [...points].map(thousandths),
  }));
  return { at, widthMm: thousandths(widthMm), heightMm: thousandths(heightMm), layers, strokes: rounded };
}

it('a job is read as a drawing at its original size, with a layer for each of its pens', async () => {
  const script = [
    ...['PENUP', 'MOVE X800 Y1600', 'PENDOWN', 'MOVE X2400 Y1600', 'MOVE X2400 Y3200', 'PENUP'],
    ...['MOVE X0 Y0', 'MOVE X1600 Y2400', 'PENDOWN', 'PENUP', 'MOVE X800 Y3200', 'PENDOWN'],
    ...['MOVE X805 Y3200', 'PENUP', 'MOVE X0 Y0'],
  ].join('\n');
  const pens = [
    { name: 'Fine "A" & <B>', colour: '#2040c0', from: 1 },
    { name: 'Red', colour: '#ff0000', from: 7 },
  ];
  expect(await read(script, pens)).toEqual({
    at: { xMm: 10, yMm: 20 },
    widthMm: 20,
    heightMm: 20,
    layers: [
      { name: 'Fine "A" & <B>', colour: '#2040c0' },
      { name: 'Red', colour: '#ff0000' },
    ],
    strokes: [
      { layer: 0, points: [0, 0, 20, 0, 20, 20] },
      // This dot comes from a pen that was lowered and lifted without a move.
      { layer: 1, points: [10, 10, 10, 10] },
      { layer: 1, points: [0, 20, 0.063, 20] },
    ],
  });
});

it('a job is read as a drawing even with relative moves, without pens or as a single straight line', async () => {
  const script = 'PENUP\nMOVE X80 Y80\nPENDOWN\nMOVE X0 Y800\nPENUP\nHOME';
  const line = await read(script, [], true);
  expect(line).toMatchObject({ at: { xMm: 1, yMm: 1 }, heightMm: 10 });
  expect(line.strokes).toEqual([{ layer: 0, points: [0, 0, 0, 10] }]);
  expect(line.layers).toEqual([{ name: '#000000', colour: '#000000' }]);
});

it('a job that draws nothing is not read as a drawing', async () => {
  expect(drawingOfJob(await pathOf('PENUP\nMOVE X800 Y800\nHOME'), [], 80)).toBeUndefined();
});
