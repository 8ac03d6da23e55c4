import { settle, temporaryFolder } from '@stationery/core/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ours, parseMove } from '../src/drivers/language/our-language.ts';
import { linesDrawnBy } from './support/drawings.ts';
import { type BenchJob, JobBench } from './support/job-bench.ts';
import { BufferedMachine, WindowedDriver } from './support/windowed-driver.ts';

const square = [
  'PENUP',
  'MOVE X10 Y0',
  'PENDOWN',
  'MOVE X20 Y0',
  'MOVE X20 Y10',
  'MOVE X10 Y10',
  'PENUP',
  'MOVE X0 Y0',
  'PENDOWN',
  'MOVE X5 Y5',
  'PENUP',
];

const sizes = { window: 8, buffer: 4 };

async function benchOf(machineSizes = sizes, machine = new BufferedMachine()) {
  const bench = new JobBench(await temporaryFolder(), new WindowedDriver(machine, machineSizes));
  // The machine answers the query of its position.
  await bench.steps(1);
  return bench;
}

async function runningBench(commands: string[], done: number, options: BenchJob = {}) {
  const bench = await benchOf();
  const id = bench.queue(commands, options);
  await bench.steps(done);
  return { bench, id, job: () => bench.job(id) };
}

/** Result of each command, if known. */
function resultsOf(bench: JobBench, id: number): string[] {
  const results = bench.archive.results(id, 0, 100);
  return results.map(({ index, result }) => `${index} ${result.error ?? result.terminalLine}`);
}

/** The same drawing with relative moves. */
function relative(script: readonly string[]): string[] {
  let [x, y] = [0, 0];
  return script.map((command) => {
    const to = parseMove(command);
    if (to === undefined) return command;
    const by = ours.moveTo({ x: to.x - x, y: to.y - y });
    [x, y] = [to.x, to.y];
    return by;
  });
}

