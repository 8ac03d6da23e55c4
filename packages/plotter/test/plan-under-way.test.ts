import { text } from 'node:stream/consumers';
import { ManualClock } from '@stationery/core/testing';
import { describe, expect, it, vi } from 'vitest';
import type { DrawingPlan } from '../src/plan/plan-messages.ts';
import { answerUnread, ask, planOf } from './support/plan-requests.ts';
import { cross, scatteredSvg, zigzagSvg } from './support/svg-drawings.ts';
import { startTestPlotter } from './support/test-plotter.ts';

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

  it('others wait in order, too many are sent away, and a hang-up makes room', async () => {
    const plotter = await startTestPlotter();
    const svg = scatteredSvg(5000);
    const hangUp = new AbortController();
    const statuses = Array.from({ length: 6 }, () =>
      ask(plotter, svg, { thinkMs: 60_000, job: {} }, { signal: hangUp.signal }).then(
        ({ status }) => status,
        (error: Error) => error.name,
      ),
    );
    expect(await Promise.race(statuses)).toBe(503);
    hangUp.abort();
    expect((await Promise.all(statuses)).sort()).toEqual([503, ...Array(5).fill('AbortError')]);
    await expect.poll(async () => (await ask(plotter, cross)).status).toBe(200);
    expect(await (await plotter.get('/jobs')).json()).toEqual({ jobs: [] });
  });

  it('stopping the service ends it', async () => {
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

describe('the answer', () => {
  // More than what lies on the way between a service and a reader who takes nothing.
  const large = { svg: zigzagSvg(400_000), options: { order: false, simplifyMm: 0, overlapMm: 0 } };

  it('is written as fast as it is read, and waits for a slow reader a minute at a time', async () => {
    const clock = new ManualClock();
    const plotter = await startTestPlotter({ clock });
    const stalled = stallOf(clock);
    const answer = await answerUnread(plotter, large);
    expect(answer.headers['transfer-encoding']).toBe('chunked');
    await stalled();
    await clock.advance(59_999);
    const plan = JSON.parse(await text(answer)) as DrawingPlan;
    expect(plan.commands?.filter((command) => command === 'PENDOWN')).toHaveLength(plan.lifts);
  });

  it('is cut off where the reader takes nothing for a minute, which makes room for others', async () => {
    const clock = new ManualClock();
    const plotter = await startTestPlotter({ clock });
    const stalled = stallOf(clock);
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

/** Waits until no more of an answer is taken: a wait for the reader was begun, and none after it. */
function stallOf(clock: ManualClock): () => Promise<void> {
  const waits = vi.spyOn(clock, 'after').mock.calls;
  let begun = 0;
  const isStill = () => {
    const before = begun;
    begun = waits.length;
    return begun > 0 && begun === before;
  };
  return () => expect.poll(isStill).toBe(true);
}

/** The threads of this process that plan. */
function threads(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;
}
