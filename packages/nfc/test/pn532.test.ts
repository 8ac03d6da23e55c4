import { type BytePort, silentLogger } from '@stationery/core';
import { ManualClock } from '@stationery/core/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pn532Reader, tagSerial } from '../src/index.ts';
import { type Fault, Pn532Simulator } from '../src/testing/index.ts';
import { classic, ntag, readerConformance } from './conformance.ts';
import { type Pn532Rig, pn532Rig } from './pn532-rig.ts';

readerConformance('a PN532 in memory', async () => pn532Rig());

readerConformance('a PN532 that falls silent', async () => {
  const rig = pn532Rig();
  return {
    ...rig,
    fail: async () => rig.chip.setFault('silence', true),
    recover: async () => rig.chip.setFault('silence', false),
  };
});

const harmlessFaults: Fault[] = [
  'late-ack',
  'answer-before-ack',
  'split-frames',
  'corrupt-checksum',
  'silent-without-tag',
];
for (const fault of harmlessFaults) {
  readerConformance(`a PN532 with ${fault}`, async () => {
    const rig = pn532Rig();
    rig.chip.setFault(fault, true);
    return rig;
  });
}

describe('the PN532 driver', () => {
  let rig: Pn532Rig;

  beforeEach(() => {
    rig = pn532Rig();
  });

  afterEach(async () => {
    await rig.reader.close();
    expect(rig.clock.pending).toBe(0);
  });

  const failure = () => (rig.reader.state.state === 'failed' ? rig.reader.state.reason : undefined);

  it('is `starting` at once, then `ready` with the name of the chip', async () => {
    expect(rig.reader.state).toEqual({ state: 'starting' });
    await rig.pass(100);
    expect(rig.reader.state).toEqual({ state: 'ready', device: 'PN532 v1.6' });
  });

  it('reports a tag as removed about 300 ms after it was last seen', async () => {
    rig.chip.put(ntag);
    await rig.pass(1000);
    rig.chip.take();
    await rig.pass(190);
    expect(rig.reader.present).toHaveLength(1);
    await rig.pass(120);
    expect(rig.reader.present).toEqual([]);
  });

  it('does not mistake a chip that is silent because there is no tag for a dead one', async () => {
    rig.chip.setFault('silent-without-tag', true);
    await rig.pass(100);
    const states: string[] = [];
    rig.reader.subscribe((event) => event.type === 'state' && states.push(event.state.state));
    await rig.pass(20_000);
    expect(states).toEqual([]);
    rig.chip.put(classic);
    await rig.pass(300);
    expect(rig.reader.present.map(tagSerial)).toEqual([tagSerial(classic)]);
    rig.chip.take();
    await rig.pass(600);
    expect(rig.reader.present).toEqual([]);
  });

  it('keeps reading after garbage', async () => {
    rig.chip.put(ntag);
    await rig.pass(200);
    rig.chip.setFault('garbage', true);
    await rig.pass(5000);
    rig.chip.setFault('garbage', false);
    await rig.pass(6000);
    expect(rig.reader.present.map(tagSerial)).toEqual([tagSerial(ntag)]);
  });

  it('initialises the chip again after a voltage dip', async () => {
    await rig.pass(500);
    rig.chip.dipPower();
    await rig.pass(2000);
    expect(rig.reader.state.state).toBe('ready');
    rig.chip.put(ntag);
    await rig.pass(150);
    expect(rig.reader.present).toHaveLength(1);
  });

  it.each([
    ['silence', 'does not answer'],
    ['babbling', 'does not speak the PN532 protocol'],
  ] as const)('reports %s at the start, and recovers', async (fault, words) => {
    rig.chip.setFault(fault, true);
    await rig.pass(10_000);
    expect(failure()).toContain(words);
    expect(failure()).toContain('/dev/ttyUSB0');
    rig.chip.setFault(fault, false);
    await rig.pass(6000);
    expect(rig.reader.state.state).toBe('ready');
  });

  it('reports that it was unplugged, then that nothing is connected, and recovers', async () => {
    await rig.pass(500);
    await rig.chip.unplug();
    await rig.pass(1);
    expect(failure()).toContain('was unplugged');
    await rig.pass(5000);
    expect(failure()).toContain('There is no NFC reader at /dev/ttyUSB0');
    rig.chip.replug();
    await rig.pass(5100);
    expect(rig.reader.state.state).toBe('ready');
  });

  it('retries quickly after the first failure in a while', async () => {
    rig.chip.setFault('silence', true);
    await rig.pass(60_000);
    rig.chip.setFault('silence', false);
    await rig.pass(6000);
    expect(rig.reader.state.state).toBe('ready');
    await rig.chip.unplug();
    rig.chip.replug();
    await rig.pass(400);
    expect(rig.reader.state.state).toBe('ready');
  });

  it('reports a state only once while it lasts', async () => {
    await rig.pass(500);
    rig.chip.setFault('silence', true);
    let events = 0;
    rig.reader.subscribe(() => events++);
    await rig.pass(60_000);
    expect(events).toBe(1);
  });

  it.each([0, 1, 3, 4, 7, 20, 36, 105, 112, 140])('can be closed %i ms after its start', async (ms) => {
    rig.chip.put(ntag);
    await rig.pass(ms);
    await rig.reader.close();
    expect(rig.clock.pending).toBe(0);
    await rig.pass(1000);
    expect(rig.clock.pending).toBe(0);
  });
});

