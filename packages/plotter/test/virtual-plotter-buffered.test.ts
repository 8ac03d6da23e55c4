import { pathMs } from '@stationery/drawing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { a3Plotter } from '../src/drivers/firmware-model/machine-model.ts';
import { verbOf } from '../src/drivers/language/our-language.ts';
import { canAcknowledge, checkedLine, parseCheckedLine } from '../src/drivers/lines/grammar.ts';
import { parseTerminal } from '../src/drivers/lines/terminal-line.ts';
import { bootMs, startedRig } from './board-rig.ts';

const slow = { ...a3Plotter, speed: 1000, acceleration: 1000 };

async function bufferedRig(options: Parameters<typeof startedRig>[0] = {}) {
  const plain = await startedRig(options);
  /** Counts reported in addition to the replies. */
  const counts: string[] = [];
  const without = (lines: string[]) =>
    lines.filter((line) => {
      const count = parseCheckedLine(line);
      if (count !== undefined) counts.push(`${count.word} ${count.count}`);
      return count === undefined;
    });
  const ask = async (line: string) => without(await plain.ask(line));
  const terminal = { ...plain.terminal, news: () => without(plain.terminal.news()) };
  const rig = { ...plain, ask, terminal, counts };
  expect(await rig.ask('BUFFER ON')).toEqual(['OK BUFFER']);
  const status = async () => {
    const lines = await plain.ask('STATUS');
    const figure = (word: string) =>
      lines.findLast((line) => line.startsWith(`${word} `))?.slice(word.length + 1);
    const done = Number(figure('DONE')?.split(' ')[0]);
    return { at: figure('POS'), done, queued: Number(figure('WAITING')) };
  };
  /**
   * Sends lines like a host that waits for the last replies before it sends the next lines. Returns the time
   * until all is done.
   */
  const stream = async (lines: readonly string[], { atOnce = 1, pollMs = 1 } = {}) => {
    const startMs = rig.clock.nowMs();
    for (let at = 0; at < lines.length + 1; at += atOnce) {
      const batch = [...lines, 'SYNC 1'].slice(at, at + atOnce);
      const answers = await rig.ask(batch.join('\n'));
      while (answers.length < batch.length) {
        await rig.clock.advance(pollMs);
        answers.push(...rig.terminal.news());
      }
      expect(answers.every((line) => line.startsWith('OK '))).toBe(true);
    }
    return rig.clock.nowMs() - startMs;
  };
  return { ...rig, status, stream };
}

