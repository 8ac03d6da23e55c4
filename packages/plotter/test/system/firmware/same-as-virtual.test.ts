import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseCheckedLine } from '../../../src/drivers/lines/grammar.ts';
import { startedRig } from '../../board-rig.ts';
import { runHostFirmware, send, untilIdle } from './host-firmware.ts';

const place = fc.integer({ min: -4000, max: 4000 });
const anyInteger = fc.integer({ min: -40_000, max: 40_000 });
const move = fc.tuple(place, place).map(([x, y]) => `MOVE X${x} Y${y}`);
const config = fc.oneof(
  fc.constantFrom(
    'CONFIG',
    'CONFIG PEN',
    'config pen_up_angle',
    'CONFIG DEFAULTS',
    'CONFIG COLOUR',
    'CONFIG PEN 1',
  ),
  fc.constantFrom(
    'CONFIG PEN SOLENOID',
    'CONFIG PEN servo',
    'CONFIG SPEED 1 2',
    'CONFIG SPEED',
    'CONFIG SPEED x',
  ),
  fc.constantFrom(
    'CONFIG LIMIT_X_MAX 1000',
    'CONFIG LIMIT_X_MIN 1',
    'CONFIG LIMIT_Y_MIN -5000',
    'CONFIG DEFAULTS 1',
  ),
  fc
    .tuple(fc.constantFrom('PEN_UP_ANGLE', 'PEN_DOWN_ANGLE'), fc.integer({ min: -3, max: 190 }))
    .map(([name, value]) => `CONFIG ${name} ${value}`),
  fc
    .tuple(
      fc.constantFrom('SPEED', 'MAX_SPEED', 'ACCEL', 'MAX_ACCEL'),
      fc.integer({ min: 500, max: 110_000 }),
    )
    .map(([name, value]) => `CONFIG ${name} ${value}`),
  fc
    .tuple(fc.constantFrom('DEVIATION', 'PEN_UP_MS', 'PEN_DOWN_MS'), fc.integer({ min: -1, max: 2000 }))
    .map(([name, value]) => `CONFIG ${name} ${value}`),
);
const harmless = fc.oneof(
  { weight: 6, arbitrary: move },
  fc.constantFrom('PENUP', 'PENDOWN', 'STATUS', 'VERSION', 'pendown', 'MOVE X0 Y0', ' move\tx+5   y-0 '),
  fc.constantFrom(
    'nonsense',
    'MOVE X1',
    'MOVE X1 Y',
    'MOVE X99999 Y0',
    'PENUP 1',
    'SYNC',
    'SYNC -1',
    'BUFFER',
  ),
  fc.constantFrom('PENHEIGHT', 'PENHEIGHT 60', 'PENHEIGHT 42.5', 'PENHEIGHT 30', 'PENHEIGHT 1.2345', 'SERVO'),
  fc.constantFrom('SPEED 99999999999', 'WAIT 3600001', 'ACCEL 0', 'HOME 1', 'X10', 'MOVE X1 Y1 Z1', '?'),
  fc.constantFrom('x', '', '7', '-').map((end) => `SPEED ${'0'.repeat(40)}${end}`),
  fc.nat(999_999_999).map((n) => `SYNC ${n}`),
  fc.constantFrom('SYNC 007', 'SYNC 1234567890', 'SYNC 0'),
  fc.nat(500).map((ms) => `WAIT ${ms}`),
  fc.integer({ min: 200, max: 20_500 }).map((speed) => `SPEED ${speed}`),
  fc.integer({ min: 2000, max: 410_000 }).map((acceleration) => `ACCEL ${acceleration}`),
  fc.integer({ min: -5, max: 190 }).map((degrees) => `SERVO ${degrees}`),
  anyInteger.map((n) => `SPEED -${Math.abs(n)}`),
  fc.string({ unit: 'binary-ascii', maxLength: 300 }).map((text) => `?${text.replaceAll(/[\r\n]/g, '')}`),
);
const atRest = fc.constantFrom('HOME', 'ZERO', 'BUFFER ON', 'BUFFER ON', 'BUFFER OFF', 'RESET');
const burst = fc.record({
  lines: fc.array(fc.oneof({ weight: 12, arbitrary: harmless }, atRest, config), {
    maxLength: 24,
  }),
  isStopped: fc.boolean(),
  after: fc.array(harmless, { maxLength: 4 }),
});

