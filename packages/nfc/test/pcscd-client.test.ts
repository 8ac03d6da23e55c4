import { silentLogger, systemClock } from '@stationery/core';
import { ManualClock } from '@stationery/core/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pcscReader } from '../src/index.ts';
import type { PcscSlot } from '../src/pcsc/pcsc-api.ts';
import { PcscdClient, pcscdSocketPath } from '../src/pcsc/pcscd/pcscd-client.ts';
import { uint32s } from '../src/pcsc/pcscd/uint32.ts';
import { commands, FakePcscd, readerStates } from './fake-pcscd.ts';

let service: FakePcscd;
let client: PcscdClient;
let slots: PcscSlot[];
let heard: string[];

beforeEach(async () => {
  service = await FakePcscd.start();
  use(new PcscdClient({ clock: systemClock, path: service.path }));
});

afterEach(async () => {
  client.stop();
  await expect.poll(() => service.connections).toBe(0);
  await service.dispose();
});

function use(made: PcscdClient): void {
  [client, slots, heard] = [made, [], []];
  client.on('error', (error: { why?: string }) => heard.push(`error ${error.why}`));
  client.on('reader', (slot: PcscSlot) => {
    slots.push(slot);
    heard.push(`reader ${slot.name()}`);
    slot.on('change', ({ raw }) => heard.push(`change ${raw.toString(16)}`));
    slot.on('disconnect', () => heard.push(`disconnect ${slot.name()}`));
  });
}

const changeNews = uint32s(0, 0);
const watcher = () => service.asked.find(({ command }) => command === commands.wait)!.socket;
const change = (states: Uint8Array) => {
  service.answers[commands.states] = () => states;
  watcher().write(changeNews);
};

