import { silentLogger } from '@stationery/core';
import { ManualClock } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { MemoryNetwork } from '../../test/support/memory-network.ts';
import { advertiseStation } from './advertise-station.ts';
import { Advertiser } from './advertiser.ts';
import { emptyMessage } from './dns/message.ts';
import { readMessage } from './dns/read-message.ts';
import { type DnsRecord, recordKey, typeCodes } from './dns/record.ts';
import { writeMessage } from './dns/write-message.ts';
import { stationsIn } from './find-stations.ts';

class House {
  readonly clock = new ManualClock();
  readonly network = new MemoryNetwork();

  station(lastByte: number, nickname: string) {
    const who = { nickname, serial: `0200000000${lastByte.toString(16).padStart(2, '0').toUpperCase()}` };
    const advertiser = new Advertiser({
      openNetwork: this.network.join(`10.0.0.${lastByte}`),
      identity: who,
      port: 80,
      txt: { serial: who.serial, version: '01.00.00' },
      clock: this.clock,
      log: silentLogger,
      random: () => 0.5,
    });
    return {
      advertiser,
      rename(name: string) {
        advertiser.renamed({ ...who, nickname: name });
      },
    };
  }

  /** Returns the records in the cache of a client that received every message. */
  believed(): DnsRecord[] {
    const believed = new Map<string, DnsRecord>();
    for (const { message } of this.network.heard) {
      const read = readMessage(message);
      for (const record of read?.response ? read.answers : []) {
        if (record.ttlSeconds > 0) believed.set(recordKey(record), record);
        else believed.delete(recordKey(record));
      }
    }
    return [...believed.values()];
  }

  get names(): string[] {
    return stationsIn(this.believed()).map(
      ({ name, host, addresses }) => `${name} ${host} ${addresses.join()}`,
    );
  }

  get addressesOfStation(): string[] {
    return this.believed().flatMap(({ name, data }) =>
      name[0] === 'station' && data.type === 'A' ? [data.address] : [],
    );
  }
}

