import { Random, testSeed } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { drawingOf, linesDrawnBy, segmentsOf } from './support/drawings.ts';
import { startTestPlotter, type TestPlotter } from './support/test-plotter.ts';

async function isReady(plotter: TestPlotter): Promise<void> {
  await expect.poll(() => plotter.driver.state.state).toBe('ready');
}

/** Waits until the board has started after its last reset and the service has noticed. */
async function isSettled(plotter: TestPlotter): Promise<void> {
  await isReady(plotter);
  await expect.poll(async () => (await plotter.command('STATUS')).status).toBe(200);
}

describe('a reset at any moment', () => {
  it(`never causes a stroke from a wrong origin`, async () => {
    const random = new Random(testSeed);
    const plotter = await startTestPlotter();
    const { board, driver } = plotter;
    const wrong: string[] = [];
    /** Session of the first line after the user started or resumed the job. */
    let session: number | undefined;
    let resetAfter = Number.POSITIVE_INFINITY;
    driver.subscribe((event) => {
      if (event.type !== 'sent' || /^(STATUS|SYNC|ZERO)/.test(event.line)) return;
      session ??= driver.session;
      if (driver.session !== session)
        wrong.push(`${event.line} in session ${driver.session}, not ${session}`);
      if (--resetAfter > 0) return;
      resetAfter = Number.POSITIVE_INFINITY;
      if (random.below(3) === 0) board.setFault('drop-reply', 1);
      if (random.below(2) === 0) board.reset();
      else setImmediate(() => board.reset());
    });

    /** The user moves the pen to the origin and confirms it in one of two ways. */
    const confirm = async (id: number) => {
      await isSettled(plotter);
      await expect.poll(() => board.status().activity.state).toBe('idle');
      board.carryTo({ x: 0, y: 0 });
      const way = random.pick(['ZERO', 'confirm']);
      session = undefined;
      if (way === 'confirm') return plotter.resume(id, true);
      await plotter.command(way!);
      return plotter.resume(id);
    };

    for (let round = 0; round < 5; round++) {
      // Coordinates are small, because moving the pen by hand also moves the limits.
      const script = drawingOf(5, random).map((line) =>
        line.replace(/(?<=[XY])\d+/g, (n) => String(Number(n) >> 5)),
      );
      board.clearDrawing();
      await isSettled(plotter);
      session = undefined;
      const { id } = await plotter.queue(script, { stopOnError: false, timeoutMs: 40 });
      for (let mishap = 0; ; mishap++) {
        if (mishap < 8) resetAfter = 1 + random.below(script.length / 2);
        if (random.below(2) === 0) await plotter.post(`/jobs/${id}/pause`);
        await expect
          .poll(async () => (await plotter.job(id)).state.state)
          .toMatch(/^(paused|interrupted|done)$/);
        const { state } = await plotter.job(id);
        if (state.state === 'done') break;
        // Resets the board during a pause, too.
        if (mishap < 8 && random.below(3) === 0) board.reset();
        await isReady(plotter);
        session = undefined;
        const answer = await plotter.resume(id);
        if (answer.status === 409) await confirm(id);
      }
      resetAfter = Number.POSITIVE_INFINITY;
      board.setFault('drop-reply', false);
      const drawn = [...segmentsOf(board).keys()].sort();
      expect(drawn, `round ${round}`).toEqual([...linesDrawnBy(script).keys()].sort());
      // The next drawing counts from the origin after the last reset; the user corrects it.
      await isReady(plotter);
      session = undefined;
      await plotter.command('PENUP');
      board.carryTo({ x: 0, y: 0 });
      await plotter.command('ZERO');
    }
    expect(wrong).toEqual([]);
  });
});