describe('a job on a machine that is sent commands ahead', () => {
  it('counts sent, accepted and executed commands; its progress follows executed ones', async () => {
    const { bench, id, job } = await runningBench(square, 3);
    expect(bench.driver.begun).toEqual(['STATUS', ...square]);
    expect(job()).toMatchObject({
      state: { state: 'running', next: 3 },
      completed: 7,
      executed: 3,
      sent: 11,
      progress: expect.closeTo(3 / 11, 3),
    });
    expect(bench.archive.results(id, 0, 100).length).toBe(7);
    await bench.until(id, 'done');
    expect(job()).toMatchObject({ completed: 11, failed: 0, executed: 11, sent: 11, progress: 1 });
    expect([...bench.driver.machine.drawn.keys()]).toEqual([...linesDrawnBy(square).keys()]);
  });

  it('never has more commands in flight than the window', async () => {
    const bench = await benchOf({ window: 3, buffer: 2 });
    const id = bench.queue(square);
    await settle();
    expect(bench.driver.begun.length).toBe(4);
    await bench.steps(1);
    expect(bench.driver.begun.length).toBe(5);
    await bench.until(id, 'done');
  });

  it('sends a change of the origin after earlier commands were executed, and later ones after the change was', async () => {
    const commands = ['PENUP', 'MOVE X10 Y0', 'ZERO', 'MOVE X5 Y0', 'PENDOWN', 'MOVE X6 Y0'];
    const { bench, id } = await runningBench(commands, 1);
    expect(bench.driver.begun.at(-1)).toBe('MOVE X10 Y0');
    await bench.steps(1);
    expect(bench.driver.begun.at(-1)).toBe('ZERO');
    await bench.steps(1);
    expect(bench.driver.begun.at(-1)).toBe('MOVE X6 Y0');
    await bench.until(id, 'done');
    expect([...bench.driver.machine.drawn.keys()]).toEqual(['15 0 to 16 0']);
  });

  it.each(['pause', 'button'])(
    'pauses by %s at the end of the stroke, once everything is executed',
    async (by) => {
      const { bench, id, job } = await runningBench(square, 2);
      if (by === 'pause') bench.jobs.pause(id);
      else bench.driver.pressButton();
      await settle();
      expect(job()).toMatchObject({ state: { state: 'pausing' }, executed: 2 });
      await bench.steps(4);
      expect(job()).toMatchObject({ state: { state: 'pausing' }, executed: 6 });
      await bench.steps(1);
      expect(job()).toMatchObject({ state: { state: 'paused', next: 7 }, executed: 7, sent: 7 });
      expect([bench.driver.machine.pen, bench.driver.pending]).toEqual(['up', 0]);
      void bench.jobs.resume(id);
      await bench.until(id, 'done');
      expect([...bench.driver.machine.drawn.values()]).toEqual([1, 1, 1, 1]);
    },
  );

  it('continues if a pause is withdrawn', async () => {
    const { bench, id } = await runningBench(square, 2);
    bench.jobs.pause(id);
    await settle();
    void bench.jobs.resume(id);
    await bench.until(id, 'done');
    expect(bench.driver.machine.drawn.size).toBe(4);
  });

  it('waits for the user when it reaches a planned pause, not before', async () => {
    const { bench, id, job } = await runningBench(square, 2, { pauses: [{ before: 7, reason: 'Blue' }] });
    expect(bench.driver.begun.length).toBe(1 + 7);
    await bench.until(id, 'paused');
    expect(job()).toMatchObject({ state: { next: 7, reason: 'Blue' }, executed: 7, sent: 7 });
    void bench.jobs.resume(id);
    await bench.until(id, 'done');
    expect([...bench.driver.machine.drawn.values()]).toEqual([1, 1, 1, 1]);
  });

  it('is cancelled when the machine has executed its commands, with the pen up', async () => {
    const { bench, id, job } = await runningBench(square, 2);
    await bench.jobs.cancel(id);
    await bench.until(id, 'cancelled');
    expect(job()).toMatchObject({ state: { next: 6 }, executed: 6, sent: 6 });
    expect(bench.driver.begun.at(-1)).toBe('PENUP');
    expect(bench.driver.machine.pen).toBe('up');
  });

  it('stops the machine after a refused command', async () => {
    const bench = await benchOf();
    bench.driver.refuses = (command) => command === 'MOVE X20 Y10';
    const id = bench.queue(square);
    await bench.until(id, 'failed');
    expect(bench.job(id)).toMatchObject({
      state: { next: 5, cause: { code: 'command-refused', command: 'MOVE X20 Y10' } },
      completed: 1,
      failed: 1,
      executed: 1,
    });
    expect(resultsOf(bench, id)).toEqual(['0 OK PEN_UP', '4 ERR REFUSED']);
    expect([bench.driver.machine.buffer, bench.driver.pending]).toEqual([[], 0]);
  });

  it('continues after a refused command if allowed', async () => {
    const bench = await benchOf();
    bench.driver.refuses = (command) => command === 'MOVE X20 Y10';
    const id = bench.queue(square, { stopOnError: false });
    await bench.until(id, 'done');
    expect(bench.job(id)).toMatchObject({ completed: 10, failed: 1, executed: 11 });
  });

  it('is over after a stop, and sends nothing more', async () => {
    const { bench, id, job } = await runningBench(square, 4);
    void bench.driver.stop();
    bench.jobs.stopped()();
    await bench.until(id, 'cancelled');
    // The machine had accepted eight commands.
    expect(job()).toMatchObject({ state: { next: 4 }, completed: 4, failed: 0, executed: 4, sent: 8 });
    expect(resultsOf(bench, id).length).toBe(4);
    expect(bench.driver.begun.length).toBe(12);
  });

  it('leaves unconfirmed commands in doubt, and goes back to the last pen-up', async () => {
    const { bench, id, job } = await runningBench(square, 4);
    bench.driver.lose();
    bench.driver.machine.work(2);
    await settle();
    expect(job()).toMatchObject({
      state: { state: 'interrupted', next: 4, unknown: 4 },
      completed: 4,
      failed: 1,
      executed: 4,
      sent: 8,
      resumePoint: { command: 1, position: { x: 0, y: 0 } },
    });
    expect(resultsOf(bench, id).slice(3)).toEqual(['3 OK MOVE', '4 disconnected']);
    bench.driver.connect();
    await bench.steps(1);
    // The machine is at one of its possible positions.
    void bench.jobs.resume(id);
    await bench.until(id, 'done');
    expect([...bench.driver.machine.drawn.keys()].sort()).toEqual([...linesDrawnBy(square).keys()].sort());
    expect(bench.archive.results(id, 0, 100).map(({ index }) => index)).toEqual([...square.keys()]);
  });

  it('resumes after a crash where executed commands ended, not accepted ones', async () => {
    const { bench } = await runningBench(square, 4);
    await bench.clock.advance(200);
    const next = new JobBench(bench.kill(), new WindowedDriver(bench.driver.machine, sizes));
    expect(next.job(1)).toMatchObject({
      state: { state: 'interrupted', next: 4, unknown: 4 },
      executed: 4,
      sent: 11,
      completed: 4,
      failed: 0,
      resumePoint: { command: 1 },
    });
    expect(resultsOf(next, 1).length).toBe(4);
  });
});

