import { silentLogger } from '@stationery/core';
import { describe, expect, it } from 'vitest';
import { LinkBench } from '../../test/link/link-bench.ts';
import { OriginKeeper, type StoredOrigin } from './origin-keeper.ts';
import { PositionTracker } from './position-tracker.ts';

/** An origin keeper on a driver and settings in memory. */
function keeperOn({ driver }: LinkBench): {
  keeper: OriginKeeper;
  stored: { origin: StoredOrigin | undefined };
} {
  const stored: { origin: StoredOrigin | undefined } = { origin: undefined };
  const tracker = new PositionTracker();
  const keeper = new OriginKeeper({
    driver,
    tracker,
    stored: { get: () => stored.origin, set: (origin) => void Object.assign(stored, { origin }) },
    run: 1000,
    log: silentLogger,
    positionsAfter: () => [],
    onKept: () => {},
    onSet: () => {},
    onChange: () => {},
  });
  tracker.follow(driver);
  keeper.follow();
  return { keeper, stored };
}

/** Advances the clock until the condition holds, by a minute at most. */
async function until(bench: LinkBench, isSo: () => boolean): Promise<void> {
  for (let halfSeconds = 0; !isSo() && halfSeconds < 120; halfSeconds++) await bench.pass(500);
  expect(isSo()).toBe(true);
}

describe('a third-party board that once reported its position', () => {
  it.each(['stays silent', 'reports no position'])(
    'is not asked for its position at every opening if it now %s',
    async (how) => {
      const bench = new LinkBench();
      const { keeper, stored } = keeperOn(bench);
      const canTell = () => stored.origin?.canTell;
      await bench.ready();
      const asked = await bench.sent('STATUS');
      await bench.say('POS X2 Y2\nOK STATUS\n');
      expect([asked.reply?.ok, canTell()]).toEqual([true, true]);

      bench.written.length = 0;
      await bench.unplug();
      await until(bench, () => bench.written.includes('STATUS'));
      if (how === 'reports no position') await bench.say('ERR UNKNOWN\n');
      await until(bench, () => !canTell());
      expect(keeper.isLost).toBe(true);
      // The unanswered query makes the driver reopen its port once.
      const { openings } = bench;
      if (how === 'stays silent') await until(bench, () => bench.openings > openings);
      await until(bench, () => bench.driver.state.state === 'ready');
      await keeper.decided();
      const up = await bench.sent('PENUP');
      await bench.say('OK\n');
      expect(up.reply?.ok).toBe(true);
      expect(bench.written).toEqual(['STATUS', 'PENUP']);
      // A new position report is used again.
      await bench.sent('STATUS');
      await bench.say('POS X2 Y2\nOK STATUS\n');
      expect(canTell()).toBe(true);
    },
  );
});
