import { describe, expect, it } from 'vitest';
import { jobOfParts, plottedStrokes } from './plotted-strokes.ts';

const pens = [
  { name: 'Lines', colour: '#000000', from: 0 },
  { name: 'Text', colour: '#cc0000', from: 7 },
  { name: 'Dots', colour: '#0000cc', from: 14 },
];
const absolute = {
  pens,
  stepsPerMm: 10,
  isRelative: false,
  commands: [
    ...['PENUP', 'SPEED 100', 'MOVE X100 Y0', 'PENDOWN', 'MOVE X200 Y0', 'MOVE X200 Y100', 'PENUP'],
    ...['SPEED 50', 'MOVE X0 Y50', 'PENDOWN', 'WAIT 20', 'MOVE X300 Y50', 'PENUP', 'PENUP'],
    ...['MOVE X5 Y5', 'PENDOWN', 'PENUP', 'MOVE X0 Y0'],
  ],
};
const part = (stroke: number, fromMm: number, toMm: number) => ({ stroke, fromMm, toMm });

describe('plottedStrokes', () => {
  it('counts a stroke each time the pen is lowered, and returns it in millimetres', () => {
    expect(plottedStrokes(absolute).map(({ points, pen }) => [pen, ...points])).toEqual([
      [0, 10, 0, 20, 0, 20, 10],
      [1, 0, 5, 30, 5],
      [2, 0.5, 0.5, 0.5, 0.5],
    ]);
  });

  it('follows relative moves', () => {
    const commands = ['MOVE X5 Y0', 'PENDOWN', 'MOVE X5 Y5', 'PENUP', 'MOVE X-10 Y-5'];
    const [stroke] = plottedStrokes({ commands, pens: [], stepsPerMm: 5, isRelative: true });
    expect([...stroke!.points]).toEqual([1, 0, 2, 1]);
  });
});

describe('jobOfParts', () => {
  it('plots the parts with their settings and asks for their pens', () => {
    expect(jobOfParts(absolute, [part(1, 5, 20), part(2, 0, 30)])).toEqual({
      commands: [
        ...['PENUP', 'SPEED 100', 'MOVE X150 Y0', 'PENDOWN', 'MOVE X200 Y0', 'MOVE X200 Y100', 'PENUP'],
        ...['SPEED 50', 'MOVE X0 Y50', 'PENDOWN', 'WAIT 20', 'MOVE X300 Y50', 'PENUP', 'MOVE X0 Y0'],
      ],
      pauses: [
        { before: 1, reason: 'Put in pen 1 of 2: Lines (#000000)' },
        { before: 7, reason: 'Put in pen 2 of 2: Text (#cc0000)' },
      ],
      pens: [
        { ...pens[0], from: 1 },
        { ...pens[1], from: 7 },
      ],
    });
  });

  it('dips each pen first, and distinguishes dips from strokes', () => {
    const dip = ['MOVE X50 Y400', 'PENDOWN', 'MOVE X60 Y400', 'PENUP'];
    const stroke = ['MOVE X100 Y0', 'PENDOWN', 'MOVE X200 Y0', 'PENUP'];
    const job = {
      commands: ['PENUP', ...dip, ...stroke, ...dip, ...stroke, 'MOVE X0 Y0'],
      // The dip is halfway between two steps.
      pens: [{ name: 'Brush', colour: '#0000cc', from: 0, dip: '5.05x40/6x40' }],
      stepsPerMm: 10,
      isRelative: false,
    };
    expect(plottedStrokes(job).map(({ isDip = false }) => isDip)).toEqual([true, false, true, false]);
    expect(jobOfParts(job, [part(2, 0, 10), part(4, 5, 10)]).commands).toEqual([
      ...['PENUP', ...dip, ...stroke, 'MOVE X150 Y0', 'PENDOWN', 'MOVE X200 Y0', 'PENUP', 'MOVE X0 Y0'],
    ]);
  });

  it('keeps relative moves relative', () => {
    const commands = ['MOVE X5 Y0', 'PENDOWN', 'MOVE X5 Y5', 'PENUP', 'MOVE X-10 Y-5'];
    const job = jobOfParts({ commands, pens: [], stepsPerMm: 5, isRelative: true }, [part(1, 0, 9)]);
    expect(job.commands).toEqual(['PENUP', 'MOVE X5 Y0', 'PENDOWN', 'MOVE X5 Y5', 'PENUP', 'MOVE X-10 Y-5']);
  });
});
