import { ManualClock } from '@stationery/core/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PicoSimulator } from '../../../src/drivers/pico/simulator/pico-simulator.ts';
import { openSimPort } from '../../../src/index.ts';
import { terminalOn } from '../../board-rig.ts';
import { runHostFirmware, send, untilIdle } from './host-firmware.ts';

const steps = fc.integer({ min: -300, max: 300 });
const anyLine = fc.oneof(
  fc.tuple(steps, steps).map(([x, y]) => `MOVE X${x} Y${y}`),
  steps.map((x) => `X${x}`),
  steps.map((y) => `y${y}`),
  fc.constantFrom(
    'PENUP',
    'PENDOWN',
    'STOP',
    'STATUS',
    'penup',
    'JUMP',
    'MOVE X1',
    'X',
    'X1 Y1',
    'PENUP 1',
    'WAIT',
  ),
  fc.constantFrom(
    'SERVO_MODE ANGLE',
    'SERVO_MODE CR',
    'SERVO_MODE',
    'SERVO 90',
    'SERVO 3001',
    'SERVO -1',
    'VERSION',
  ),
  fc.constantFrom(
    'SERVO_STOP_US 1500',
    'PENUP_US 1300',
    'PENDOWN_US 1700',
    'PENUP_ANGLE 20',
    'PENDOWN_ANGLE 95',
  ),
  fc.nat(600).map((ms) => `PENUP_MS ${ms}`),
  fc.nat(600).map((ms) => `PENDOWN_MS ${ms}`),
  fc.nat(400).map((ms) => `WAIT ${ms}`),
  fc.integer({ min: 100, max: 3000 }).map((us) => `SPEED ${us}`),
);

it('LANGUAGE PICO answers and moves like the Pico plotter, in the same time', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(anyLine, { minLength: 1, maxLength: 14 }), { maxLength: 5 }),
      async (bursts) => {
        const clock = new ManualClock();
        const plotter = new PicoSimulator({ clock });
        const terminal = terminalOn(await openSimPort(plotter)());
        let endedMs = 0;
        terminal.port.onBytes(() => {
          endedMs = clock.nowMs();
        });
        const common = ['PENUP_MS 300', 'PENDOWN_MS 300'];
        const typed = [common, ...bursts];
        const start = [untilIdle, send('CONFIG LANGUAGE PICO', 'RESET'), untilIdle];
        const orders = typed.flatMap((lines) => [send(...lines), untilIdle]);
        const reports = runHostFirmware([...start, ...orders]).slice(start.length - 1);
        for (const [at, lines] of typed.entries()) {
          const startMs = clock.nowMs();
          await terminal.type(`${lines.join('\n')}\n`);
          await clock.advance(1e6);
          const [before, sent, ended] = reports.slice(2 * at, 2 * at + 3);
          const said = [...sent!.lines, ...ended!.lines];
          expect(said.map(({ text }) => text)).toEqual(terminal.news());
          const tookMs = (said.at(-1)!.atUs - before!.atUs) / 1000;
          expect(Math.abs(tookMs - (endedMs - startMs))).toBeLessThan(0.002 * tookMs + 1);
          const { carriage } = plotter.status();
          expect(ended!.motors).toMatchObject({ a: carriage.x, b: carriage.y });
        }
        await plotter.close();
      },
    ),
    { numRuns: 60, endOnFailure: true },
  );
});

it('LANGUAGE PICO moves without acceleration, and can be switched back', () => {
  const start = [untilIdle, send('CONFIG LANGUAGE PICO', 'RESET'), untilIdle];
  const reports = runHostFirmware([
    ...start,
    send('SPEED 500', 'MOVE X200 Y-100'),
    untilIdle,
    send('X-50'),
    untilIdle,
  ]);
  expect(reports[2]!.lines).toEqual([]);
  expect(Math.abs(reports[4]!.atUs - reports[3]!.atUs - 100_000)).toBeLessThan(200);
  expect(reports[6]!.motors).toMatchObject({ a: 150, b: -100 });
  const back = runHostFirmware([...start, send('CONFIG LANGUAGE STATIONERY', 'RESET'), untilIdle]);
  expect(back.at(-1)!.lines.map(({ text }) => text)).toEqual(['READY stationery-plotter 1.1.0 BUFFER 32']);
});