it('the PN532 driver aborts an unanswered search, then tests the line and limits the next search', async () => {
  const clock = new ManualClock();
  const chip = new Pn532Simulator({ clock });
  const sent: string[] = [];
  const openPort = async (): Promise<BytePort> => {
    const port = await chip.openPort();
    return {
      ...port,
      write(bytes) {
        sent.push(Buffer.from(bytes).toString('hex'));
        return port.write(bytes);
      },
    };
  };
  const reader = pn532Reader({ openPort, clock, log: silentLogger });
  await clock.advance(50);
  chip.setFault('silent-without-tag', true);
  sent.length = 0;
  await clock.advance(300);
  expect(sent.slice(0, 4)).toEqual([
    '0000ff04fcd44a0100e100',
    '0000ff00ff00',
    expect.stringMatching(/^0000ff07f9d40000/),
    '0000ff06fad43205ff0101f400',
  ]);
  expect(reader.state.state).toBe('ready');
  await reader.close();
});

describe('a port that fails to open', () => {
  it('is given up after a timeout, and closed if it opens later', async () => {
    const clock = new ManualClock();
    let deliver: (port: BytePort) => void = () => undefined;
    const openPort = () => new Promise<BytePort>((resolve) => (deliver = resolve));
    const reader = pn532Reader({ openPort, clock, log: silentLogger });
    await clock.advance(5000);
    expect(reader.state.state).toBe('failed');
    let closed = false;
    deliver({ close: async () => (closed = true) } as unknown as BytePort);
    await clock.advance(1);
    expect(closed).toBe(true);
    await reader.close();
    expect(clock.pending).toBe(0);
  });

  it('does not prevent the reader from closing', async () => {
    const clock = new ManualClock();
    const reader = pn532Reader({ openPort: () => new Promise(() => undefined), clock, log: silentLogger });
    await reader.close();
    expect(clock.pending).toBe(0);
  });

  it.each([
    ['Error: Permission denied, cannot open /dev/ttyUSB0', 'dialout'],
    ['Error: No such file or directory, cannot open /dev/ttyUSB0', 'Plug it in'],
    ['Error Resource temporarily unavailable Cannot lock port', 'another program'],
    ['Error: Input/output error', 'cannot be opened'],
  ])('has an explanation: %s', async (message, words) => {
    const clock = new ManualClock();
    const reader = pn532Reader({
      openPort: () => Promise.reject(new Error(message)),
      clock,
      log: silentLogger,
      where: '/dev/ttyUSB0',
    });
    await clock.advance(1);
    expect(reader.state).toMatchObject({ state: 'failed', reason: expect.stringContaining(words) });
    await reader.close();
  });
});
