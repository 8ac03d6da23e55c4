import type { BytePort } from '@stationery/core';
import { ManualClock } from '@stationery/core/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { Pn532Simulator } from './pn532-simulator.ts';

// Literal bytes from the user manual and from real chips, because the encoder's own output would prove nothing.
const wakeUp = '55 55 00 00 00 00 00 00 00 00 00 00 00 00 00 00';
const sam = '00 00 FF 03 FD D4 14 01 17 00';
const samDone = '00 00 FF 02 FE D5 15 16 00';
const ack = '00 00 FF 00 FF 00';
const nack = '00 00 FF FF 00 00';
const bounded = '00 00 FF 06 FA D4 32 05 FF 01 01 F4 00';
const list = '00 00 FF 04 FC D4 4A 01 00 E1 00';
const noTag = '00 00 FF 03 FD D5 4B 00 E0 00';
const classic1k = '00 00 FF 0C F4 D5 4B 01 01 00 04 08 04 07 46 0D 6D 07 00';
const classic = { uid: Uint8Array.of(0x07, 0x46, 0x0d, 0x6d), sak: 0x08 };

let clock: ManualClock;
let chip: Pn532Simulator;
let port: BytePort;
let heard: string[];

beforeEach(async () => {
  clock = new ManualClock();
  chip = new Pn532Simulator({ clock });
  port = await chip.openPort();
  heard = [];
  port.onBytes((bytes) =>
    heard.push(Buffer.from(bytes).toString('hex').toUpperCase().replace(/..\B/g, '$& ')),
  );
});

async function say(text: string): Promise<string[]> {
  heard = [];
  await port.write(Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex')));
  await clock.advance(100);
  return heard;
}

const bringUp = async () => {
  await say(wakeUp + sam);
  await say(bounded);
};

describe('the simulated chip', () => {
  it('sleeps until it is woken', async () => {
    expect(await say(sam)).toEqual([]);
    expect(await say(wakeUp + sam)).toEqual([ack, samDone]);
    expect(await say(sam)).toEqual([ack, samDone]);
  });

  it('finds a Classic 1K, and nothing without a tag', async () => {
    await bringUp();
    expect(await say(list)).toEqual([ack, noTag]);
    chip.put(classic);
    expect(await say(list)).toEqual([ack, classic1k]);
    chip.take();
    expect(await say(list)).toEqual([ack, noTag]);
  });

  it('searches until a tag arrives by default', async () => {
    await say(wakeUp + sam);
    expect(await say(list)).toEqual([ack]);
    heard = [];
    chip.put(classic);
    await clock.advance(10);
    expect(heard).toEqual([classic1k]);
  });

  it('stops a search when the host sends an ACK', async () => {
    await say(wakeUp + sam);
    await say(list);
    await say(ack);
    chip.put(classic);
    await clock.advance(100);
    expect(heard).toEqual([]);
  });

  it('repeats its last answer on request', async () => {
    await bringUp();
    await say(list);
    expect(await say(nack)).toEqual([noTag]);
  });

  it('rejects unknown commands', async () => {
    await bringUp();
    expect(await say('00 00 FF 02 FE D4 FE 2E 00')).toEqual([ack, '00 00 FF 01 FF 7F 81 00']);
  });

  it('ignores a corrupt command', async () => {
    await bringUp();
    expect(await say('00 00 FF 04 FC D4 4A 01 00 E2 00')).toEqual([]);
  });

  it('finds no tag when it searches for other kinds', async () => {
    await bringUp();
    chip.put(classic);
    const felica212 = '00 00 FF 09 F7 D4 4A 01 01 00 FF FF 01 00 E1 00';
    expect(await say(felica212)).toEqual([ack, noTag]);
  });

  it('remembers registers', async () => {
    await bringUp();
    expect(await say('00 00 FF 05 FB D4 08 63 05 AB 11 00')).toEqual([ack, '00 00 FF 02 FE D5 09 22 00']);
    expect(await say('00 00 FF 04 FC D4 06 63 05 BE 00')).toEqual([ack, '00 00 FF 03 FD D5 07 AB 79 00']);
  });

  it('answers PowerDown, and sleeps', async () => {
    await bringUp();
    expect(await say('00 00 FF 03 FD D4 16 F0 26 00')).toEqual([ack, '00 00 FF 03 FD D5 17 00 14 00']);
    expect(await say(list)).toEqual([]);
    expect(await say(wakeUp + sam)).toEqual([ack, samDone]);
  });

  it('leaves no timer behind when the host hangs up', async () => {
    await bringUp();
    await port.write(Uint8Array.from(Buffer.from(list.replaceAll(' ', ''), 'hex')));
    await clock.advance(0);
    await port.close();
    expect(clock.pending).toBe(0);
  });
});
