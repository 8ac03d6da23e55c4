import { describe, expect, it } from 'vitest';
import type { Point } from '../../src/drivers/language/geometry.ts';
import { type PlotterFault, plotterFaults } from '../../src/drivers/simulator/faults.ts';
import { DriverBench } from './driver-bench.ts';
import type { TestMachine } from './machines.ts';

/** Each point is a corner that only one command reaches. */
const corners: Point[] = Array.from({ length: 10 }, (_, at) => ({
  x: 60 + at * 40,
  y: at % 2 === 0 ? 200 : 0,
}));

/** Tests every fault of the line and the board, in the middle of commands that are sent ahead. */
export function describeFaults(machines: readonly TestMachine[]): void {
  describe.each(machines)('the driver $title', ({ kind, board }) => {
    it.each(plotterFaults)(
      'settles every command and becomes ready again after the fault “%s”',
      async (fault) => {
        const bench = await DriverBench.start(kind, {
          speedFactor: 1,
          ...(board !== undefined && { board }),
        });
        const { session } = bench.driver;
        expect(await bench.send('PENDOWN')).toMatchObject({ ok: true });
        let sent = 0;
        bench.driver.subscribe(({ type }) => {
          if (type === 'sent' && ++sent === 4) bench.machine.setFault(fault, fault === 'silence' ? true : 1);
        });
        const outcomes = corners.map(async (corner, at) => {
          const command = bench.moveTo(corners[at - 1] ?? { x: 0, y: 0 }, corner);
          const { accepted, executed } = bench.driver.begin(command, { timeoutMs: 4_000, session });
          accepted.catch(() => undefined);
          await executed;
          return corner;
        });
        const settled = Promise.allSettled(outcomes);
        const done = (await settled).flatMap((outcome) =>
          outcome.status === 'fulfilled' ? [outcome.value] : [],
        );
        expect(bench.machine.faults.has(fault)).toBe(fault === 'silence');
        bench.machine.setFault(fault, false);
        await bench.replug();
        await bench.ready();
        if (fault.endsWith('-in-command')) expect(bench.driver.session).toBeGreaterThan(session);
        // Executed commands have drawn their lines; corners are traced to a step or two.
        const drawn = bench.machine.strokes().flatMap(({ points }) => [...points]);
        const missing = done.filter(
          (corner) => !drawn.some(({ x, y }) => Math.hypot(x - corner.x, y - corner.y) <= 2),
        );
        expect(missing).toEqual([]);
        if (isHarmless(fault)) expect(done).toEqual(corners);
        await expect.poll(() => bench.machine.status().activity.state).toBe('idle');
        const { carriage } = bench.machine.status();
        expect(await bench.send('PENUP')).toMatchObject({ sent: 'PENUP', ok: true });
        expect(bench.machine.status()).toMatchObject({ carriage, pen: 'up' });
      },
    );
  });
}

const isHarmless = (fault: PlotterFault) => ['duplicate-reply', 'split-lines'].includes(fault);
