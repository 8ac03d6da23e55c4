import { describe, expect, it } from 'vitest';
import type { Point } from '../../src/drivers/language/geometry.ts';
import { emulatedBoards, startChip } from '../../src/drivers/stationery/emulator/boards.ts';
import type { PicoChip } from '../../src/drivers/stationery/emulator/pico-chip.ts';
import type { Step } from '../../src/drivers/stationery/emulator/pulse-recorder.ts';
import type { UnoChip } from '../../src/drivers/stationery/emulator/uno-chip.ts';
import { boardNames, ChipBench, farthestStep, firmware } from '../support/firmware.ts';

const moveTo = ({ x, y }: Point) => `MOVE X${x} Y${y}`;
/** Corners of all kinds, and a curve. */
const figure: Point[] = [
  { x: 0, y: 0 },
  { x: 400, y: 0 },
  { x: 400, y: 300 },
  { x: 50, y: 270 },
  { x: 51, y: 271 },
  ...Array.from({ length: 24 }, (_, at) => ({
    x: Math.round(200 + 150 * Math.cos(at / 4)),
    y: Math.round(-200 + 150 * Math.sin(at / 4)),
  })),
];
const penPins = { pico: [8, 9], uno: [4, 7] } as const;
const stepRates = { pico: 100_000, uno: 25_000 };

