import { silentLogger } from '@stationery/core';
import { ManualClock } from '@stationery/core/testing';
import { expect, it } from 'vitest';
import { MemoryNetwork } from '../../test/support/memory-network.ts';
import { Advertiser } from './advertiser.ts';
import { readMessage } from './dns/read-message.ts';
import { findStations } from './find-stations.ts';

it('findStations finds a station in every search, even in short and frequent ones', async () => {
  const clock = new ManualClock();
  const network = new MemoryNetwork();
  const station = new Advertiser({
    openNetwork: network.join('10.0.0.1'),
    identity: { nickname: 'Kitchen', serial: '020000000001' },
    port: 80,
    txt: {},
    clock,
    log: silentLogger,
  });
  await clock.advance(5_000);
  const look = async (timeoutMs: number) => {
    const looking = findStations({
      timeoutMs,
      clock,
      log: silentLogger,
      openNetwork: network.join('10.0.0.2'),
    });
    await clock.advance(timeoutMs);
    return (await looking).map(({ name }) => name);
  };
  const looks = [];
  for (const timeoutMs of [800, 800, 300, 800, 2_500, 800, 800]) looks.push(await look(timeoutMs));
  expect(looks).toEqual(looks.map(() => ['Kitchen']));
  await station.stop();
});

it('findStations repeats the query every second, except shortly before the timeout', async () => {
  const clock = new ManualClock();
  const network = new MemoryNetwork();
  const openNetwork = network.join('10.0.0.2');
  const looking = findStations({ timeoutMs: 3_000, clock, log: silentLogger, openNetwork });
  await clock.advance(3_000);
  await looking;
  const asked = network.heard.map(({ message }) => readMessage(message)?.questions[0]?.unicast);
  expect(asked).toEqual([true, false, false]);
});