describe('the pcscd protocol version', () => {
  const speak = (own: number, accepts: (minor: number) => boolean) => {
    service.answers[commands.version] = ({ body }) =>
      uint32s(4, own, accepts(body[4]! + body[7]!) ? 0 : 0x8010001e);
  };

  it.each([
    ['Debian 12: 4:4 and no other', 4, (minor: number) => minor === 4, 2],
    ['Debian 13: 4:5 and no other', 5, (minor: number) => minor === 5, 3],
    ['newer ones: 4:6 and older', 6, (minor: number) => minor >= 4 && minor <= 6, 2],
  ])('%s', async (_name, own, accepts, questions) => {
    speak(own, accepts);
    await client.start();
    expect(heard).toEqual(['reader Reader A 00 00', 'change 10020']);
    expect(service.count(commands.version)).toBe(questions);
  });

  it.each([
    ['4:3', () => uint32s(4, 3, 0x8010001e)],
    ['4:7, which knows ours no more', () => uint32s(4, 7, 0x8010001e)],
    ['4:5, and refuses that too', () => uint32s(4, 5, 0x8010001e)],
    ['5:0', () => uint32s(5, 0, 0)],
    ['text', () => Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ])('%s is rejected', async (_name, answer) => {
    service.answers[commands.version] = answer;
    await expect(client.start()).rejects.toMatchObject({ why: 'unknown-protocol' });
    expect(service.count(commands.version)).toBeLessThanOrEqual(2);
  });
});

describe('changes of readers', () => {
  it('are reported as they arrive, even within another answer', async () => {
    const described = readerStates([]);
    service.answers[commands.wait] = ({ socket }) => {
      // Services since 2.5 may send a change between two readers.
      socket.write(Buffer.concat([described.subarray(0, 184), changeNews, described.subarray(184)]));
      service.answers[commands.wait] = () => described;
      return undefined;
    };
    await client.start();
    await expect.poll(() => service.count(commands.wait)).toBe(2);
    change(readerStates(['Reader A 00 00'], 0x02));
    await expect.poll(() => heard.at(-1)).toBe('change 10010');
    change(readerStates(['Reader A 00 00', 'Reader B 00 00'], 0x02));
    await expect.poll(() => heard.slice(-2)).toEqual(['reader Reader B 00 00', 'change 10010']);
    change(readerStates(['Reader B 00 00'], 0x02));
    await expect.poll(() => heard.at(-1)).toBe('disconnect Reader A 00 00');
    // 0x01: the driver cannot reach the reader.
    change(readerStates(['Reader B 00 00'], 0x01));
    await expect.poll(() => heard.at(-1)).toBe('disconnect Reader B 00 00');
    change(readerStates(['Reader B 00 00'], 0x0c));
    await expect.poll(() => heard.slice(-2)).toEqual(['reader Reader B 00 00', 'change 10220']);
    expect(heard.filter((line) => line.startsWith('error'))).toEqual([]);
  });

  it('end when the connection is lost', async () => {
    await client.start();
    service.hangUp();
    await expect.poll(() => heard.at(-1)).toBe('error stopped');
    expect(heard.filter((line) => line.startsWith('error'))).toHaveLength(1);
  });

  it.each([
    ['nonsense', () => readerStates(['x'.repeat(184)])],
    ['more than was asked for', () => Buffer.concat([readerStates([]), uint32s(1)])],
  ])('end with %s', async (_name, answer) => {
    await client.start();
    change(answer());
    await expect.poll(() => heard.at(-1)).toBe('error unknown-protocol');
  });

  it('end the connection if they were not requested', async () => {
    await client.start();
    watcher().write(Buffer.concat([changeNews, changeNews]));
    await expect.poll(() => heard.at(-1)).toBe('error unknown-protocol');
  });
});

describe('a silent service', () => {
  let clock: ManualClock;
  beforeEach(() => {
    clock = new ManualClock();
    use(new PcscdClient({ clock, path: service.path }));
  });

  it.each(['version', 'wait', 'states'] as const)(
    'is abandoned if the request “%s” is not answered',
    async (question) => {
      const isCut = question !== 'version';
      service.answers[commands[question]] = () => (isCut ? readerStates([]).subarray(1) : undefined);
      const starting = client.start().catch((error: unknown) => error);
      await expect.poll(() => service.count(commands[question])).toBe(1);
      await clock.advance(10_000);
      expect(await starting).toMatchObject({ why: 'no-answer' });
      client.stop();
      expect(clock.pending).toBe(0);
    },
  );

  it('is noticed even without card changes', async () => {
    await client.start();
    service.answers[commands.states] = () => undefined;
    await clock.advance(30_000);
    await expect.poll(() => service.count(commands.states)).toBe(2);
    await clock.advance(10_000);
    expect(heard.at(-1)).toBe('error no-answer');
    expect(clock.pending).toBe(0);
  });

  it('does not prevent the client from stopping', async () => {
    service.answers[commands.version] = () => undefined;
    const starting = client.start().catch((error: unknown) => error);
    await expect.poll(() => service.count(commands.version)).toBe(1);
    client.stop();
    expect(await starting).toBeInstanceOf(Error);
    expect(clock.pending).toBe(0);
    expect(heard).toEqual([]);
  });
});

describe('a card', () => {
  const connected = ({ body }: { body: Uint8Array }) => {
    const answer = Uint8Array.from(body);
    answer.set(uint32s(5, 2, 0), 140);
    return answer;
  };

  it('held by another program is requested once, and not again before the answer', async () => {
    await client.start();
    const [slot] = slots;
    const first = slot!.connect(2);
    await expect.poll(() => service.count(commands.connect)).toBe(1);
    await expect(slot!.connect(2)).rejects.toThrow('has not answered the last request');
    const { socket, body } = service.asked.at(-1)!;
    socket.write(connected({ body }));
    const card = await first;
    await expect(slot!.connect(2)).rejects.toThrow('has not answered the last request');
    // The service answers neither request; closing disconnects anyway.
    const unanswered = [card.transmit(Uint8Array.of(1)), card.disconnect(0)].map((call) =>
      call.catch((error: { why?: string }) => error.why),
    );
    client.stop();
    expect(await Promise.all(unanswered)).toEqual(['stopped', 'stopped']);
  });

  it('that refuses or sends invalid answers ends only its own connection', async () => {
    await client.start();
    const [slot] = slots;
    service.answers[commands.connect] = ({ body }) => {
      const answer = connected({ body });
      answer.set(uint32s(0x8010000c), 148);
      return answer;
    };
    await expect(slot!.connect(2)).rejects.toThrow('no card');
    service.answers[commands.connect] = connected;
    service.answers[commands.transmit] = () => uint32s(5, 2, 16, 1, 2, 16, 0x7fffffff, 0);
    const card = await slot!.connect(2);
    await expect(card.transmit(Uint8Array.of(1))).rejects.toMatchObject({ why: 'unknown-protocol' });
    await expect.poll(() => service.connections).toBe(2);
    expect(heard).toEqual(['reader Reader A 00 00', 'change 10020']);
    await slot!.connect(2);
  });
});

describe('an unusable pcscd', () => {
  const reasonWith = async (part: string) => {
    vi.stubEnv('PCSCLITE_CSOCK_NAME', service.path);
    const reader = pcscReader({ clock: systemClock, log: silentLogger });
    await expect.poll(() => (reader.state.state === 'failed' ? reader.state.reason : '')).toContain(part);
    await reader.close();
    vi.unstubAllEnvs();
  };

  it('is reported if it disconnects this user', async () => {
    service.answers[commands.version] = ({ socket }) => void socket.destroy();
    await reasonWith('does not allow this user');
  });

  it('is reported if it uses a different protocol', async () => {
    service.answers[commands.version] = () => Buffer.alloc(4096, 'x');
    await reasonWith('not supported');
  });

  it('is reported if it is missing', async () => {
    const { path } = service;
    await service.dispose();
    use(new PcscdClient({ clock: systemClock, path }));
    await expect(client.start()).rejects.toMatchObject({ why: 'no-service' });
    service = await FakePcscd.start();
  });
});

it('the pcscd socket has the path that pcsc-lite uses', () => {
  expect(pcscdSocketPath({})).toBe('/run/pcscd/pcscd.comm');
  expect(pcscdSocketPath({ PCSCLITE_CSOCK_NAME: '' })).toBe('/run/pcscd/pcscd.comm');
  expect(pcscdSocketPath({ PCSCLITE_CSOCK_NAME: '/tmp/other' })).toBe('/tmp/other');
});
