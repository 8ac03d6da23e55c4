import { ManualClock } from '@stationery/core/testing';
import { beforeEach, expect, it } from 'vitest';
import { Presence } from './presence.ts';
import { type Tag, tagSerial } from './tag.ts';

const first: Tag = { uid: Uint8Array.of(4, 1, 2, 3), sak: 0x08 };
const second: Tag = { uid: Uint8Array.of(4, 9, 9, 9), sak: 0x08 };

let clock: ManualClock;
let heard: string[];
let presence: Presence;

beforeEach(() => {
  clock = new ManualClock();
  heard = [];
  presence = new Presence({
    clock,
    publish: (event) => {
      if (event.type !== 'state') heard.push(`${clock.nowMs()} ${event.type} ${tagSerial(event.tag)}`);
    },
  });
});

async function looks(...found: Tag[][]): Promise<void> {
  for (const tags of found) {
    presence.update(tags);
    await clock.advance(100);
  }
}

it('Presence reports a resting tag once', async () => {
  await looks(...new Array(50).fill([first]));
  expect(heard).toEqual(['0 arrived 0x04010203']);
  expect(presence.tags).toEqual([first]);
});

it('Presence reports removal 300 ms after a tag was last seen', async () => {
  await looks([first], [], [], [], []);
  expect(heard).toEqual(['0 arrived 0x04010203', '300 left 0x04010203']);
  expect(clock.pending).toBe(0);
});

it('Presence tolerates a missed poll', async () => {
  await looks([first], [], [first], [], [first], [first], [], [first]);
  expect(heard).toEqual(['0 arrived 0x04010203']);
  expect(clock.pending).toBe(0);
});

it('Presence does not report a removal because of a single long poll', async () => {
  presence.update([first]);
  await clock.advance(1000);
  presence.update([]);
  await clock.advance(1000);
  expect(heard).toHaveLength(1);
  presence.update([]);
  expect(heard).toEqual(['0 arrived 0x04010203', '2000 left 0x04010203']);
});

it('Presence restarts the delay when an overdue tag is seen again', async () => {
  presence.update([first]);
  await clock.advance(1000);
  presence.update([]);
  await clock.advance(100);
  await looks([first], [], [], []);
  expect(heard).toEqual(['0 arrived 0x04010203', '1400 left 0x04010203']);
});

it('Presence reports that one tag was swapped for another', async () => {
  await looks([first], [second], [second], [second], [second]);
  expect(heard).toEqual(['0 arrived 0x04010203', '100 arrived 0x04090909', '300 left 0x04010203']);
});

it('Presence waits 300 ms for a lifted tag to return', async () => {
  presence.update([first]);
  await clock.advance(5000);
  presence.lifted();
  await clock.advance(299);
  presence.update([first]);
  await clock.advance(5000);
  expect(heard).toHaveLength(1);
  presence.lifted();
  await clock.advance(200);
  presence.lifted();
  await clock.advance(100);
  expect(heard.at(-1)).toBe('10599 left 0x04010203');
});

it('Presence reports removal even if the timer fires slightly early', () => {
  const alarms: (() => void)[] = [];
  const after = (_delayMs: number, run: () => void) => {
    alarms.push(run);
    return () => undefined;
  };
  const early = { nowMs: () => 0, after, every: after };
  const watched = new Presence({ clock: early, publish: (event) => heard.push(event.type) });
  watched.update([first]);
  watched.lifted();
  for (const ring of alarms) ring();
  expect(heard).toEqual(['arrived', 'left']);
});

it('Presence reports removal of all tags at once when the reader is gone', async () => {
  await looks([first, second], []);
  presence.clear();
  expect(heard.slice(2)).toEqual(['200 left 0x04010203', '200 left 0x04090909']);
  expect(presence.tags).toEqual([]);
  expect(clock.pending).toBe(0);
});
