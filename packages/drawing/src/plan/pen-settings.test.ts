import { expect, it } from 'vitest';
import type { Drawing } from '../drawing.ts';
import { defaultMachine } from '../motion/machine.ts';
import { plotJob } from './commands.ts';
import { layerSettings } from './parse-layer-settings.ts';
import { nearestPen } from './pen-settings.ts';
import { planDrawing } from './plan-drawing.ts';
import type { PlanOptions } from './plan-options.ts';

const line = (y: number, layer: number) => ({ points: new Float64Array([10, y, 20, y]), layer });
const drawing: Drawing = {
  widthMm: 100,
  heightMm: 100,
  layers: [
    { name: 'Frame', colour: '#ff0000' },
    { name: 'Trees', colour: '#108010' },
    { name: 'Sun', colour: '#fe1010' },
  ],
  strokes: [line(10, 0), line(20, 1), line(30, 2)],
  notes: [],
};
const palette = [
  { name: 'Red brush', colour: '#d02020', speedMmS: 20, penDownHeight: 100, delayMs: 150 },
  { name: 'Fine', colour: '#00a000', widthMm: 0.3 },
];
const jobOf = (options: PlanOptions) => {
  const plan = planDrawing(drawing, { fit: 'none', ...options });
  return { plan, ...plotJob(plan, options.machine ?? defaultMachine) };
};

it("a plan draws each layer with its settings, travels at full speed and restores the machine's settings", () => {
  const { commands, pauses } = jobOf({
    layers: [0, 1],
    layerSettings: [{ layer: 0, speedMmS: 20, penDownHeight: 100, delayMs: 150, pause: false }],
  });
  expect(commands).toEqual([
    ...['PENUP', 'PENHEIGHT 100', 'SPEED 8000', 'MOVE X800 Y800', 'SPEED 1600', 'PENDOWN', 'WAIT 150'],
    ...['MOVE X1600 Y800', 'PENUP', 'SPEED 8000', 'MOVE X0 Y0'],
    ...['PENHEIGHT', 'MOVE X800 Y1600', 'PENDOWN', 'MOVE X1600 Y1600', 'PENUP', 'MOVE X0 Y0'],
  ]);
  expect(pauses).toEqual([{ before: 11, reason: 'Put in pen 2 of 2: Trees (#108010)' }]);
  const last = jobOf({ layers: [0], layerSettings: [{ layer: 0, speedMmS: 20, penDownHeight: 100 }] });
  expect(last.commands.slice(-3)).toEqual(['SPEED 8000', 'MOVE X0 Y0', 'PENHEIGHT']);
  expect(jobOf({}).commands.some((command) => /SPEED|PENHEIGHT|WAIT/.test(command))).toBe(false);
});

it('a plan sets the travel speed if the driver does not', () => {
  const fast = { ...defaultMachine, penUpSpeed: 12_000 };
  const { commands } = jobOf({ layers: [0], machine: fast });
  expect(commands).toEqual([
    ...['PENUP', 'SPEED 12000', 'MOVE X800 Y800', 'SPEED 8000', 'PENDOWN', 'MOVE X1600 Y800', 'PENUP'],
    ...['SPEED 12000', 'MOVE X0 Y0', 'SPEED 8000'],
  ]);
  const byDriver = jobOf({ layers: [0], machine: { ...fast, penUpSpeedByDriver: true } });
  expect(byDriver.commands.some((command) => command.startsWith('SPEED'))).toBe(false);
});

it('a plan refuses settings for a layer that is not in the drawing', () => {
  const wrong = { option: 'layerSettings', message: expect.stringContaining('There is no such layer') };
  expect(() => jobOf({ layerSettings: [{ layer: 3, speedMmS: 20 }] })).toThrow(
    expect.objectContaining(wrong),
  );
});

it("a plan converts speeds to the machine's unit and caps them at its maximum", () => {
  const settings = [{ layer: 0, speedMmS: 5 }];
  const interval = { ...defaultMachine, stepIntervalUs: 1200, speedUnit: 'us/step' as const };
  const speeds = (options: PlanOptions) =>
    jobOf({ layers: [0], ...options }).commands.filter((command) => command.startsWith('SPEED'));
  expect(speeds({ machine: interval, layerSettings: settings })).toEqual([
    'SPEED 1200',
    'SPEED 2500',
    'SPEED 1200',
  ]);
  const limited = { ...defaultMachine, penUpSpeed: 12_000, speedLimits: { min: 1, max: 10_000 } };
  expect(speeds({ machine: limited, layerSettings: [{ layer: 0, speedMmS: 1000 }] })).toEqual([
    'SPEED 10000',
    'SPEED 8000',
  ]);
});

