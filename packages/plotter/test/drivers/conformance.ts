import { describe, expect, it } from 'vitest';
import type { Point } from '../../src/drivers/language/geometry.ts';
import { LinkError } from '../../src/drivers/link.ts';
import { type BenchOptions, DriverBench } from './driver-bench.ts';
import type { TestMachine } from './machines.ts';
import { expectInk } from './same-ink.ts';

const square: Point[] = [
  { x: 100, y: 50 },
  { x: 500, y: 50 },
  { x: 500, y: 350 },
  { x: 100, y: 350 },
  { x: 100, y: 50 },
];
/** Target of a move that is long enough for events during it. */
const far: Point = { x: 8_000, y: 0 };
/** Target of a move that takes about a second, with and without acceleration. */
const near: Point = { x: 800, y: 0 };
const farther: Point = { x: 16_000, y: 0 };

/** Tests that every driver must pass, on its simulator or on an emulated board. */
export function describeConformance(machines: readonly TestMachine[]): void {
  describe.each(machines)('the driver $title', ({ kind, board }) => {
    const start = (options: BenchOptions = {}) =>
      DriverBench.start(kind, board === undefined ? options : { ...options, board });

    it('lifts and lowers the pen, and answers when done', async () => {
      const bench = await start();
      for (const [command, pen] of [
        ['PENDOWN', 'down'],
        ['PENUP', 'up'],
        ['PENDOWN', 'down'],
      ] as const) {
        expect(await bench.send(command)).toMatchObject({ sent: command, ok: true });
        expect([bench.machine.status().pen, bench.tracker.place.pen]).toEqual([pen, pen]);
      }
    });

    it('draws its commands, sends them ahead as far as allowed, and counts them', async () => {
      const bench = await start();
      const triangle = [
        { x: 600, y: 0 },
        { x: 900, y: 300 },
        { x: 600, y: 300 },
      ];
      const commands = bench.commandsFor([square, triangle]);
      const { length } = commands;
      expect(await bench.run(commands)).toEqual({ accepted: length, executed: length });
      expect(bench.machine.status()).toMatchObject({ pen: 'up', carriage: triangle.at(-1) });
      expect(bench.tracker.place).toEqual({ position: triangle.at(-1), pen: 'up' });
      expectInk(bench.machine.strokes(), [square, triangle]);
      const replies = bench.events.filter((event) => event.type === 'reply');
      expect(replies.map(({ reply }) => reply.sent)).toEqual(commands);
    });

    it('reports a command as executed only when the machine has done it', async () => {
      const bench = await start({ speedFactor: 5 });
      const way = [
        { x: 200, y: 0 },
        { x: 200, y: 200 },
        { x: 0, y: 0 },
      ];
      let at: Point = { x: 0, y: 0 };
      for (const point of way) {
        await bench.send(bench.moveTo(at, point));
        expect(bench.machine.status().carriage).toEqual(point);
        at = point;
      }
    });

    it('knows the origin: ZERO sets it, HOME returns there with the pen up', async () => {
      const bench = await start();
      await bench.run(
        bench.commandsFor([
          [
            { x: 100, y: 100 },
            { x: 200, y: 100 },
          ],
        ]),
      );
      expect(await bench.send('ZERO')).toMatchObject({ ok: true });
      expect(bench.tracker.place.position).toEqual({ x: 0, y: 0 });
      await bench.send(bench.moveTo({ x: 0, y: 0 }, { x: 50, y: 60 }));
      await bench.send('PENDOWN');
      expect(await bench.send('HOME')).toMatchObject({ sent: 'HOME', ok: true });
      expect(bench.tracker.place).toEqual({ position: { x: 0, y: 0 }, pen: 'up' });
      expect(bench.machine.status()).toMatchObject({ pen: 'up', carriage: { x: 200, y: 100 } });
    });

    it('executes a wait, and answers a barrier after everything else', async () => {
      const bench = await start();
      await bench.run([bench.moveTo({ x: 0, y: 0 }, { x: 300, y: 0 }), 'WAIT 20', 'SYNC 7']);
      expect(bench.machine.status().carriage).toEqual({ x: 300, y: 0 });
      expect(await bench.send('STATUS')).toMatchObject({ ok: true });
    });

    it('stops during a move, and does not move again', async () => {
      const bench = await start({ speedFactor: 1 });
      await bench.send('PENDOWN');
      const under = bench.driver.begin(bench.moveTo({ x: 0, y: 0 }, far), { timeoutMs: 60_000 });
      const behind = bench.driver.begin(bench.moveTo(far, { x: 0, y: 0 }), { timeoutMs: 60_000 });
      const outcome = Promise.allSettled([under.accepted, under.executed, behind.accepted, behind.executed]);
      await expect.poll(() => bench.machine.status().carriage.x).toBeGreaterThan(20);
      const reply = await bench.driver.stop();
      expect(reply.sent).toBe('STOP');
      const settled = await outcome;
      expect(settled.at(-1)).toMatchObject({ status: 'rejected' });
      await bench.ready();
      const { carriage } = bench.machine.status();
      const { position } = bench.tracker.place;
      // Later commands would have moved the carriage back.
      expect(carriage.x).toBeGreaterThan(20);
      expect(carriage.x).toBeLessThan(far.x);
      if (position !== null) expect(position).toEqual(carriage);
      await expect.poll(() => bench.machine.status().pen).toBe('up');
      expect(await bench.send('PENUP')).toMatchObject({ ok: true });
      expect(bench.machine.status().carriage).toEqual(carriage);
    });

    it('rejects commands in flight on a disconnect, reconnects, and moves nothing', async () => {
      const bench = await start({ speedFactor: 1 });
      const { session } = bench.driver;
      const under = bench.driver.begin(bench.moveTo({ x: 0, y: 0 }, far), { timeoutMs: 60_000 });
      const behind = bench.driver.begin(bench.moveTo(far, { x: 0, y: 0 }), { timeoutMs: 60_000 });
      // The machine may have accepted the commands without executing them.
      const outcomes = Promise.allSettled([under.executed, behind.executed]);
      behind.accepted.catch(() => undefined);
      await expect.poll(() => bench.machine.status().carriage.x).toBeGreaterThan(20);
      await bench.unplug();
      for (const outcome of await outcomes) {
        expect(outcome.status).toBe('rejected');
        expect((outcome as PromiseRejectedResult).reason).toBeInstanceOf(LinkError);
      }
      bench.machine.reset();
      const { carriage } = bench.machine.status();
      await bench.replug();
      await bench.ready();
      expect(bench.driver.session).toBeGreaterThan(session);
      const late = bench.driver.begin('PENUP', { timeoutMs: 1_000, session });
      await expect(late.accepted).rejects.toMatchObject({ kind: 'other-session' });
      expect(await bench.send('PENUP')).toMatchObject({ ok: true });
      expect(bench.machine.status().carriage).toEqual(carriage);
    });

    it('passes other commands on, and returns the machine’s own answer', async () => {
      const bench = await start();
      const reply = await bench.send('NONSENSE 1 2');
      expect(reply).toMatchObject({ sent: 'NONSENSE 1 2', ok: false });
      expect(reply.lines.at(-1)).toBe(reply.terminalLine);
      expect(await bench.send('PENUP')).toMatchObject({ ok: true });
    });

    it('times out a command that gets no reply, and is ready again', async () => {
      const bench = await start();
      // When this command has ended, the driver's own questions have been answered.
      await bench.send('PENUP');
      bench.machine.setFault('drop-reply', 1);
      await expect(bench.driver.send('PENDOWN', { timeoutMs: 300 })).rejects.toMatchObject({
        kind: 'timeout',
      });
      await expect
        .poll(
          () =>
            bench.send('PENUP').then(
              ({ ok }) => ok,
              () => false,
            ),
          { timeout: 60_000 },
        )
        .toBe(true);
      expect(bench.machine.status().pen).toBe('up');
    });

    it('sends nothing after a timeout while the machine may be busy, and reports it', async () => {
      const bench = await start({ speedFactor: 1 });
      const move = bench.moveTo(
        { x: 0, y: 0 },
        kind.defaultProfile.coordinates === 'relative' ? near : farther,
      );
      await expect(bench.driver.send(move, { timeoutMs: 100 })).rejects.toMatchObject({ kind: 'timeout' });
      expect(bench.driver.state.state).not.toBe('ready');
      // Sent only when the machine is at rest; the timeout is generous for a busy computer.
      const next = await bench.driver
        .send('PENDOWN', { timeoutMs: 60_000 })
        .catch((error: LinkError) => error);
      if (next instanceof LinkError) expect(['not-ready', 'other-session']).toContain(next.kind);
      await bench.ready();
      const { carriage, pen } = bench.machine.status();
      expect([carriage.x > 0, pen]).toEqual([true, next instanceof LinkError ? 'up' : 'down']);
      expect(await bench.send('PENDOWN')).toMatchObject({ ok: true });
      expect(bench.machine.status()).toMatchObject({ carriage, pen: 'down' });
      for (const { points } of bench.machine.strokes())
        for (const point of points) expect(point).toMatchObject(carriage);
    });

    it('draws a long job without losing or repeating a step', async () => {
      const bench = await start({ speedFactor: 0 });
      const spiral = Array.from({ length: 400 }, (_, at) => ({
        x: Math.round(400 + at * Math.cos(at / 5)),
        y: Math.round(400 + at * Math.sin(at / 5)),
      }));
      const commands = bench.commandsFor([spiral, square]);
      const { length } = commands;
      expect(await bench.run(commands)).toEqual({ accepted: length, executed: length });
      expectInk(bench.machine.strokes(), [spiral, square]);
    });
  });
}