describe('buffered motion', () => {
  it('is off after every start until the host enables it', async () => {
    const { ask, terminal, clock } = await startedRig({ model: slow });
    await terminal.type('MOVE X2000 Y0\n');
    await clock.advance(2999);
    expect(terminal.news()).toEqual([]);
    await clock.advance(1);
    expect(terminal.news()).toEqual(['OK MOVE']);
    expect(await ask('STATUS')).not.toContainEqual(expect.stringContaining('WAITING'));
    expect(await ask('buffer on')).toEqual(['OK BUFFER']);
    expect(await ask('MOVE X0 Y0')).toEqual([checkedLine('QUEUED', 1), 'OK MOVE']);
    await terminal.type('RESET\n');
    await clock.advance(3000 + bootMs);
    expect(terminal.news()).toEqual([
      checkedLine('DONE', 1),
      'OK RESET',
      'READY stationery-plotter 1.1.0 BUFFER 32',
    ]);
    await terminal.type('MOVE X2000 Y0\n');
    await clock.advance(2999);
    expect(terminal.news()).toEqual([]);
  });

  it('is unknown to firmware that does not support it', async () => {
    const { ask, terminal } = await startedRig({ model: { ...a3Plotter, queuedCommands: 0 } });
    expect(terminal.heard()).toEqual(['READY stationery-plotter 1.0.0']);
    expect(await ask('BUFFER ON')).toEqual(['ERR UNKNOWN BUFFER is not a command']);
    expect(await ask('BUFFER')).toEqual(['ERR ARGS write it as BUFFER <ON or OFF>']);
  });

  it('answers a command when it is queued, and SYNC when all earlier commands are executed', async () => {
    const { ask, terminal, clock, status, counts } = await bufferedRig({ model: slow });
    expect(await ask('MOVE X2000 Y0')).toEqual(['OK MOVE']);
    expect(await ask('PENDOWN')).toEqual(['OK PEN_DOWN']);
    expect(await ask('SPEED 500')).toEqual(['OK SPEED']);
    expect(await ask('SYNC 7')).toEqual([]);
    await clock.advance(3000 + 149);
    expect(terminal.news()).toEqual([]);
    await clock.advance(1);
    expect(terminal.news()).toEqual(['OK SYNC_7']);
    expect(counts).toEqual(['QUEUED 1', 'QUEUED 2', 'QUEUED 3', 'DONE 1', 'DONE 3', 'DONE 3', 'DONE 3']);
    expect(await status()).toEqual({ at: 'X2000 Y0', done: 3, queued: 0 });
    expect(await ask('MOVE X0 Y0')).toEqual(['OK MOVE']);
    await clock.advance(250);
    expect(await status()).toEqual({ at: 'X1969 Y0', done: 3, queued: 1 });
    expect(await ask('BUFFER OFF')).toEqual([]);
    await clock.advance(10_000);
    expect(terminal.news()).toEqual(['OK BUFFER']);
  });

  it('merges moves in one direction, and passes corners at their speed', async () => {
    const { stream } = await bufferedRig({ model: slow });
    expect(await stream(['MOVE X500 Y0', 'MOVE X900 Y0', 'MOVE X2000 Y0'])).toBeCloseTo(3000, -1);
    const corner = await bufferedRig();
    const lines = ['MOVE X1600 Y0', 'MOVE X1600 Y0', 'MOVE X1600 Y1600'];
    const law = { kind: 'junction-deviation', speed: 8000, acceleration: 80_000, deviation: 1.6 } as const;
    const expectedMs = pathMs(Float64Array.from([0, 0, 1600, 0, 1600, 1600]), law);
    const tookMs = await corner.stream(lines);
    expect(Math.abs(tookMs - expectedMs)).toBeLessThan(2);
  });

  it('draws 40 circles in the time that the look-ahead model predicts, three times as fast as with stops', async () => {
    const { stream, plotter, status } = await bufferedRig();
    const law = { kind: 'junction-deviation', speed: 8000, acceleration: 80_000, deviation: 1.6 } as const;
    const lines: string[] = [];
    const drawn: { x: number; y: number }[][] = [];
    let [expectedMs, stoppingMs] = [0, 0];
    let [x, y] = [0, 0];
    for (let circle = 0; circle < 40; circle++) {
      const points = Array.from({ length: 73 }, (_, at) => ({
        x: Math.round(2000 * (circle % 8) + 800 * Math.cos((at * Math.PI) / 36)) + 0,
        y: Math.round(2000 * Math.floor(circle / 8) + 800 * Math.sin((at * Math.PI) / 36)) + 0,
      }));
      lines.push(`MOVE X${points[0]!.x} Y${points[0]!.y}`, 'PENDOWN');
      lines.push(...points.slice(1).map((point) => `MOVE X${point.x} Y${point.y}`), 'PENUP');
      const stroke = Float64Array.from(points.flatMap((point) => [point.x, point.y]));
      const travel = Float64Array.from([x, y, points[0]!.x, points[0]!.y]);
      expectedMs += pathMs(travel, law) + pathMs(stroke, law) + 270;
      stoppingMs += pathMs(travel, law) + pathMs(stroke, { ...law, kind: 'rest-to-rest' }) + 270;
      [x, y] = [points[0]!.x, points[0]!.y];
      drawn.push(points);
    }
    // The queue holds a fifth of a second of motion at full speed.
    const tookMs = await stream(lines, { atOnce: 12, pollMs: 50 });
    expect(tookMs / expectedMs).toBeGreaterThan(0.999);
    expect(tookMs / expectedMs).toBeLessThan(1.01);
    expect(stoppingMs / tookMs).toBeGreaterThan(3);
    expect(plotter.strokes()).toEqual(drawn.map((points) => ({ points })));
    expect(await status()).toMatchObject({ done: lines.length, queued: 0 });
  });

  it('delays the reply while the queue is full, and answers later lines in order', async () => {
    const { terminal, clock, ask, plotter, status } = await bufferedRig({ model: slow });
    for (let count = 0; count < 32; count++) expect(await ask('WAIT 100')).toEqual(['OK WAIT']);
    await terminal.type('PENDOWN\nMOVE X33601 Y0\nSTATUS\n');
    await clock.advance(99);
    expect(terminal.news()).toEqual([]);
    expect(plotter.status()).toMatchObject({ waitingLines: 3, activity: { command: 'WAIT 100' } });
    await clock.advance(1);
    expect(terminal.news()).toEqual([
      'OK PEN_DOWN',
      'ERR LIMIT X33601 Y0 lies outside X-33600..33600 Y-23760..23760',
      ...['POS X0 Y0', 'PEN UP', 'SPEED 1000', 'ACCEL 1000', 'SERVO 30'],
      'LIMITS X-33600..33600 Y-23760..23760',
      'HEIGHTS 31..180',
      ...['DEVIATION 1600', 'WAITING 32', 'OK STATUS'],
    ]);
    await clock.advance(31 * 100 + 150);
    expect(await status()).toMatchObject({ done: 33, queued: 0 });
  });

  it('makes HOME and ZERO wait for previous motion', async () => {
    const { ask, terminal, clock, plotter } = await bufferedRig({ model: slow });
    await ask('MOVE X2000 Y0');
    await terminal.type('ZERO\nMOVE X0 Y100\nHOME\n');
    await clock.advance(2999);
    expect(terminal.news()).toEqual([]);
    await clock.advance(1);
    expect(terminal.news()).toEqual(['OK ZERO', 'OK MOVE']);
    await clock.advance(10_000);
    expect(terminal.news()).toEqual(['OK HOME']);
    expect(plotter.status()).toMatchObject({ position: { x: 0, y: 0 }, carriage: { x: 2000, y: 0 } });
  });

  it('takes no time if the simulation is instant', async () => {
    const { stream, status, plotter } = await bufferedRig({ speedFactor: 0 });
    expect(await stream(['PENDOWN', 'MOVE X10 Y0', 'MOVE X10 Y10', 'WAIT 5', 'PENUP'])).toBe(0);
    expect(await status()).toEqual({ at: 'X10 Y10', done: 5, queued: 0 });
    expect(plotter.strokes()).toHaveLength(1);
  });
});

