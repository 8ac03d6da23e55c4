import { describe, expect, it } from 'vitest';
import type { Slot } from '../src/firmware/slots/slot-folder.ts';
import { TestSlots } from './support/launched.ts';

interface Running {
  slot: Slot;
  version: string;
}

/** Starts what is there, with nobody interfering, and gives what runs whole and stays. */
async function settle(slots: TestSlots): Promise<Running> {
  const launched = slots.launch();
  expect(await launched.said(/RUNS|BROKEN/), launched.output).toBe(true);
  if (launched.output.includes('on trial')) await launched.said(/is healthy and stays|going back/);
  launched.kill('SIGTERM');
  await launched.exit;
  expect(launched.output).not.toMatch(/BROKEN|going back/);
  const version = /RUNS (\S+)/.exec(launched.output)?.[1] ?? '';
  return { slot: slots.state.active, version };
}

async function updated(slots: TestSlots, version: string, running: Running): Promise<Running> {
  slots.update(slots.bundle(version), running);
  const now = await settle(slots);
  expect(now.version).toBe(version);
  return now;
}

/** Slots at the first update, at the second, and at the third, which replaces a version. */
async function places() {
  const slots = await TestSlots.make();
  let running: Running = { slot: 'factory', version: '0.1.0' };
  const found: { name: string; running: Running; restore: () => void }[] = [];
  for (const version of ['1.0.0', '1.1.0', '']) {
    found.push({ name: running.version, running, restore: slots.keep(running.version) });
    if (version !== '') running = await updated(slots, version, running);
  }
  return { slots, found };
}

describe('an update that is killed', () => {
  it('at any step of the installation leaves a whole version, old or new', { timeout: 300_000 }, async () => {
    const { slots, found } = await places();
    const bundle = slots.bundle('2.0.0');
    const ends = { old: 0, new: 0 };
    for (const { name, running, restore } of found) {
      restore();
      const steps = slots.update(bundle, running) ?? 0;
      expect(steps).toBeGreaterThan(20);
      for (let deadly = 1; deadly <= steps; deadly++) {
        restore();
        expect(slots.update(bundle, running, deadly)).toBe(undefined);
        const { version } = await settle(slots);
        expect([running.version, '2.0.0'], `from ${name}, killed at step ${deadly}`).toContain(version);
        ends[version === '2.0.0' ? 'new' : 'old']++;
        // The next attempt finds the way free, with all that the killed one left behind.
        if (deadly % 8 === 0 && version !== '2.0.0') await updated(slots, '2.0.0', running);
      }
    }
    expect(ends.old).toBeGreaterThan(60);
    expect(ends.new).toBeGreaterThan(0);
  });

  it.each([
    ['well', ['1.0.0', '2.0.0']],
    ['crashes', ['1.0.0']],
  ] as const)(
    'at any step of the trial of a version that is %s leaves one that works',
    async (health, good) => {
      const slots = await TestSlots.make();
      const running = await updated(slots, '1.0.0', { slot: 'factory', version: '0.1.0' });
      slots.update(slots.bundle('2.0.0', health), running);
      const restore = slots.keep('armed');
      for (let deadly = 1, killed = true; killed; deadly++) {
        restore();
        const launched = slots.launch({ deadlyStep: deadly });
        // The one that gets through to the end is not killed any more.
        await launched.said(health === 'well' ? /stays/ : /RUNS 1\.0\.0/);
        launched.kill('SIGTERM');
        killed = (await launched.exit).signal === 'SIGKILL';
        const next = slots.launch();
        await next.said(health === 'well' ? /stays|RUNS (?!2\.0\.0)|from b\n/ : /RUNS 1\.0\.0/);
        await next.said(/RUNS/);
        next.kill('SIGTERM');
        await next.exit;
        const last = [...next.output.matchAll(/RUNS (\S+)/g)].at(-1)?.[1];
        expect(good, next.output).toContain(last);
        if (deadly > 1) expect(deadly).toBeLessThan(40);
      }
    },
  );
});
