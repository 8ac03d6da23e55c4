import { type BytePort, memoryPortPair } from '@stationery/core';
import { ManualClock } from '@stationery/core/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getFirmwareVersion } from './commands.ts';
import { Pn532Link } from './link.ts';

const ask = '00 00 FF 02 FE D4 02 2A 00';
const ack = '00 00 FF 00 FF 00';
const nack = '00 00 FF FF 00 00';
const version = '00 00 FF 06 FA D5 03 32 01 06 07 E8 00';
const spoiltVersion = '00 00 FF 06 FA D5 03 32 01 06 07 E9 00';

let clock: ManualClock;
let chip: BytePort;
let heard: string[];
let link: Pn532Link;
let outcome: string;

beforeEach(() => {
  clock = new ManualClock();
  const [host, far] = memoryPortPair();
  chip = far;
  heard = [];
  chip.onBytes((bytes) =>
    heard.push(Buffer.from(bytes).toString('hex').toUpperCase().replace(/..\B/g, '$& ')),
  );
  link = new Pn532Link({ port: host, clock });
  outcome = 'running';
  link.exchange(getFirmwareVersion, { answerTimeoutMs: 100 }).then(
    (data) => (outcome = Buffer.from(data).toString('hex')),
    (error) => (outcome = error.failure),
  );
});

afterEach(() => {
  link.close();
  expect(clock.pending).toBe(0);
});

const say = async (text: string) => {
  await chip.write(Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex')));
  await clock.advance(0);
};

describe('an exchange with the chip', () => {
  it('is a command, its ACK and its answer', async () => {
    await say(ack);
    await say(version);
    expect(heard).toEqual([ask]);
    expect(outcome).toBe('32010607');
  });

  it('accepts an answer that arrives before the ACK', async () => {
    await say(version + ack);
    expect(outcome).toBe('32010607');
  });

  it('sends the command three times if there is no ACK, then fails', async () => {
    await clock.advance(34);
    expect(heard).toEqual([ask]);
    await clock.advance(200);
    expect(heard).toEqual([ask, ask, ask]);
    expect(outcome).toBe('no-ack');
  });

  it('accepts an ACK that arrives after the second attempt', async () => {
    await clock.advance(40);
    await say(ack);
    await say(ack + version);
    expect(heard).toEqual([ask, ask]);
    expect(outcome).toBe('32010607');
  });

  it('requests an answer again if it is corrupt', async () => {
    await say(ack + spoiltVersion);
    expect(heard).toEqual([ask, nack]);
    await say(version);
    expect(outcome).toBe('32010607');
  });

  it('repeats the command if the chip requests it', async () => {
    await say(nack);
    expect(heard).toEqual([ask, ask]);
  });

  it('aborts an unanswered command after a timeout', async () => {
    await say(ack);
    await clock.advance(100);
    expect(heard).toEqual([ask, ack]);
    expect(outcome).toBe('no-answer');
  });

  it('reports that the chip does not know the command', async () => {
    await say(`${ack} 00 00 FF 01 FF 7F 81 00`);
    expect(outcome).toBe('refused');
  });

  it('ignores the late answer to a different command', async () => {
    await say(`${ack} 00 00 FF 03 FD D5 4B 00 E0 00`);
    expect(outcome).toBe('running');
    await say(version);
    expect(outcome).toBe('32010607');
  });

  it('drops an incomplete frame that precedes the answer', async () => {
    await say('00 00 FF 40 C0 D5 03');
    await clock.advance(35);
    await say(ack + version);
    expect(outcome).toBe('32010607');
  });

  it('accepts only answers that belong to the command', async () => {
    await say(ack + version);
    const second = link.exchange(getFirmwareVersion, {
      answerTimeoutMs: 100,
      belongs: (data) => data[1] === 0x02,
    });
    await say(ack + version);
    await say('00 00 FF 06 FA D5 03 32 02 06 07 E7 00');
    expect(await second).toEqual(Uint8Array.of(0x32, 0x02, 0x06, 0x07));
  });

  it('ends as soon as the line is closed', async () => {
    await chip.close();
    await clock.advance(0);
    expect(outcome).toBe('gone');
    await expect(link.exchange(getFirmwareVersion, { answerTimeoutMs: 100 })).rejects.toThrow('gone');
  });
});