describe('STOP in buffered motion', () => {
  it('brakes, drops the queue, and reports the position and the executed commands', async () => {
    const { ask, terminal, clock, plotter, counts } = await bufferedRig({ model: slow });
    for (const line of ['PENDOWN', 'MOVE X2000 Y0', 'PENUP', 'MOVE X0 Y0']) await ask(line);
    await clock.advance(150 + 1500);
    await terminal.type('STOP\nSYNC 9\n');
    await clock.advance(999);
    expect(terminal.news()).toEqual([]);
    await clock.advance(121);
    expect(terminal.news()).toEqual(['POS X1500 Y0', 'OK STOPPED', 'OK SYNC_9']);
    expect(counts.at(-1)).toBe('DONE 1');
    expect(plotter.strokes()).toEqual([
      {
        points: [
          { x: 0, y: 0 },
          { x: 1500, y: 0 },
        ],
      },
    ]);
    expect(clock.pending).toBe(0);
    // A stop does not lock the machine.
    await ask('MOVE X0 Y0');
    await clock.advance(5000);
    expect(plotter.status().position).toEqual({ x: 0, y: 0 });
  });

  it('brakes through moves that are too short to stop in, and counts them', async () => {
    const { ask, terminal, clock, plotter, counts } = await bufferedRig({ model: slow });
    for (let x = 100; x <= 2000; x += 100) await ask(`MOVE X${x} Y0`);
    await clock.advance(1500);
    expect(plotter.status().position).toEqual({ x: 1000, y: 0 });
    await terminal.type('STOP\n');
    await clock.advance(1000);
    expect(terminal.news()).toEqual(['POS X1500 Y0', 'OK STOPPED']);
    expect(counts.at(-1)).toBe('DONE 15');
  });

  it('answers a line whose reply was delayed, and all later lines', async () => {
    const { ask, terminal, clock } = await bufferedRig({ model: slow });
    for (let count = 0; count < 32; count++) await ask('WAIT 100');
    await terminal.type('PENDOWN\nPENUP\nSTOP\nPENUP\n');
    await clock.advance(1);
    expect(terminal.news()).toEqual([
      'ERR STOPPED not begun',
      'ERR STOPPED not begun',
      'POS X0 Y0',
      'OK STOPPED',
      'OK PEN_UP',
    ]);
  });
});