describe('a job on a machine with relative moves', () => {
  it('returns to where it was paused, even if the pen was moved meanwhile', async () => {
    const bench = await benchOf(sizes, new BufferedMachine('relative'));
    const id = bench.queue(relative(square));
    await bench.steps(2);
    bench.jobs.pause(id);
    await bench.until(id, 'paused');
    void bench.driver.send('MOVE X7 Y-3', { timeoutMs: 1000 });
    await bench.steps(1);
    void bench.jobs.resume(id);
    await bench.until(id, 'done');
    expect(bench.driver.begun).toContain('MOVE X-7 Y3');
    expect([...bench.driver.machine.drawn.keys()]).toEqual([...linesDrawnBy(square).keys()]);
  });

  it('resumes at the sum of its moves if no command is in doubt', async () => {
    const bench = await benchOf(sizes, new BufferedMachine('relative'));
    const id = bench.queue(relative(square));
    await bench.steps(1);
    bench.failWriting();
    await bench.until(id, 'interrupted');
    expect(bench.job(id)).toMatchObject({
      state: { unknown: null, cause: { code: 'not-saved' } },
      resumePoint: { command: 1, position: { x: 0, y: 0 } },
    });
    expect(bench.driver.machine.pen).toBe('up');
    await bench.clock.advance(5000);
    void bench.jobs.resume(id);
    await bench.until(id, 'done');
    expect([...bench.driver.machine.drawn.keys()].sort()).toEqual([...linesDrawnBy(square).keys()].sort());
  });
});

const mishaps = fc.record({
  kind: fc.constantFrom('kill', 'lose', 'reset', 'pause', 'close'),
  /** Number of commands before the fault. */
  after: fc.nat(12),
  /** Buffered commands that the machine executes after the service has ended. */
  alone: fc.nat(6),
  /** Whether the replies are on disk. */
  isWritten: fc.boolean(),
});

it('a job draws every stroke after any fault, and counts nothing that was not drawn', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.tuple(fc.nat(99), fc.nat(99)), { minLength: 2, maxLength: 4 }), {
        minLength: 1,
        maxLength: 4,
      }),
      fc.record({ window: fc.integer({ min: 1, max: 9 }), buffer: fc.integer({ min: 1, max: 5 }) }),
      fc.array(mishaps, { maxLength: 4 }),
      fc.constantFrom('absolute' as const, 'relative' as const),
      async (strokes, sizes, accidents, coordinates) => {
        let serial = 0;
        const drawing = ['PENUP'];
        for (const [start, ...corners] of strokes) {
          // All positions are different.
          const place = ([x, y]: readonly [number, number]) => `MOVE X${x * 100 + serial++} Y${y}`;
          drawing.push(place(start!), 'PENDOWN', ...corners.map(place), 'PENUP');
        }
        const script = coordinates === 'relative' ? relative(drawing) : drawing;
        const machine = new BufferedMachine(coordinates);
        let bench = new JobBench(await temporaryFolder(), new WindowedDriver(machine, sizes));
        await bench.steps(1);
        const id = bench.queue(script);

        const resume = async () => {
          const asked = bench.jobs.resume(id).catch((error: { code: string }) => error.code);
          await bench.steps(2);
          if ((await asked) !== 'position-lost') return;
          // The user moves the pen to the origin and confirms it.
          machine.carryTo({ x: 0, y: 0 });
          await bench.jobs.resume(id, { penAtOrigin: true });
        };
        for (const { kind, after, alone, isWritten } of accidents) {
          await bench.steps(after);
          if (isWritten) await bench.clock.advance(150);
          if (kind === 'pause' && bench.stateOf(id) === 'running') {
            bench.jobs.pause(id);
            await bench.until(id, 'paused', 'done');
          }
          if (kind === 'lose') bench.driver.lose();
          if (kind === 'kill' || kind === 'close') {
            const folder = kind === 'kill' ? bench.kill() : undefined;
            await bench.close();
            machine.work(alone);
            if (folder === undefined) break;
            bench = new JobBench(folder, new WindowedDriver(machine, sizes));
          } else machine.work(kind === 'lose' ? alone : 0);
          if (kind === 'reset') bench.driver.reset();
          await settle();
          const { executed, sent, completed, state } = bench.job(id);
          const claimed = script.slice(0, executed).filter((command) => command.startsWith('MOVE'));
          expect(claimed.filter((command) => !machine.done.has(command))).toEqual([]);
          expect(sent).toBeGreaterThanOrEqual(executed);
          if (state.state === 'interrupted') {
            expect(completed).toBe(executed);
            const good = bench.archive.results(id, 0, 1000).filter(({ result }) => result.ok);
            expect(good.map(({ index }) => index)).toEqual([...Array(executed).keys()]);
          }
          bench.driver.connect();
          await bench.steps(2);
          if (['interrupted', 'paused'].includes(bench.stateOf(id))) await resume();
        }
        if (accidents.some(({ kind }) => kind === 'close')) return;
        await bench.until(id, 'done');
        const wanted = [...linesDrawnBy(drawing).keys()].sort();
        // Some strokes may be drawn twice; none is missing, and no others exist.
        expect([...machine.drawn.keys()].sort()).toEqual(wanted);
        expect([bench.driver.pending, bench.job(id).executed]).toEqual([0, script.length]);
        await bench.close();
      },
    ),
    { numRuns: Number(process.env.STATIONERY_RUNS ?? 25) },
  );
});
