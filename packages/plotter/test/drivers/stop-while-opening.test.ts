import { type BytePort, silentLogger } from '@stationery/core';
import { ManualClock, settle } from '@stationery/core/testing';
import { expect, it } from 'vitest';
import { familyList } from '../../src/drivers/families.ts';

it.each(familyList)('a stop while the port of $name opens rejects waiting commands', async ({ create }) => {
  const driver = create({
    openPort: () => new Promise<BytePort>(() => undefined),
    portPath: '/dev/slow',
    settle: { bannerWaitMs: 2_000, quietMs: 10, maxMs: 4_000 },
    clock: new ManualClock(),
    log: silentLogger,
  });
  driver.connect();
  const { accepted, executed } = driver.begin('PENDOWN', { timeoutMs: 1_000 });
  const outcomes = Promise.all([accepted, executed].map((one) => one.catch((error) => error.reason?.code)));
  await settle();
  await expect(driver.stop()).rejects.toMatchObject({ kind: 'closed' });
  expect(await outcomes).toEqual(['stopped-unsent', 'stopped-unsent']);
  await driver.close();
});
