import { text } from 'node:stream/consumers';
import type { PlotterEvent } from '@stationery/contract';
import { ManualClock } from '@stationery/core/testing';
import { describe, expect, it, vi } from 'vitest';
import type { DrawingPlan } from '../../src/plan/plan-messages.ts';
import { followEvents } from '../support/event-stream.ts';
import { answerUnread, ask, planOf, sendSvg } from '../support/plan-requests.ts';
import { cross, scatteredSvg, zigzagSvg } from '../support/svg-drawings.ts';
import { startTestPlotter } from '../support/test-plotter.ts';

type PlanUpdates = Extract<PlotterEvent, { name: 'plan' }>['data'];

describe('while a drawing is planned', () => {
  it('the service answers', async () => {
    const plotter = await startTestPlotter();
    let answered = false;
    const planning = ask(plotter, scatteredSvg(30_000), { thinkMs: 2000, include: [] }).then((answer) => {
      answered = true;
      return planOf(answer);
    });
    for (let question = 0; question < 10; question++) {
      expect((await plotter.get('/health')).status).toBe(200);
      expect((await plotter.command('PENUP')).status).toBe(200);
    }
    expect(answered).toBe(false);
    const plan = await planning;
    expect(plan.travelMm).toBeLessThan(plan.before.travelMm / 20);
  });

  it('its progress is reported to every listener', async () => {
    const plotter = await startTestPlotter();
    const events = await followEvents(plotter);
    /** The states of a plan in order, and its id. */
    const statesWithin = async (thinkMs: number) => {
      const reference = `mine, ${thinkMs} ms`;
      const planning = ask(plotter, scatteredSvg(5000), { thinkMs, include: [], reference });
      await events.expectEvent('plan', { reference, state: { state: 'over' } });
      expect((await planning).status).toBe(200);
      const told = events.seen
        .filter(({ name }) => name === 'plan')
        .map(({ data }) => data as PlanUpdates)
        .filter((update) => update.reference === reference);
      expect(new Set(told.map((update) => update.id)).size).toBe(1);
      return { id: told[0]!.id, states: told.map(({ state }) => state) };
    };
    // A slow machine needs more time to find an improvement.
    for (let thinkMs = 1000; ; thinkMs *= 2) {
      const { id, states } = await statesWithin(thinkMs);
      const orders = states.filter((each) => each.state === 'ordering');
      expect(states.map(({ state }) => state)).toEqual([
        'waiting',
        'reading',
        ...orders.map(() => 'ordering'),
        'answering',
        'over',
      ]);
      if (orders.length < 2 || orders.at(-1)!.travelMm >= orders[0]!.travelMm) continue;
      expect((await sendSvg(plotter, 'hello', '?reference=broken')).status).toBe(422);
      await events.expectEvent('plan', { id: id + 1, reference: 'broken', state: { state: 'over' } });
      return;
    }
  });

  it('other drawings wait in order, surplus requests are rejected, and a disconnect makes room', async () => {
    const plotter = await startTestPlotter();
    const svg = scatteredSvg(5000);
    const hangUp = new AbortController();
    const statuses = Array.from({ length: 33 }, () =>
      ask(plotter, svg, { thinkMs: 60_000, job: {} }, { signal: hangUp.signal }).then(
        ({ status }) => status,
        (error: Error) => error.name,
      ),
    );
    expect(await Promise.race(statuses)).toBe(503);
    hangUp.abort();
    expect((await Promise.all(statuses)).sort()).toEqual([503, ...Array(32).fill('AbortError')]);
    await expect.poll(async () => (await ask(plotter, cross)).status).toBe(200);
    expect(await (await plotter.get('/jobs')).json()).toEqual({ jobs: [] });
  });

  it('a short plan is answered before earlier long plans', async () => {
    const clock = new ManualClock();
    const plotter = await startTestPlotter({ clock });
    const events = await followEvents(plotter);
    const hangUp = new AbortController();
    const long = ['one', 'other'].map((reference) =>
      ask(
        plotter,
        scatteredSvg(5000),
        { thinkMs: 60_000, include: [], reference },
        { signal: hangUp.signal },
      ).then(
        () => 'long',
        (error: Error) => error.name,
      ),
    );
    for (const reference of ['one', 'other'])
      await events.expectEvent('plan', { reference, state: { state: 'reading' } });
    const short = ask(plotter, cross, { include: [], reference: 'short' }).then(({ status }) => status);
    await events.expectEvent('plan', { reference: 'short', state: { state: 'waiting' } });
    await clock.advance(3_000);
    expect(await Promise.race([short, ...long])).toBe(200);
    hangUp.abort();
    expect(await Promise.all(long)).toEqual(['AbortError', 'AbortError']);
  });

  it('the plan ends if the service is stopped', async () => {
    const plotter = await startTestPlotter();
    const planning = fetch(`${plotter.url}/api/plotter/plan`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ svg: scatteredSvg(5000), thinkMs: 60_000 }),
    }).then(
      ({ status }) => status,
      () => 'cut off',
    );
    await expect.poll(() => threads()).toBeGreaterThan(0);
    await plotter.stop();
    expect(['cut off', 503]).toContain(await planning);
    expect(threads()).toBe(0);
  });
});

describe('the response to a plan request', () => {
  // More than the buffers between a service and a stalled reader hold.
  const large = { svg: zigzagSvg(400_000), options: { order: false, simplifyMm: 0, overlapMm: 0 } };

  it('is written as fast as it is read, with a timeout of a minute for each chunk', async () => {
    const clock = new ManualClock();
    const plotter = await startTestPlotter({ clock });
    const stalled = await stallOf(clock);
    const answer = await answerUnread(plotter, large);
    expect(answer.headers['transfer-encoding']).toBe('chunked');
    await stalled();
    await clock.advance(59_999);
    const plan = JSON.parse(await text(answer)) as DrawingPlan;
    expect(plan.commands?.filter((command) => command === 'PENDOWN')).toHaveLength(plan.lifts);
  });

  it('is cut off if the reader stalls for a minute, which makes room for others', async () => {
    const clock = new ManualClock();
    const plotter = await startTestPlotter({ clock });
    const stalled = await stallOf(clock);
    const answer = await answerUnread(plotter, large);
    await stalled();
    await clock.advance(60_000);
    await expect.poll(threads).toBe(0);
    const end = await text(answer).then(
      () => 'whole',
      ({ message }: Error) => message,
    );
    expect(end).toBe('aborted');
  });
});

/** Waits until the answer stalls at the same piece as before. */
async function stallOf(clock: ManualClock): Promise<() => Promise<void>> {
  // By then, the start-up timers of the service have fired.
  const waiting = () => clock.pending - clock.repeating;
  await expect.poll(() => clock.advance(1000).then(waiting)).toBe(0);
  const waits = vi.spyOn(clock, 'after').mock.calls;
  let begun = 0;
  const isStill = () => {
    const before = begun;
    begun = waits.length;
    return waiting() > 0 && begun === before;
  };
  return () => expect.poll(isStill).toBe(true);
}

/** Number of planning threads in this process. */
function threads(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;
}
