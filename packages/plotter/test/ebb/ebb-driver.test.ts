import { commandsOf, planDrawing } from '@stationery/drawing';
import { describe, expect, it } from 'vitest';
import { ebb } from '../../src/drivers/ebb/family.ts';
import { brushlessHeights, standardHeights } from '../../src/drivers/ebb/pen.ts';
import { brushlessServo } from '../../src/drivers/ebb/simulator/pen-servo.ts';
import { machinePresets } from '../../src/drivers/families.ts';
import { BriefMemory } from '../../src/drivers/family.ts';
import type { LinkError } from '../../src/drivers/link.ts';
import { EbbBench, type EbbBenchOptions } from './ebb-bench.ts';

const ok = (terminalLine: string) => expect.objectContaining({ ok: true, terminalLine });

/** Memory on a disk that can become full. */
class FullMemory extends BriefMemory {
  isFull = false;
  #stored: string | undefined;

  override stored(): string | undefined {
    return this.#stored;
  }

  override set(text: string): void {
    super.set(text);
    if (!this.isFull) this.#stored = text;
  }

  afterRestart(): BriefMemory {
    const memory = new BriefMemory();
    if (this.#stored !== undefined) memory.set(this.#stored);
    return memory;
  }
}

const square = [
  'MOVE X800 Y800',
  'PENDOWN',
  'MOVE X1600 Y800',
  'MOVE X1600 Y1600',
  'MOVE X800 Y1600',
  'MOVE X800 Y800',
  'PENUP',
  'HOME',
];
const squareStroke = {
  points: [
    { x: 800, y: 800 },
    { x: 1600, y: 800 },
    { x: 1600, y: 1600 },
    { x: 800, y: 1600 },
    { x: 800, y: 800 },
  ],
};

/** Drops points in the middle of a straight line. */
function corners(points: readonly { x: number; y: number }[]) {
  return points.filter((point, at) => {
    const [before, after] = [points[at - 1], points[at + 1]];
    if (before === undefined || after === undefined) return true;
    return (point.x - before.x) * (after.y - point.y) !== (point.y - before.y) * (after.x - point.x);
  });
}

describe.each([
  ['2.8.1', undefined],
  ['3.0.2', brushlessServo],
  ['2.4.4', undefined],
])('an EiBotBoard with firmware %s', (firmware, servo) => {
  const open = () => {
    const bench = new EbbBench({ firmware, ...(servo === undefined ? {} : { servo }) });
    const heights = servo === undefined ? standardHeights : brushlessHeights;
    bench.driver.configure({ ...ebb.defaultProfile, speed: 8000, acceleration: 80_000, penHeights: heights });
    return bench.connected();
  };

  it('draws its commands exactly to the step, and returns to its home position', async () => {
    const bench = await open();
    const replies = await bench.run(square);
    expect(replies).toEqual([
      ok('OK MOVE'),
      ok('OK PEN_DOWN'),
      ok('OK MOVE'),
      ok('OK MOVE'),
      ok('OK MOVE'),
      ok('OK MOVE'),
      ok('OK PEN_UP'),
      ok('OK HOME'),
    ]);
    expect(bench.board.strokes().map(({ points }) => ({ points: corners(points) }))).toEqual([squareStroke]);
    expect(bench.board.status()).toMatchObject({
      activity: { state: 'idle' },
      carriage: { x: 0, y: 0 },
      pen: 'up',
      microsteps: [16, 16],
    });
    expect(bench.driver.identity.firmware).toBe(firmware);
    await bench.close();
    expect(bench.clock.pending).toBe(0);
  });

  it('reports a command as executed only when it is', async () => {
    const bench = await open();
    await bench.run(['PENUP']);
    const { accepted, executed } = bench.driver.begin('MOVE X8000 Y0', { timeoutMs: 100 });
    let isAccepted = false;
    let isExecuted = false;
    void accepted.then(() => {
      isAccepted = true;
    });
    void executed.then(() => {
      isExecuted = true;
    });
    await bench.until(() => isAccepted);
    expect(bench.board.status().carriage.x).toBeLessThan(8000);
    expect(isExecuted).toBe(false);
    expect(bench.driver.state).toEqual({ state: 'busy', command: 'MOVE X8000 Y0' });
    await bench.until(() => isExecuted);
    expect(bench.board.status().carriage).toEqual({ x: 8000, y: 0 });
    await bench.until(() => bench.driver.state.state === 'ready');
    await bench.close();
  });

  it('times out only the command that takes too long, and credits its late result to no other command', async () => {
    const bench = await open();
    await bench.run(['PENUP']);
    const moves = ['MOVE X8000 Y0', 'MOVE X8000 Y400', 'PENDOWN'];
    const [late, ...others] = await bench.run(moves, 600);
    expect(late).toMatchObject({ kind: 'timeout', sent: 'MOVE X8000 Y0' });
    // The timeouts of the other commands start when the first one is done.
    expect(others).toEqual([ok('OK MOVE'), ok('OK PEN_DOWN')]);
    expect(bench.board.status()).toMatchObject({ carriage: { x: 8000, y: 400 }, pen: 'down' });
    expect(bench.of('reply').map(({ reply }) => reply.sent)).toEqual(['PENUP', ...moves.slice(1)]);
    expect(bench.of('unanswered').map(({ line }) => line)).toEqual(['MOVE X8000 Y0']);
    await bench.close();
    expect(bench.clock.pending).toBe(0);
  });

  it('stops at once, lifts the pen and knows its position', async () => {
    const bench = await open();
    const done = bench.run(['PENDOWN', 'MOVE X16000 Y4000', 'MOVE X0 Y0']);
    // Prevents an unhandled rejection if `run` gives up while the test waits.
    done.catch(() => undefined);
    await bench.until(() => bench.board.status().carriage.x > 2000);
    const before = bench.board.status().carriage;
    const stopped = bench.driver.stop();
    let reply: unknown;
    void stopped.then((answer) => {
      reply = answer;
    });
    await bench.until(() => reply !== undefined);
    const { carriage, pen } = bench.board.status();
    expect(reply).toEqual(ok('OK STOPPED'));
    expect(pen).toBe('up');
    expect(carriage.x - before.x).toBeLessThan(400);
    const [, move, back] = await done;
    expect([move, back]).toEqual([
      expect.objectContaining({ kind: 'aborted' }),
      expect.objectContaining({ kind: 'aborted' }),
    ]);
    expect(bench.of('reported').map(({ reported }) => reported.position)).toContainEqual(carriage);
    await bench.pass(2000);
    expect(bench.board.status().carriage).toEqual(carriage);
    // Steps are counted from the position where the carriage stopped.
    expect(await bench.run(['HOME', 'STATUS'])).toEqual([
      ok('OK HOME'),
      expect.objectContaining({ lines: expect.arrayContaining(['POS X0 Y0', 'PEN UP']) }),
    ]);
    expect(bench.board.status().carriage).toEqual({ x: 0, y: 0 });
    await bench.close();
  });
});

describe('the EBB driver', () => {
  it('passes corners without a stop, in the planned time', async () => {
    const circle = Array.from({ length: 120 }, (_, at) => {
      const turn = (at * Math.PI) / 60;
      return `MOVE X${Math.round(2000 - 1600 * Math.cos(turn))} Y${Math.round(2000 + 1600 * Math.sin(turn))}`;
    });
    const bench = await new EbbBench().connected();
    await bench.run(['SPEED 4000', 'ACCEL 16000', 'PENUP', circle[0]!, 'PENDOWN']);
    const beforeMs = bench.board.status().busyMs;
    await bench.run([...circle.slice(1), circle[0]!]);
    const tookMs = bench.board.status().busyMs - beforeMs;
    // 2π × 20 mm at 50 mm/s, and 0.25 s more for starting and stopping.
    const expectedMs = ((2 * Math.PI * 1600) / 4000) * 1000 + 250;
    expect(tookMs / expectedMs).toBeGreaterThan(0.97);
    expect(tookMs / expectedMs).toBeLessThan(1.03);
    const radii = bench.board.strokes()[0]!.points.map(({ x, y }) => Math.hypot(x - 2000, y - 2000));
    expect(Math.max(...radii.map((radius) => Math.abs(radius - 1600)))).toBeLessThan(4);
    await bench.close();
  });

  it('draws in the planned time, with travel at pen-up speed', async () => {
    const profile = ebb.defaultProfile;
    const ring = (x: number, y: number) =>
      Array.from({ length: 37 }, (_, at) => [
        x + 8 * Math.cos((at * Math.PI) / 18),
        y + 8 * Math.sin((at * Math.PI) / 18),
      ]).flat();
    const strokes = [ring(20, 20), ring(120, 20), [10, 60, 150, 61], [20, 80, 40, 60, 60, 80]];
    const plan = planDrawing(
      {
        widthMm: 200,
        heightMm: 150,
        layers: [{ name: 'all', colour: '#000000' }],
        strokes: strokes.map((points) => ({ points: Float64Array.from(points), layer: 0 })),
        notes: [],
      },
      { machine: profile, fit: 'none' },
    );
    const bench = new EbbBench();
    bench.driver.configure(profile);
    await bench.connected();
    await bench.run(['PENUP']);
    const beforeMs = bench.board.status().busyMs;
    await bench.run([...commandsOf(plan, profile)]);
    expect((bench.board.status().busyMs - beforeMs) / plan.timeMs).toBeCloseTo(1, 1.7);
    await bench.close();
  });

  it('sends raw lines unchanged, and knows the position afterwards', async () => {
    const bench = await new EbbBench().connected();
    const [version, status, moved, position, wrong, taken] = await bench.run([
      'V',
      'QG',
      'XM,100,80,40',
      'STATUS',
      'FOO',
      'CU,10,0',
    ]);
    expect(version).toMatchObject({ ok: true, terminalLine: 'EBBv13_and_above EB Firmware Version 2.8.1' });
    expect(status).toMatchObject({ ok: true, lines: ['10'] });
    expect(moved).toMatchObject({ ok: true, lines: ['OK'] });
    expect(position).toMatchObject({ lines: expect.arrayContaining(['POS X80 Y40']) });
    expect(wrong).toMatchObject({ ok: false, terminalLine: 'ERR UNKNOWN FOO is not a command' });
    expect(taken).toMatchObject({ ok: false });
    const [refused, after] = await bench.run(['ZZ', 'MOVE X0 Y0']);
    expect(refused).toMatchObject({ ok: false, terminalLine: "!8 Err: Unknown command 'ZZ:5A5A'" });
    expect(after).toMatchObject({ ok: true });
    expect(bench.board.status().carriage).toEqual({ x: 0, y: 0 });
    await bench.close();
  });

  it('refuses to move without motor power, and moves when it returns', async () => {
    const bench = await new EbbBench().connected();
    bench.board.setPower(false);
    const [move, pen] = await bench.run(['MOVE X80 Y0', 'PENUP']);
    expect(move).toMatchObject({
      ok: false,
      terminalLine: expect.stringMatching(/^ERR POWER .*power supply/),
    });
    expect(pen).toMatchObject({ ok: true });
    expect(bench.lines.filter((line) => /^(EM|LM)/.test(line))).toEqual([]);
    bench.board.setPower(true);
    expect(await bench.run(['MOVE X80 Y0'])).toEqual([ok('OK MOVE')]);
    expect(bench.board.status().carriage).toEqual({ x: 80, y: 0 });
    await bench.close();
  });

  it('stops and loses the position if motor power fails during a move', async () => {
    const bench = await new EbbBench({ firmware: '3.0.2' }).connected();
    const { session } = bench.driver;
    const drawing = bench.run(['PENDOWN', 'MOVE X8000 Y0', 'MOVE X0 Y0']);
    await bench.until(() => bench.board.status().carriage.x > 2000);
    bench.board.setPower(false);
    const [, first, second] = await drawing;
    const reason = { code: 'motor-power-lost' };
    expect(first).toMatchObject({ kind: 'reset', reason });
    expect(second).toMatchObject({ kind: expect.stringMatching(/reset|other-session/), reason });
    bench.board.setPower(true);
    await bench.until(() => bench.driver.state.state === 'ready');
    const { carriage } = bench.board.status();
    await bench.pass(3000);
    expect(bench.board.status().carriage).toEqual(carriage);
    expect([bench.driver.session, bench.of('reset')]).toEqual([session + 1, []]);
    expect(bench.of('reported').at(-1)?.reported).toEqual({ position: null });
    expect(await bench.run(['MOVE X80 Y0'])).toEqual([ok('OK MOVE')]);
    await bench.close();
  });

  it('ignores missing motor power while the motors are off', async () => {
    const bench = await new EbbBench({ firmware: '3.0.2' }).connected();
    bench.board.setPower(false);
    await bench.pass(3000);
    bench.board.setPower(true);
    expect(await bench.run(['MOVE X80 Y0'])).toEqual([ok('OK MOVE')]);
    await bench.pass(3000);
    expect(bench.driver.session).toBe(1);
    await bench.close();
  });

  it('stops at an armed limit switch and keeps the position', async () => {
    const bench = await new EbbBench({ firmware: '3.0.2', corner: { x: 4000, y: 0 } }).connected();
    await bench.run(['MOVE X6000 Y0', 'CU,52,2', 'CU,51,2']);
    const [move] = await bench.run(['MOVE X100 Y0']);
    expect(move).toMatchObject({ kind: 'reset', reason: { code: 'limit-switch' } });
    await bench.until(() => bench.driver.state.state === 'ready');
    const { carriage } = bench.board.status();
    expect(carriage.x).toBeGreaterThan(3900);
    expect(carriage.x).toBeLessThanOrEqual(4000);
    expect(bench.of('reported').at(-1)?.reported).toMatchObject({ position: carriage });
    await bench.run(['MOVE X5000 Y0']);
    expect(bench.board.status().carriage).toEqual({ x: 5000, y: 0 });
    await bench.close();
  });

  describe('homing a NextDraw', () => {
    const nextDraw = machinePresets().find(({ id }) => id === 'nextdraw-8511')!.profile;
    const open = async (corner: { x: number; y: number }, more: EbbBenchOptions = {}) => {
      const bench = new EbbBench({ firmware: '3.0.2', servo: brushlessServo, corner, ...more });
      bench.driver.configure(nextDraw);
      return bench.connected();
    };

    it.each([
      ['in the corner', { x: 0, y: 0 }],
      ['with Y nearer', { x: -9000, y: -2000 }],
      ['with X nearer', { x: -3000, y: -12_000 }],
      ['with X at its end', { x: 0, y: -9000 }],
      ['far away', { x: -23_000, y: -17_000 }],
    ])('finds the corner from a position %s, also along Y, which has no switch', async (_, corner) => {
      const bench = await open(corner);
      expect(await bench.run(['HOME'], 120_000)).toEqual([ok('OK HOME')]);
      const { x, y } = bench.board.status().carriage;
      expect(Math.abs(x - corner.x)).toBeLessThanOrEqual(2);
      expect(Math.abs(y - corner.y)).toBeLessThanOrEqual(2);
      const here = { x: 0, y: 0 };
      expect(bench.of('reported').at(-1)?.reported).toEqual({ position: here, limitsFrom: here });
      await bench.run(['MOVE X800 Y400']);
      expect(bench.board.status().carriage).toEqual({ x: x + 800, y: y + 400 });
      await bench.close();
    });

    it('restores the user’s origin, also after a restart of the board', async () => {
      const memory = new BriefMemory();
      let bench = await open({ x: -3000, y: -2000 }, { memory });
      await bench.run(['HOME', 'MOVE X1600 Y800', 'ZERO', 'MOVE X400 Y0'], 120_000);
      const { carriage } = bench.board.status();
      const origin = { x: carriage.x - 400, y: carriage.y };
      await bench.driver.close();
      bench.board.reset();
      bench = await open({ x: -3000, y: -2000 }, { memory, on: bench });
      expect(bench.of('reported').at(-1)?.reported).toEqual({ position: null });
      expect(bench.driver.effectOf('HOME').confirmsOrigin).toBeUndefined();
      await bench.run(['HOME'], 120_000);
      expect(bench.driver.effectOf('HOME').confirmsOrigin).toBe(true);
      expect(bench.board.status()).toMatchObject({ pen: 'up' });
      const { x, y } = bench.board.status().carriage;
      expect([Math.abs(x - origin.x), Math.abs(y - origin.y)].every((steps) => steps <= 2)).toBe(true);
      await bench.close();
    });

    it('fails without a switch, and loses the position', async () => {
      const bench = new EbbBench({ firmware: '3.0.2', servo: brushlessServo });
      bench.driver.configure(nextDraw);
      await bench.connected();
      const [home] = await bench.run(['HOME'], 120_000);
      expect(home).toMatchObject({ ok: false, terminalLine: expect.stringMatching(/^ERR HOMING .*switch/) });
      await bench.until(() => bench.driver.state.state === 'ready');
      expect(bench.of('session').map(({ reason }) => reason)).toEqual([{ code: 'homing-unfinished' }]);
      expect(bench.of('reported').at(-1)?.reported).toEqual({ position: null });
      await bench.close();
    });

    it('loses the position if it could not be stored and the service was killed', async () => {
      const memory = new FullMemory();
      const corner = { x: -9000, y: -2000 };
      const before = await open(corner, { memory });
      await before.run(['MOVE X800 Y0']);
      memory.isFull = true;
      void before.run(['HOME'], 120_000).catch(() => undefined);
      await before.until(() => before.board.status().carriage.x < -2000);
      await before.driver.close();
      const bench = await open(corner, { memory: memory.afterRestart(), on: before });
      expect(bench.of('reported').map(({ reported }) => reported)).toEqual([{ position: null }]);
      await bench.close();
    });

    it('can be stopped, and loses the position', async () => {
      const bench = await open({ x: -9000, y: -2000 });
      const homing = bench.run(['HOME'], 120_000);
      await bench.until(() => bench.board.status().carriage.x < -2000);
      void bench.driver.stop().catch(() => undefined);
      expect((await homing)[0]).toMatchObject({ kind: 'aborted' });
      await bench.until(() => bench.driver.state.state === 'ready');
      expect(bench.of('session').map(({ reason }) => reason)).toEqual([{ code: 'homing-unfinished' }]);
      const { carriage } = bench.board.status();
      await bench.pass(3000);
      expect(bench.board.status().carriage).toEqual(carriage);
      // Both motors hold the carriage again.
      expect(await bench.run(['MOVE X80 Y0'])).toEqual([ok('OK MOVE')]);
      expect(bench.board.status().carriage).toEqual({ x: carriage.x + 80, y: carriage.y });
      await bench.close();
    });
  });

  it('applies new pen heights from the next pen move', async () => {
    const bench = await new EbbBench().connected();
    await bench.run(['PENUP']);
    bench.driver.configure({ ...ebb.defaultProfile, penHeights: { up: 22_000, down: 14_000 } });
    await bench.run(['PENDOWN', 'PENUP']);
    const settings = bench.lines.filter((line) => /^S[CP],[0145],/.test(line));
    expect(settings).toEqual([
      'SC,4,20641',
      'SC,5,15248',
      'SP,1,120',
      'SC,4,22000',
      'SC,5,14000',
      'SP,0,150',
      'SP,1,150',
    ]);
    await bench.close();
  });

  it('lowers the pen gently, and draws only when it is down', async () => {
    const bench = await new EbbBench().connected();
    await bench.run(['PENUP']);
    bench.driver.configure({ ...ebb.defaultProfile, penDownMs: 600, lowersGently: true });
    const lowered = bench.run(['PENDOWN', 'MOVE X800 Y0', 'PENUP']);
    await bench.pass(350);
    expect(bench.board.status().pen).toBe('up');
    await lowered;
    expect(bench.board.strokes().map(({ points }) => corners(points))).toEqual([
      [
        { x: 0, y: 0 },
        { x: 800, y: 0 },
      ],
    ]);
    await bench.close();
  });

  it('uses the position of ZERO as the origin', async () => {
    const bench = await new EbbBench().connected();
    await bench.run(['MOVE X400 Y100', 'ZERO', 'MOVE X10 Y0', 'HOME']);
    expect(bench.board.status().carriage).toEqual({ x: 400, y: 100 });
    await bench.close();
  });

  it('reports a button press once, even while drawing', async () => {
    const bench = await new EbbBench().connected();
    bench.board.pressButton();
    await bench.pass(1100);
    expect(bench.of('pause-button')).toHaveLength(1);
    const moved = bench.run(['MOVE X8000 Y0']);
    await bench.pass(200);
    bench.board.pressButton();
    await moved;
    expect(bench.of('pause-button')).toHaveLength(2);
    await bench.close();
  });

  it('switches idle motors off and keeps the position', async () => {
    const bench = await new EbbBench({ settings: { motorsOffAfterMs: 5000 } }).connected();
    await bench.run(['MOVE X400 Y0']);
    expect(bench.board.status().microsteps).toEqual([16, 16]);
    await bench.pass(8000);
    expect(bench.board.status().microsteps).toEqual([0, 0]);
    await bench.run(['MOVE X0 Y0']);
    expect(bench.board.status().carriage).toEqual({ x: 0, y: 0 });
    await bench.close();
  });

  it('notices an unreported restart, and moves nothing until it gets a command', async () => {
    const bench = await new EbbBench({ firmware: '3.0.2' }).connected();
    const { session } = bench.driver;
    const drawing = bench.run(['PENDOWN', 'MOVE X8000 Y0', 'MOVE X0 Y0', 'PENUP']);
    await bench.until(() => bench.board.status().carriage.x > 2000);
    bench.board.reset();
    const where = bench.board.status().carriage;
    const [pen, first] = await drawing;
    expect(pen).toEqual(ok('OK PEN_DOWN'));
    expect(first).toMatchObject({ kind: 'reset' });
    await bench.until(() => bench.driver.state.state === 'ready');
    expect(bench.driver.session).toBe(session + 1);
    expect(bench.of('reset')).toHaveLength(1);
    await bench.pass(3000);
    expect(bench.board.status().carriage).toEqual(where);
    expect(await bench.run(['STATUS'])).toEqual([
      expect.objectContaining({ lines: expect.arrayContaining(['POS X0 Y0']) }),
    ]);
    await bench.close();
  });

  it.each(['2.8.1', '3.0.2'])('restarts the board on request (firmware %s)', async (firmware) => {
    const bench = await new EbbBench({ firmware }).connected();
    const { session } = bench.driver;
    const [moved, reset, later] = await bench.run(['MOVE X80 Y0', 'RESET', 'MOVE X0 Y0']);
    expect([moved, reset]).toEqual([ok('OK MOVE'), ok('OK RESET')]);
    expect(later).toMatchObject({ kind: 'other-session' });
    await bench.until(() => bench.driver.state.state === 'ready');
    expect(bench.driver.session).toBe(session + 1);
    // The current position is the origin now.
    await bench.run(['MOVE X40 Y0']);
    expect(bench.board.status().carriage).toEqual({ x: 120, y: 0 });
    await bench.close();
  });

  it('keeps the position after the cable was unplugged', async () => {
    const bench = await new EbbBench().connected();
    await bench.run(['MOVE X400 Y0']);
    const moving = bench.run(['MOVE X4000 Y0', 'MOVE X0 Y0']);
    await bench.pass(100);
    await bench.board.unplug();
    const outcomes = await moving;
    expect(outcomes).toEqual([
      expect.objectContaining({ kind: 'lost' }),
      expect.objectContaining({ kind: expect.stringMatching(/lost|closed/) }),
    ]);
    await bench.pass(5000);
    bench.board.replug();
    await bench.until(() => bench.driver.state.state === 'ready');
    const { carriage } = bench.board.status();
    expect(await bench.run(['STATUS'])).toEqual([
      expect.objectContaining({ lines: expect.arrayContaining([`POS X${carriage.x} Y${carriage.y}`]) }),
    ]);
    await bench.close();
  });

  it.each(['2.4.4', '2.8.1', '3.0.2'])(
    'keeps the position across restarts of the service, whatever the board’s counters (firmware %s)',
    async (firmware) => {
      const memory = new BriefMemory();
      let bench = await new EbbBench({ firmware, memory }).connected();
      const positions: unknown[] = [];
      await bench.run(['ZERO', 'MOVE X1000 Y0']);
      for (const move of ['MOVE X2000 Y0', 'MOVE X2000 Y500', 'MOVE X100 Y100']) {
        await bench.driver.close();
        bench = await new EbbBench({ firmware, memory, on: bench }).connected();
        positions.push(bench.of('reported').at(-1)?.reported.position);
        await bench.run([move]);
      }
      expect(positions).toEqual([
        { x: 1000, y: 0 },
        { x: 2000, y: 0 },
        { x: 2000, y: 500 },
      ]);
      expect(bench.board.status().carriage).toEqual({ x: 100, y: 100 });
      await bench.close();
    },
  );

  it('loses the position if the board restarted while the service was off', async () => {
    const memory = new BriefMemory();
    const before = await new EbbBench({ memory }).connected();
    await before.run(['MOVE X1000 Y0']);
    await before.driver.close();
    before.board.reset();
    const bench = await new EbbBench({ memory, on: before }).connected();
    expect(bench.of('reported').map(({ reported }) => reported)).toEqual([{ position: null }]);
    expect(bench.of('reset')).toEqual([]);
    await bench.close();
  });

  it('loses the position if the service was killed before the board confirmed the new origin', async () => {
    for (const line of ['CS', /^SL,/]) {
      const memory = new BriefMemory();
      const before = await new EbbBench({ memory }).connected();
      await before.run(['MOVE X1000 Y0']);
      before.driver.begin('ZERO', { timeoutMs: 100 });
      const lines = before.lines.length;
      const isSent = (sent: string) => (typeof line === 'string' ? sent === line : line.test(sent));
      before.driver.subscribe((event) => {
        if (event.type === 'sent' && isSent(event.line)) before.board.setFault('silence', true);
      });
      await before.until(() => before.lines.slice(lines).some(isSent));
      await before.driver.close();
      before.board.setFault('silence', false);
      const bench = await new EbbBench({ memory, on: before }).connected();
      expect(bench.of('reported').map(({ reported }) => reported)).toEqual([{ position: null }]);
      await bench.close();
    }
  });

  it('loses the position if the loss of motor power could not be stored before the service was killed', async () => {
    const memory = new FullMemory();
    const before = await new EbbBench({ firmware: '3.0.2', memory }).connected();
    await before.run(['MOVE X1000 Y0']);
    memory.isFull = true;
    void before.run(['MOVE X8000 Y0']).catch(() => undefined);
    await before.until(() => before.board.status().carriage.x > 2000);
    before.board.setPower(false);
    await before.until(() => before.of('session').length > 0);
    await before.driver.close();
    const bench = await new EbbBench({ memory: memory.afterRestart(), on: before }).connected();
    expect(bench.of('reported').map(({ reported }) => reported)).toEqual([{ position: null }]);
    await bench.close();
  });

  it('never sends the board a mark stored for a different position', async () => {
    const memory = new FullMemory();
    let random = 0;
    const bench = await new EbbBench({ memory, random: () => random }).connected();
    await bench.run(['MOVE X1000 Y0']);
    memory.isFull = true;
    const stored = JSON.parse(memory.stored()!) as { mark: number };
    for (let count = 253; count >= 0; count--) {
      random = count / 254;
      await bench.run(['ZERO']);
    }
    expect(bench.lines.filter((line) => line.startsWith('SL,')).length).toBeGreaterThan(254);
    expect(bench.lines.filter((line) => line === `SL,${stored.mark}`)).toHaveLength(1);
    await bench.close();
  });

  it.each([
    ['null', () => null],
    ['a number', () => 5],
    ['a mark alone', ({ mark }: { mark: number }) => ({ mark })],
    ['a place that is null', (stored: object) => ({ ...stored, zero: null })],
    ['a place of texts', (stored: object) => ({ ...stored, zero: ['a', 'b'] })],
  ])('treats a stored position that is %s as unknown', async (_, damage) => {
    const memory = new BriefMemory();
    const before = await new EbbBench({ memory }).connected();
    await before.run(['MOVE X1000 Y0']);
    await before.driver.close();
    memory.set(JSON.stringify(damage(JSON.parse(memory.get()!))));
    const bench = await new EbbBench({ memory, on: before }).connected();
    expect(bench.of('reported').map(({ reported }) => reported)).toEqual([{ position: null }]);
    expect(await bench.run(['MOVE X80 Y0'])).toEqual([ok('OK MOVE')]);
    await bench.close();
  });

  it.each(['CS', 'SL'])('keeps the position if the reply to %s is lost', async (name) => {
    const bench = await new EbbBench().connected();
    await bench.run(['MOVE X1000 Y0']);
    let isLost = false;
    bench.driver.subscribe((event) => {
      if (event.type !== 'sent' || isLost || !event.line.startsWith(name)) return;
      isLost = true;
      bench.board.setFault('drop-reply', 1);
    });
    await bench.run(['EM,1,1']);
    expect(isLost).toBe(true);
    await bench.until(() => bench.driver.state.state === 'ready');
    expect(bench.of('reset')).toEqual([]);
    await bench.run(['MOVE X1100 Y0']);
    expect(bench.board.status().carriage).toEqual({ x: 1100, y: 0 });
    await bench.close();
  });

  it.each([
    ['stopped', (bench: EbbBench) => void bench.driver.stop().catch(() => undefined)],
    ['without a reply', (bench: EbbBench) => bench.board.setFault('drop-reply', 1)],
  ])('does not mistake %s during the handshake for a restart', async (_, mishap) => {
    for (const firmware of ['2.8.1', '3.0.2']) {
      for (const at of [1, 3, 5, 7]) {
        const bench = new EbbBench({ firmware });
        let sent = 0;
        bench.driver.subscribe((event) => {
          if (event.type === 'sent' && ++sent === at) queueMicrotask(() => mishap(bench));
        });
        bench.driver.connect();
        await bench.until(() => bench.driver.state.state === 'ready');
        expect([bench.of('reset'), bench.driver.session]).toEqual([[], 1]);
        await bench.close();
      }
    }
  });

  it('distinguishes commands that were not sent from those in doubt after a disconnect', async () => {
    const bench = await new EbbBench().connected();
    const moves = Array.from({ length: 400 }, (_, at) => (at % 2 === 0 ? 'MOVE X8000 Y0' : 'MOVE X0 Y0'));
    const outcomes = moves.map((move) =>
      bench.driver.begin(move, { timeoutMs: 100 }).executed.then(
        () => 'done',
        (error: LinkError) => error.kind,
      ),
    );
    await bench.until(() => bench.board.status().carriage.x > 1000);
    await bench.driver.disconnect();
    const kinds = await Promise.all(outcomes);
    const doubtful = kinds.filter((kind) => kind === 'lost').length;
    expect(doubtful).toBeGreaterThan(0);
    expect(doubtful).toBeLessThan(20);
    expect(kinds.filter((kind) => kind === 'closed')).toHaveLength(400 - doubtful);
    await bench.close();
  });

  it('reports a machine that is not an EiBotBoard or whose firmware is too old', async () => {
    const old = new EbbBench({ firmware: '2.2.0' });
    old.driver.connect();
    await old.until(() => old.driver.state.state === 'suspect');
    expect(old.driver.state).toMatchObject({
      cause: { code: 'firmware-too-old', firmware: '2.2.0', needed: '2.4.4' },
    });
    await expect(old.driver.send('PENUP', { timeoutMs: 100 })).rejects.toMatchObject({ kind: 'not-ready' });
    await old.close();
    const deaf = new EbbBench();
    deaf.board.setFault('silence', true);
    deaf.driver.connect();
    await deaf.until(() => deaf.driver.state.state === 'suspect');
    expect(deaf.driver.state).toMatchObject({ cause: { code: 'wrong-machine', driver: 'ebb', heard: '' } });
    expect(deaf.lines).toEqual(['V']);
    deaf.board.setFault('silence', false);
    await deaf.until(() => deaf.driver.state.state === 'ready');
    await deaf.close();
    expect(deaf.clock.pending).toBe(0);
  });
});