describe('a station on a network', () => {
  it('probes for its names before it announces itself', async () => {
    const house = new House();
    const { advertiser } = house.station(1, 'Kitchen');
    await house.clock.advance(800);
    expect(house.network.heard).toHaveLength(3);
    expect(house.network.heard.some(({ message }) => readMessage(message)?.response)).toBe(false);
    await house.clock.advance(5_000);
    expect(house.names).toEqual(['Kitchen kitchen.local 10.0.0.1']);
    expect(house.addressesOfStation).toEqual(['10.0.0.1']);
    expect(advertiser.hostNames).toEqual(['kitchen', 'station']);
  });

  it('replaces its old nickname with the new one', async () => {
    const house = new House();
    const { rename } = house.station(1, 'Kitchen');
    await house.clock.advance(5_000);
    rename('Dr. Cellar');
    await house.clock.advance(5_000);
    expect(house.names).toEqual(['Dr. Cellar dr-cellar.local 10.0.0.1']);
    expect(house.believed().filter(({ name }) => name[0]?.toLowerCase() === 'kitchen')).toEqual([]);
    expect(house.addressesOfStation).toEqual(['10.0.0.1']);
  });

  it('says goodbye and leaves no timers', async () => {
    const house = new House();
    const { advertiser } = house.station(1, 'Kitchen');
    await house.clock.advance(5_000);
    await advertiser.stop();
    expect(house.believed().filter(({ name }) => name[0] !== '_services')).toEqual([]);
    expect(house.clock.pending).toBe(0);
    advertiser.renamed({ nickname: 'Cellar', serial: '' });
    expect(house.clock.pending).toBe(0);
  });

  it('gives up a name to the station that had it first, and keeps its other names', async () => {
    const house = new House();
    house.station(1, 'Kitchen');
    await house.clock.advance(5_000);
    const { advertiser } = house.station(2, 'KITCHEN');
    await house.clock.advance(20_000);
    expect(house.names).toEqual([
      'Kitchen kitchen.local 10.0.0.1',
      'KITCHEN (0002) kitchen-0002.local 10.0.0.2',
    ]);
    expect(house.addressesOfStation).toEqual(['10.0.0.1']);
    expect(advertiser.hostNames).toEqual(['kitchen-0002']);
  });

  it.each([2, 3, 5])(
    'has a name and an address of its own when %i stations start together',
    async (count) => {
      const house = new House();
      for (let index = 1; index <= count; index++) house.station(index, 'Kitchen');
      await house.clock.advance(60_000);
      const found = stationsIn(house.believed());
      expect(new Set(found.map(({ name }) => name)).size).toBe(count);
      expect(found.map(({ addresses }) => addresses.length)).toEqual(found.map(() => 1));
      expect(new Set(found.flatMap(({ addresses }) => addresses)).size).toBe(count);
      expect(found.filter(({ name }) => name === 'Kitchen')).toHaveLength(1);
      expect(house.addressesOfStation).toHaveLength(1);
    },
  );

  it('takes over the common name when its owner leaves', async () => {
    const house = new House();
    const first = house.station(1, 'Kitchen');
    await house.clock.advance(5_000);
    house.station(2, 'Cellar');
    await house.clock.advance(5_000);
    expect(house.addressesOfStation).toEqual(['10.0.0.1']);
    await first.advertiser.stop();
    await house.clock.advance(5_000);
    expect(house.addressesOfStation).toEqual(['10.0.0.2']);
  });

  it('multicasts a record at most once a second, and still answers every query', async () => {
    const house = new House();
    house.station(1, 'Kitchen');
    const asker = house.network.join('10.0.0.9')({ onMessage: () => {}, onChange: () => {} });
    const [link] = asker.links;
    const name = ['_stationery', '_tcp', 'local'];
    const question = writeMessage({
      ...emptyMessage,
      questions: [{ name, type: typeCodes.PTR, unicast: false }],
    });
    const said: { atMs: number; key: string }[] = [];
    let seen = 0;
    const listen = () => {
      for (const { from, message } of house.network.heard.slice(seen)) {
        const read = readMessage(message);
        if (from !== '10.0.0.1' || read?.response !== true) continue;
        const atMs = house.clock.nowMs();
        said.push(...[...read.answers, ...read.additionals].map((each) => ({ atMs, key: recordKey(each) })));
      }
      seen = house.network.heard.length;
    };
    for (let ms = 0; ms < 6_000; ms += 10) {
      await house.clock.advance(10);
      listen();
      // The last question follows right after an answer, so its own answer is delayed.
      if (link !== undefined && ms < 4_000 && ms % 70 === 0) await asker.send(link, question);
    }
    const times = new Map<string, { atMs: number }[]>();
    for (const { key, atMs } of said) times.set(key, [...(times.get(key) ?? []), { atMs }]);
    for (const [key, entries] of times) {
      const gaps = entries.slice(1).map(({ atMs }, index) => atMs - (entries[index]?.atMs ?? 0));
      expect(Math.min(...gaps, Number.POSITIVE_INFINITY), key).toBeGreaterThanOrEqual(1_000);
    }
    const pointer = [...times].find(([key]) => key.startsWith('_stationery'))?.[1] ?? [];
    expect(pointer.length).toBeGreaterThanOrEqual(4);
    expect(pointer.at(-1)?.atMs).toBeGreaterThan(4_000);
    expect(house.clock.pending).toBe(0);
  });

  it('defends its names against a probe within a second', async () => {
    const house = new House();
    house.station(1, 'Kitchen');
    await house.clock.advance(5_000);
    const asker = house.network.join('10.0.0.9')({ onMessage: () => {}, onChange: () => {} });
    const [link] = asker.links;
    const name = ['kitchen', 'local'];
    const probe = (authorities: DnsRecord[]) =>
      writeMessage({
        ...emptyMessage,
        questions: [{ name, type: typeCodes.ANY, unicast: false }],
        authorities,
      });
    const wanted: DnsRecord = {
      name,
      ttlSeconds: 120,
      unique: false,
      data: { type: 'A', address: '10.0.0.9' },
    };
    const answersTo = async (message: Buffer) => {
      const before = house.network.heard.length;
      if (link !== undefined) await asker.send(link, message);
      await house.clock.advance(1);
      return house.network.heard
        .slice(before + 1)
        .filter(({ message: heard }) => readMessage(heard)?.response).length;
    };
    expect(await answersTo(probe([wanted]))).toBe(1);
    expect(await answersTo(probe([wanted]))).toBe(0);
    await house.clock.advance(260);
    expect(await answersTo(probe([]))).toBe(0);
    expect(await answersTo(probe([wanted]))).toBe(1);
  });

  it('uses its nickname as soon as that is free', async () => {
    const house = new House();
    house.station(1, 'Kitchen');
    await house.clock.advance(5_000);
    const { rename } = house.station(2, 'Kitchen');
    await house.clock.advance(5_000);
    rename('Cellar');
    await house.clock.advance(5_000);
    expect(house.names).toEqual(['Cellar cellar.local 10.0.0.2', 'Kitchen kitchen.local 10.0.0.1']);
  });
});

it.each(['127.0.0.1', '127.0.0.2', '::1', 'fe80::1'])(
  'a station that listens only on %s stays silent',
  (address) => {
    const info = { serial: '', nickname: 'Kitchen', fw_version: '', hw_version: '' };
    const clock = new ManualClock();
    expect(
      advertiseStation({ listening: { address, port: 80 }, info, clock, log: silentLogger }),
    ).toBeUndefined();
  },
);