describe.skipIf(!firmware.run)(`the firmware in an emulator (${firmware.label})`, () => {
  describe.each(boardNames)('on the board %s', (name) => {
    it('starts with the pen up and the motors off, and answers commands', async () => {
      const bench = await ChipBench.start(name);
      expect(bench.banner).toMatch(/^READY .*\n$/);
      expect(bench.recorder).toMatchObject({ isEnabled: false, penIsDown: false, motors: [0, 0] });
      expect(bench.ask('VERSION')).toMatch(/^stationery-plotter \d+\.\d+\.\d+ BUFFER \d+\nOK VERSION$/);
      expect(bench.ask('STATUS')).toContain('POS X0 Y0\nPEN UP\n');
      expect(bench.ask('NONSENSE')).toMatch(/^ERR UNKNOWN/);
      bench.ask('PENDOWN');
      expect(bench.recorder.penIsDown).toBe(true);
      expect(bench.recorder.servoMicros).toBeCloseTo(1500, -1);
      bench.ask('PENUP');
      expect(bench.recorder.penIsDown).toBe(false);
    });

    it.each(['CARTESIAN', 'COREXY'])(
      'draws with an error of at most one step on a machine with %s kinematics',
      async (kind) => {
        const bench = await ChipBench.start(name, { isCoreXy: kind === 'COREXY' });
        bench.configure(`KINEMATICS ${kind}`);
        bench.askAll(['BUFFER ON', ...figure.map(moveTo), 'SYNC 1']);
        const { steps, position, shortestPulseNanos, shortestSetupNanos } = bench.recorder;
        expect(position).toEqual(figure.at(-1));
        expect(farthestStep(steps, figure)).toBeLessThanOrEqual(1);
        expect(shortestPulseNanos).toBeGreaterThanOrEqual(2_000);
        expect(shortestSetupNanos).toBeGreaterThanOrEqual(1_000);
      },
    );

    it(`makes ${stepRates[name]} steps/s without losing a step`, async () => {
      const bench = await ChipBench.start(name);
      const rate = stepRates[name];
      const distance = name === 'pico' ? 12_000 : 5_000;
      bench.configure(`MAX_SPEED ${rate}`, 'MAX_ACCEL 1000000');
      bench.askAll([`SPEED ${rate}`, 'ACCEL 1000000', `MOVE X${distance} Y0`, `MOVE X${distance} Y40`]);
      expect(bench.recorder.motors).toEqual([distance, 40]);
      const times = bench.recorder.steps.filter(({ motor }) => motor === 0).map(({ nanos }) => nanos);
      expect(fastest(times, 500)).toBeGreaterThan(0.99 * rate);
      expect(bench.recorder.shortestPulseNanos).toBeGreaterThanOrEqual(2_000);
    });

    it('stays within its speed and acceleration limits, measured by its pulses', async () => {
      const bench = await ChipBench.start(name);
      bench.ask(moveTo({ x: 2_400, y: -1_800 }));
      const windowMs = 20;
      const speeds = speedsOf(bench.recorder.steps, windowMs);
      // A position is known to one step.
      const slack = 2 * (1000 / windowMs);
      expect(Math.max(...speeds)).toBeLessThan(8_000 + slack);
      expect(Math.max(...speeds)).toBeGreaterThan(7_900);
      const changes = speeds.slice(1).map((speed, at) => Math.abs(speed - speeds[at]!));
      expect(Math.max(...changes)).toBeLessThan((80_000 * windowMs) / 1000 + 2 * slack);
    });

    it.each([
      [90, { x: 800, y: 800 }],
      [45, { x: 1_500, y: 700 }],
    ])('takes a corner of %i degrees at the speed that the corner deviation allows', async (degrees, to) => {
      const bench = await ChipBench.start(name);
      bench.askAll(['BUFFER ON', moveTo({ x: 800, y: 0 }), moveTo(to), 'SYNC 1']);
      const half = Math.sin(((180 - degrees) * Math.PI) / 360);
      const squared = (80_000 * 1.6 * half) / (1 - half);
      const times = bench.recorder.steps.filter(({ motor }) => motor === 0).map(({ nanos }) => nanos);
      const measured = 1e9 / (times[799]! - times[798]!);
      // The mean of the speeds at the last step and at the corner.
      const expected = (Math.sqrt(squared) + Math.sqrt(squared + 2 * 80_000)) / 2;
      expect(measured / expected).toBeGreaterThan(0.97);
      expect(measured / expected).toBeLessThan(1.01);
    });

    it('comes to rest at the position that it reports', async () => {
      const bench = await ChipBench.start(name);
      for (const [index, ms] of [7, 31, 90, 143].entries()) {
        bench.ask('BUFFER ON');
        bench.ask(moveTo({ x: 1_000, y: 700 }));
        bench.ask(moveTo({ x: -500 * index, y: 2_000 }));
        bench.run(ms);
        bench.write('\nSTOP\n');
        const reply = bench.runUntil('OK STOPPED');
        const { x, y } = bench.recorder.position;
        expect(reply).toContain(`POS X${x} Y${y}\n`);
        bench.run(60);
        expect(bench.recorder.position).toEqual({ x, y });
        expect(bench.ask('STATUS')).toContain(`POS X${x} Y${y}\n`);
      }
    });

    it('keeps its settings across a restart, and moves nothing afterwards', async () => {
      const bench = await ChipBench.start(name);
      expect(bench.ask('CONFIG SPEED 5000')).toBe('OK CONFIG');
      expect(bench.ask('CONFIG SPEED 0')).toMatch(/^ERR/);
      bench.write(`${moveTo({ x: 5_000, y: 0 })}\n`);
      bench.run(100);
      bench.chip.reset();
      bench.text = '';
      const { position } = bench.recorder;
      expect(position.x).toBeGreaterThan(0);
      bench.runUntil('READY');
      bench.run(50);
      expect(bench.recorder).toMatchObject({ position, isEnabled: false, penIsDown: false });
      expect(bench.ask('STATUS')).toContain('POS X0 Y0\nPEN UP\nSPEED 5000\n');
    });

    it('has the old or the new settings after a loss of power while it writes them', async () => {
      const bench = await ChipBench.start(name);
      let stored = '8000';
      for (const [index, ms] of [1, 3, 11, 46, 47, 120].entries()) {
        const next = String(1_000 + index);
        bench.write(`CONFIG SPEED ${next}\n`);
        bench.run(ms);
        bench.chip.reset();
        bench.text = '';
        bench.runUntil('READY');
        const [, now = ''] = /SPEED (\d+)/.exec(bench.ask('STATUS'))!;
        expect([stored, next]).toContain(now);
        stored = now;
      }
    });

    it('is reset by its watchdog with the motors off, and reports the reset', async () => {
      const bench = await ChipBench.start(name);
      bench.write(`PENDOWN\n${moveTo({ x: 5_000, y: 0 })}\n`);
      bench.run(300);
      const { position } = bench.recorder;
      expect(position.x).toBeGreaterThan(0);
      expect(bench.recorder).toMatchObject({ isEnabled: true, penIsDown: true });
      bench.chip.hang();
      bench.text = '';
      expect(bench.runUntil('READY')).toMatch(/watchdog/i);
      expect(bench.recorder).toMatchObject({ position, isEnabled: false, penIsDown: false });
    });

    it('lifts a stepper pen after a watchdog reset, or reports that the pen may be down', async () => {
      const bench = await ChipBench.start(name);
      const [step, direction] = penPins[name];
      const pins = name === 'pico' ? [`PIN_STEP_PEN ${step}`, `PIN_DIRECTION_PEN ${direction}`] : [];
      bench.configure('PEN STEPPER', ...pins);
      let [pen, isUp] = [0, false];
      bench.chip.onPin = (pin, isHigh) => {
        if (pin === direction) isUp = isHigh;
        if (pin === step && isHigh) pen += isUp ? -1 : 1;
        if (pin === emulatedBoards[name].pins.enable) bench.recorder.isEnabled = !isHigh;
      };
      const restart = (how: () => void) => {
        how();
        bench.text = '';
        return bench.runUntil('READY');
      };
      const expire = () => bench.chip.hang();
      bench.ask('PENDOWN');
      expect(pen).toBe(200);
      expect(restart(expire)).toMatch(/^NOTE restarted by the watchdog\nREADY/);
      expect([pen, bench.recorder.isEnabled]).toEqual([0, false]);

      bench.write('PENDOWN\n');
      bench.run(60);
      expect(pen).toBeGreaterThan(20);
      const stopped = pen;
      expect(restart(expire)).toMatch(/^NOTE the pen may be down, lift it by hand\nREADY/);
      expect(pen - stopped).toBeLessThan(2);
      // RAM is lost without power.
      expect(restart(() => bench.chip.reset())).toMatch(/^NOTE the pen may be down/);
    });

    it('answers after a line that is too long, sent at the full baud rate', async () => {
      const bench = await ChipBench.start(name);
      bench.ask(moveTo({ x: 10, y: 20 }));
      bench.write(`${'x'.repeat(5_000)}\n`);
      expect(bench.runUntil('ERR LINE')).toMatch(/^ERR LINE/);
      expect(bench.ask('STATUS')).toContain('POS X10 Y20\n');
    });
  });

  it('reaches the requested time even if adding to the reset time rounds down, on a Pico', async () => {
    const chip = await startChip('pico');
    const [resetAt, until] = [2 ** 29 + 2 ** -23, 1.75 * 2 ** 30 + 2 ** -22];
    chip.run(resetAt);
    chip.reset();
    expect(resetAt + (until - resetAt)).toBeLessThan(until);
    // If the time of the start were added, this call would not return.
    chip.run(until);
    expect(chip.nanos).toBeCloseTo(until, 3);
  });

  it('reports the serial number of its flash to the computer, on a Pico', async () => {
    const bench = await ChipBench.start('pico');
    const { usbIdentity } = bench.chip as PicoChip;
    expect(usbIdentity).toEqual({
      vendor: 0x2e8a,
      product: 0x000a,
      strings: ['Stationery', 'Stationery plotter', 'E6605838832A512F'],
    });
  });

  it('keeps its position while no program reads its replies, and answers later, on a Pico', async () => {
    const bench = await ChipBench.start('pico');
    bench.askAll(['BUFFER ON', moveTo({ x: 800, y: 0 })]);
    bench.chip.setOpen(false);
    bench.run(400);
    expect(bench.recorder.motors).toEqual([800, 0]);
    bench.chip.setOpen(true);
    bench.run(20);
    bench.text = '';
    expect(bench.ask('STATUS')).toContain('POS X800 Y0\n');
  });

  it('sends no reply of an earlier program to the next one, on a Pico', async () => {
    const bench = await ChipBench.start('pico');
    const { chip } = bench;
    bench.write(`${moveTo({ x: 800, y: 0 })}\nSTATUS\nSTATUS\n`);
    bench.run(50);
    // The replies are longer than a packet, and no program reads them.
    chip.setPlugged(false);
    bench.run(200);
    expect(bench.recorder.motors).toEqual([800, 0]);
    chip.setPlugged(true);
    chip.setOpen(true);
    bench.run(300);
    expect(bench.text).toBe('');

    // The program closes the port after the first packet of the reply.
    let packets = 0;
    chip.onBytes = () => {
      if (++packets === 1) chip.setOpen(false);
    };
    bench.write('STATUS\n');
    bench.run(10);
    chip.onBytes = (bytes) => {
      bench.text += Buffer.from(bytes).toString('latin1');
    };
    chip.setOpen(true);
    bench.run(50);
    expect([packets, bench.text.trim()]).toEqual([1, '']);
    expect(bench.ask('STATUS').trim()).toMatch(/^POS X800 Y0\n/);
  });

  it('talks over its UART while no program has the USB port open, on a Pico', async () => {
    const bench = await ChipBench.start('pico');
    const chip = bench.chip as PicoChip;
    let text = '';
    chip.onUartByte = (byte) => {
      text += String.fromCharCode(byte);
    };
    chip.setOpen(false);
    bench.run(20);
    chip.writeUart(Buffer.from('MOVE X7 Y9\nSTATUS\n'));
    bench.run(100);
    expect(text).toMatch(/^OK MOVE\nPOS X7 Y9\n/);
  });

  it('loses no byte while it makes steps, on an Uno', async () => {
    const bench = await ChipBench.start('uno');
    const lines = Array.from({ length: 60 }, (_, at) => moveTo({ x: 40 * at, y: (at % 2) * 40 }));
    bench.configure('MAX_SPEED 25000');
    bench.askAll(['SPEED 25000', 'BUFFER ON', ...lines, 'SYNC 1']);
    expect((bench.chip as UnoChip).overruns).toBe(0);
    expect((bench.chip as UnoChip).unusedRam).toBeGreaterThan(100);
    expect(bench.recorder.position).toEqual({ x: 40 * 59, y: 40 });
  });
});

/** Speeds along the path over windows of time, in steps/s. */
function speedsOf(steps: readonly Step[], windowMs: number): number[] {
  const speeds: number[] = [];
  let from: Point = { x: 0, y: 0 };
  let until = steps[0]!.nanos + windowMs * 1e6;
  for (const [index, { nanos }] of steps.entries()) {
    if (nanos < until) continue;
    const { position } = steps[index - 1]!;
    speeds.push((1000 * Math.hypot(position.x - from.x, position.y - from.y)) / windowMs);
    from = position;
    until += windowMs * 1e6;
  }
  return speeds;
}

/** The highest rate over `count` steps, in steps/s. */
function fastest(times: readonly number[], count: number): number {
  const rates = times.slice(count).map((time, at) => (1e9 * count) / (time - times[at]!));
  return Math.max(...rates);
}
