import { settle } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { a3Plotter } from '../src/drivers/firmware-model/machine-model.ts';
import { startedRig } from './board-rig.ts';

const instant = { speedFactor: 0 };
const square = ['MOVE X80 Y80', 'PENDOWN', 'MOVE X160 Y80', 'MOVE X160 Y160', 'MOVE X80 Y80', 'PENUP'];

async function drawn(lines: string[], options = {}) {
  const rig = await startedRig({ ...instant, ...options });
  for (const line of lines) await rig.ask(line);
  return rig.plotter;
}

describe('the trace of the virtual plotter', () => {
  it('distinguishes strokes from travel', async () => {
    const plotter = await drawn([...square, 'HOME', 'MOVE X8 Y0', 'PENDOWN', 'PENUP']);
    expect(plotter.strokes()).toEqual([
      {
        points: [
          { x: 80, y: 80 },
          { x: 160, y: 80 },
          { x: 160, y: 160 },
          { x: 80, y: 80 },
        ],
      },
      { points: [{ x: 8, y: 0 }] },
    ]);
    expect(plotter.travel()).toEqual([
      {
        points: [
          { x: 0, y: 0 },
          { x: 80, y: 80 },
        ],
      },
      {
        points: [
          { x: 80, y: 80 },
          { x: 0, y: 0 },
          { x: 8, y: 0 },
        ],
      },
    ]);
    expect(plotter.status().strokeCount).toBe(2);
  });

  it('adds no stroke if the pen is already down, and no corner for a move to the same position', async () => {
    const plotter = await drawn([
      'PENDOWN',
      'MOVE X8 Y0',
      'PENDOWN',
      'SERVO 100',
      'MOVE X8 Y0',
      'MOVE X16 Y0',
    ]);
    expect(plotter.strokes()).toEqual([
      {
        points: [
          { x: 0, y: 0 },
          { x: 8, y: 0 },
          { x: 16, y: 0 },
        ],
      },
    ]);
  });

  it('shows an unfinished line up to the current position', async () => {
    const model = { ...a3Plotter, speed: 1000, acceleration: 1000 };
    const { terminal, clock, plotter } = await startedRig({ model });
    await terminal.type('PENDOWN\nMOVE X2000 Y0\n');
    await clock.advance(150 + 1500);
    expect(plotter.strokes()).toEqual([
      {
        points: [
          { x: 0, y: 0 },
          { x: 1000, y: 0 },
        ],
      },
    ]);
    expect(plotter.travel()).toEqual([]);
  });

  it('stays on the paper when the origin moves or is lost', async () => {
    const plotter = await drawn(
      ['MOVE X80 Y0', 'ZERO', 'PENDOWN', 'MOVE X10 Y0', 'RESET', 'PENDOWN', 'MOVE X10 Y0'],
      {
        bootMs: 0,
      },
    );
    expect(plotter.strokes()).toEqual([
      {
        points: [
          { x: 80, y: 0 },
          { x: 90, y: 0 },
        ],
      },
      {
        points: [
          { x: 90, y: 0 },
          { x: 100, y: 0 },
        ],
      },
    ]);
  });

  it('is limited in size, and reports that it was truncated', async () => {
    const zigzag = Array.from({ length: 50 }, (_, at) => [
      'PENDOWN',
      `MOVE X${at + 1} Y${at % 2}`,
      'PENUP',
    ]).flat();
    const plotter = await drawn(zigzag, { maxTracePoints: 20 });
    expect(plotter.status()).toMatchObject({ truncated: true, position: { x: 50, y: 1 } });
    expect(plotter.strokes().flatMap(({ points }) => points)).toHaveLength(20);
    expect(plotter.drawing()).toContain('There was more');
    plotter.clearDrawing();
    expect(plotter.status()).toMatchObject({ truncated: false, strokeCount: 0 });
    expect(plotter.strokes()).toEqual([]);
  });
});

describe('the drawing of the virtual plotter', () => {
  it('is an SVG of the sheet at actual size', async () => {
    const plotter = await drawn([...square, 'HOME', 'PENDOWN', 'PENUP']);
    expect(
      plotter.drawing({ travel: true }),
    ).toBe(`<svg xmlns="http://www.w3.org/2000/svg" width="420mm" height="297mm" viewBox="0 0 33600 23760">
<g fill="none" stroke="#000" stroke-width="24" stroke-linecap="round" stroke-linejoin="round">
<path d="M80 80l80 0l0 80l-80 -80"/>
<path d="M0 0l0 0"/>
</g>
<g fill="none" stroke="#c33" stroke-width="8" stroke-dasharray="72">
<path d="M0 0l80 80"/>
<path d="M80 80l-80 -80"/>
</g>
</svg>
`);
  });

  it('grows to include everything beyond the sheet', async () => {
    const plotter = await drawn(['PENDOWN', 'MOVE X-800 Y-80', 'MOVE X33600 Y0']);
    expect(plotter.drawing()).toContain('width="430mm" height="298mm" viewBox="-800 -80 34400 23840"');
  });

  it('is the same for two runs at any speed', async () => {
    const atOnce = await drawn(square);
    const { terminal, clock, plotter } = await startedRig();
    await terminal.type(`${square.join('\n')}\n`);
    await clock.advance(60_000);
    expect(plotter.drawing({ travel: true })).toBe(atOnce.drawing({ travel: true }));
  });
});

it('the virtual plotter handles fifty thousand commands quickly', async () => {
  const { terminal, plotter } = await startedRig(instant);
  for (let at = 0; at < 50_000; at += 10) {
    const lines = Array.from(
      { length: 10 },
      (_, more) => `MOVE X${(at + more) % 33_600} Y${(at * 7) % 23_760}\n`,
    );
    await terminal.type(lines.join(''));
  }
  await settle();
  expect(terminal.heard().filter((line) => line === 'OK MOVE')).toHaveLength(50_000);
  expect(plotter.status().truncated).toBe(false);
});
