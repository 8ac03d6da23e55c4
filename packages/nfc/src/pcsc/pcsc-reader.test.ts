import { EventEmitter } from 'node:events';
import { describeReaderReason } from '@stationery/contract';
import { silentLogger } from '@stationery/core';
import { ManualClock, settle } from '@stationery/core/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { tagSerial } from '../tag.ts';
import { whyServiceFailed } from './describe-failure.ts';
import { type PcscCard, type PcscClient, PcscRefusal } from './pcsc-api.ts';
import { pcscReader } from './pcsc-reader.ts';

const classicAtr = Buffer.from('3B8F8001804F0CA000000306030001000000006A', 'hex');

/** Replaces the service in situations that the real one cannot produce; see test/system/pcsc.test.ts. */
class FakeSlot extends EventEmitter {
  uid = '07460D6D9000';
  connects: (() => Promise<PcscCard>)[] = [];
  #count = 0;

  name = () => 'ACR122U 00';

  connect = (): Promise<PcscCard> => (this.connects.shift() ?? (async () => this.card))();

  get card(): PcscCard {
    return {
      state: async () => ({ atr: classicAtr }),
      transmit: async () => Uint8Array.from(Buffer.from(this.uid, 'hex')),
      disconnect: async () => undefined,
    };
  }

  put(uid: string): void {
    this.uid = uid;
    this.emit('change', { raw: (++this.#count << 16) | 0x22 });
  }

  take(): void {
    this.emit('change', { raw: (++this.#count << 16) | 0x12 });
  }
}

let clock: ManualClock;
let slot: FakeSlot;
let plugged: boolean;
let stops: number;
let client: EventEmitter;

class FakeClient extends EventEmitter {
  async start(): Promise<void> {
    client = this;
    if (plugged) this.emit('reader', slot);
    if (plugged) slot.take();
  }
  async stop(): Promise<void> {
    stops++;
  }
}

const makeClient = () => new FakeClient() as PcscClient;

beforeEach(() => {
  clock = new ManualClock();
  slot = new FakeSlot();
  plugged = true;
  stops = 0;
});

const open = () => pcscReader({ clock, log: silentLogger, makeClient });

describe('a PC/SC reader', () => {
  it('reports an unusable service as a failure, and explains how to fix it', async () => {
    class Missing extends FakeClient {
      override start = () => Promise.reject(new PcscRefusal('no-service', 'ENOENT'));
    }
    const reader = pcscReader({ clock, log: silentLogger, makeClient: () => new Missing() as PcscClient });
    await clock.advance(10);
    expect(reader.state).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('sudo apt install'),
    });
    await reader.close();
    expect(clock.pending).toBe(0);
  });

  it.each([
    ['no-service', 'linux', 'sudo apt install pcscd'],
    ['no-service', 'darwin', 'on Linux only'],
    ['not-allowed', 'linux', 'polkit'],
    ['unknown-protocol', 'linux', 'not supported'],
    ['no-answer', 'linux', 'does not answer'],
    ['stopped', 'darwin', 'has stopped'],
  ] as const)('explains how to fix %s on %s', (why, platform, part) => {
    const sentence = describeReaderReason(whyServiceFailed(new PcscRefusal(why, 'any'), platform));
    expect(sentence).toContain(part);
    expect(sentence).toMatch(/^[A-Z].*\.$/);
  });

  it('notices a reader that is unplugged and plugged in again', async () => {
    const reader = open();
    await clock.advance(300);
    slot.put('07460D6D9000');
    await settle();
    plugged = false;
    slot.emit('disconnect');
    await clock.advance(0);
    expect(reader.state).toMatchObject({ state: 'failed', reason: expect.stringContaining('was unplugged') });
    expect(reader.present).toEqual([]);
    plugged = true;
    slot = new FakeSlot();
    await clock.advance(6000);
    expect(reader.state).toEqual({ state: 'ready', device: 'ACR122U 00' });
    await reader.close();
  });

  it('stops the client each time the service fails', async () => {
    const reader = open();
    await clock.advance(300);
    client.emit('error', new PcscRefusal('stopped', 'gone'));
    await clock.advance(0);
    expect(reader.state).toMatchObject({ state: 'failed', reason: expect.stringContaining('has stopped') });
    expect(stops).toBe(1);
    await reader.close();
  });

  it('retries the connection to a card while a different program holds it', async () => {
    const reader = open();
    await clock.advance(300);
    slot.connects = [() => Promise.reject(new Error('SharingViolation'))];
    slot.put('07460D6D9000');
    await clock.advance(100);
    expect(reader.present).toEqual([]);
    await clock.advance(500);
    expect(reader.present.map(tagSerial)).toEqual(['0x07460D6D']);
    await reader.close();
  });

  it('notices a card that was swapped between two polls', async () => {
    const reader = open();
    await clock.advance(300);
    slot.put('07460D6D9000');
    await clock.advance(100);
    slot.put('04A2245A6B2C809000');
    await clock.advance(400);
    expect(reader.present.map(tagSerial)).toEqual(['0x04A2245A6B2C80']);
    await reader.close();
  });

  it('tolerates a short loss of the tag', async () => {
    const reader = open();
    await clock.advance(300);
    const heard: string[] = [];
    reader.subscribe((event) => heard.push(event.type));
    slot.put('07460D6D9000');
    await clock.advance(1000);
    slot.take();
    await clock.advance(200);
    slot.put('07460D6D9000');
    await clock.advance(1000);
    expect(heard).toEqual(['arrived']);
    await reader.close();
  });

  it.each(['6D00', '9000', '07460D6D6300', '07460D6D119000'])(
    'finds no tag in the answer %s',
    async (answer) => {
      const reader = open();
      await clock.advance(300);
      slot.put(answer);
      await clock.advance(1000);
      expect(reader.present).toEqual([]);
      expect(reader.state.state).toBe('ready');
      await reader.close();
      expect(clock.pending).toBe(0);
    },
  );

  it('can be closed while a card does not answer', async () => {
    const reader = open();
    await clock.advance(300);
    slot.connects = [() => new Promise(() => undefined)];
    slot.put('07460D6D9000');
    await clock.advance(10);
    await reader.close();
    await settle();
    expect(clock.pending).toBe(0);
    expect(stops).toBe(1);
  });
});