describe('a reset during buffered motion', () => {
  it('drops the queue and leaves the carriage where it is', async () => {
    const { ask, terminal, clock, plotter } = await bufferedRig({ model: slow });
    for (const line of ['PENDOWN', 'MOVE X2000 Y0', 'MOVE X2000 Y2000']) await ask(line);
    await clock.advance(150 + 1500);
    plotter.reset();
    await clock.advance(bootMs + 120);
    expect(terminal.news()).toEqual(['READY stationery-plotter 1.1.0 BUFFER 32']);
    expect(plotter.status()).toMatchObject({ position: { x: 0, y: 0 }, carriage: { x: 1000, y: 0 } });
    expect(clock.pending).toBe(0);
  });

  it('happens during a queued command if set as its fault', async () => {
    const { ask, terminal, clock, plotter } = await bufferedRig({ model: slow });
    plotter.setFault('reset-in-command', 1);
    await ask('WAIT 1000');
    await clock.advance(500 + bootMs);
    expect(terminal.news()).toEqual(['READY stationery-plotter 1.1.0 BUFFER 32']);
  });
});

const place = fc.integer({ min: -3000, max: 3000 });
const anyLine = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(place, place).map(([x, y]) => `MOVE X${x} Y${y}`) },
  fc.constantFrom('PENUP', 'PENDOWN', 'STATUS', 'HOME', 'ZERO', 'BUFFER ON', 'nonsense', 'WAIT 40'),
  fc.constantFrom('STOP', 'SYNC 1', 'SPEED 500', 'SPEED 9000', 'ACCEL 20000', 'MOVE X99999 Y0', 'MOVE X0 Y0'),
);

it('every command gets exactly one final reply, in order, and DONE counts the executed commands', async () => {
  const typing = fc.array(fc.tuple(anyLine, fc.oneof(fc.constant(0), fc.nat(300))), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(typing, async (typed) => {
      const { terminal, clock, plotter, status } = await bufferedRig();
      for (const [line, pauseMs] of typed) {
        await terminal.type(`${line}\n`);
        await clock.advance(pauseMs);
      }
      await clock.advance(1e9);
      const heard = terminal.news();
      const answers = heard.flatMap((line) => parseTerminal(line) ?? []);
      expect(answers).toHaveLength(typed.length);
      let accepted = 0;
      for (const [at, [line]] of typed.entries()) {
        const answer = answers[at]!;
        if (answer.kind === 'ok') expect(canAcknowledge(line, answer.word)).toBe(true);
        if (answer.kind !== 'ok') continue;
        if (['BUFFER', 'STOP'].includes(verbOf(line))) accepted = 0;
        else if (/^(MOVE|PEN|WAIT|SPEED|ACCEL)/.test(line)) accepted++;
      }
      const { done, queued } = await status();
      expect(queued).toBe(0);
      if (!typed.some(([line]) => line === 'STOP')) expect(done).toBe(accepted);
      else expect(done).toBeGreaterThanOrEqual(accepted);
      expect(plotter.status()).toMatchObject({ activity: { state: 'idle' }, waitingLines: 0 });
      expect(clock.pending).toBe(0);
      await plotter.close();
    }),
    { numRuns: 60 },
  );
});