it('a plan matches colours to the palette and asks for each pen once', () => {
  const { plan, pens, pauses } = jobOf({ pens: 'palette', palette });
  expect(
    plan.layers.map(({ name, colour, widthMm, strokes }) => [name, colour, widthMm, strokes.length]),
  ).toEqual([
    ['Red brush', '#d02020', undefined, 2],
    ['Fine', '#00a000', 0.3, 1],
  ]);
  expect(pauses).toHaveLength(2);
  expect(pens.map(({ from }) => from)).toEqual(pauses.map(({ before }) => before));
  // Layers with different settings stay separate, but the same pen is requested only once.
  const apart = jobOf({
    palette,
    pens: 'layers',
    layers: [0, 2],
    layerSettings: [
      { layer: 0, pen: 'red BRUSH' },
      { layer: 2, pen: 'Red brush', speedMmS: 10 },
    ],
  });
  expect(apart.plan.layers.map(({ settings }) => settings?.speedMmS)).toEqual([20, 10]);
  expect([apart.pauses.length, apart.pens.length]).toEqual([1, 2]);
  expect(nearestPen('#0000ff', [])).toBeUndefined();
});

it('a plan draws passes and repeats, and includes them in its time', () => {
  const once = jobOf({ layers: [0] });
  const often = jobOf({ layers: [0], layerSettings: [{ layer: 0, passes: 3, repeat: 2, delayMs: 1000 }] });
  expect(often.plan.layers[0]?.strokes).toEqual(
    Array(2).fill(new Float64Array([10, 10, 20, 10, 10, 10, 20, 10])),
  );
  expect(often.plan.drawMm).toBeCloseTo(6 * once.plan.drawMm);
  expect(often.plan.timeMs).toBeGreaterThan(2000 + 2 * once.plan.drawMm);
  const slow = jobOf({ layers: [0], layerSettings: [{ layer: 0, speedMmS: 1 }] });
  expect(slow.plan.timeMs - once.plan.timeMs).toBeGreaterThan(9000);
});

it.each([
  [{ layerSettings: [{ layer: 0, passes: 1.5 }] }, /whole number/],
  [{ layerSettings: [{ layer: 0, speedMmS: 0 }] }, /speedMmS/],
  [{ layerSettings: [{ layer: 0, delayMs: Number.NaN }] }, /delayMs/],
  [
    { layerSettings: [{ layer: 0, pen: 'Gold' }], palette },
    /no pen “Gold”: your pens are “Red brush”, “Fine”/,
  ],
  [{ pens: 'palette' as const }, /add the pens/],
  [
    { layerSettings: [{ layer: 0, penDownHeight: 500 }] },
    /500 is out of range: this plotter takes 31 to 180/,
  ],
  [
    {
      machine: { ...defaultMachine, penHeightLimits: { min: 0, max: 1000 } },
      layerSettings: [{ layer: 0, penDownHeight: 1200 }],
    },
    /1200 is out of range: this plotter takes 0 to 1000/,
  ],
] as [PlanOptions, RegExp][])('a plan refuses %j', (options, message) => {
  expect(() => jobOf(options)).toThrow(message);
});

it('layerSettings parses the settings of layers', () => {
  expect(
    layerSettings('2:pen=Fine, speed=20mm/s,delay=100ms ; A:B:passes=2,repeat=3,height=-1.5,pause=no'),
  ).toEqual([
    { layer: 1, pen: 'Fine', speedMmS: 20, delayMs: 100 },
    { layer: 'A:B', passes: 2, repeat: 3, penDownHeight: -1.5, pause: false },
  ]);
  for (const wrong of [
    'speed=2',
    '1:',
    '1:speed=',
    '1:speed=fast',
    '1:width=2',
    '1:pause=maybe',
    '1:toString=1',
  ])
    expect(() => layerSettings(wrong), wrong).toThrow();
});