interface Typed {
  text: string[];
  isStopped: boolean;
}

interface Spoken {
  atMs: number;
  text: string;
}

/** Removes numbers that depend on timing, and counts. */
function comparable(lines: readonly Spoken[], isStopped: boolean): string[] {
  return lines
    .map(({ text }) => text)
    .filter((text) => parseCheckedLine(text)?.word !== 'DONE')
    .map((text) => (isStopped ? text.replace(/^QUEUED .*/, 'QUEUED') : text))
    .map((text) => text.replace(/^(POS|ERR STOPPED at) X-?\d+ Y-?\d+$/, '$1'))
    .filter((text) => !/^(PEN (UP|DOWN)|SERVO [\d.]+|SPEED \d+|ACCEL \d+|WAITING \d+)$/.test(text));
}

it('the firmware answers and moves like the virtual plotter, in the same time', async () => {
  let slowest = 0;
  let [virtualMs, firmwareMs] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(burst, { minLength: 1, maxLength: 6 }), async (bursts) => {
      const { terminal, clock, plotter } = await startedRig({ bootMs: 50 });
      const times: number[] = [];
      terminal.port.onBytes((bytes) => {
        for (const byte of bytes) if (byte === 0x0a) times.push(clock.nowMs());
      });
      const typed = bursts.flatMap(({ lines, isStopped, after }): Typed[] => {
        if (!isStopped) return [{ text: [...lines, 'SYNC 1'], isStopped }];
        // The positions after a stop differ by a few steps, so the next burst begins at a common position.
        const moving = lines.filter((line) => !['ZERO', 'RESET'].includes(line));
        return [
          { text: [...moving, 'STOP', ...after], isStopped },
          { text: ['MOVE X0 Y0', 'SYNC 2'], isStopped },
        ];
      });
      const orders = typed.flatMap(({ text }) => [send(...text), untilIdle]);
      const reports = runHostFirmware([untilIdle, ...orders, send('STATUS')]);
      let hasStopped = false;
      for (const [at, { text, isStopped }] of typed.entries()) {
        const startMs = clock.nowMs();
        times.length = 0;
        await terminal.type(`${text.join('\n')}\n`);
        await clock.advance(1e9);
        const heard = terminal.news().map((line, index) => ({ atMs: times[index]! - startMs, text: line }));
        const startUs = reports[2 * at]!.atUs;
        const said = [...reports[2 * at + 1]!.lines, ...reports[2 * at + 2]!.lines].map((line) => ({
          atMs: (line.atUs - startUs) / 1000,
          text: line.text,
        }));
        hasStopped ||= isStopped;
        expect(comparable(said, hasStopped), JSON.stringify(text)).toEqual(comparable(heard, hasStopped));
        if (isStopped) continue;
        const [expectedMs, tookMs] = [heard.at(-1)?.atMs ?? 0, said.at(-1)?.atMs ?? 0];
        // Bursts of a few milliseconds are too short to compare.
        expect(Math.abs(tookMs - expectedMs), JSON.stringify(text)).toBeLessThan(0.02 * expectedMs + 20);
        slowest = Math.max(slowest, Math.abs(tookMs - expectedMs) / (expectedMs + 1));
        virtualMs += expectedMs;
        firmwareMs += tookMs;
      }
      terminal.news();
      await terminal.type('STATUS\n');
      await clock.advance(1);
      const heard = terminal.news().filter((line) => parseCheckedLine(line) === undefined || !hasStopped);
      const said = reports.at(-1)!.lines.map(({ text }) => text);
      expect(said.filter((line) => parseCheckedLine(line) === undefined || !hasStopped)).toEqual(heard);
      await plotter.close();
    }),
    { numRuns: 150, endOnFailure: true },
  );
  expect(Math.abs(firmwareMs / virtualMs - 1)).toBeLessThan(0.02);
});
