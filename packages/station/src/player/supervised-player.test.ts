import { silentLogger } from '@stationery/core';
import { ManualClock } from '@stationery/core/testing';
import { expect, it } from 'vitest';
import type { SessionListener } from './player-session.ts';
import { SupervisedPlayer } from './supervised-player.ts';

/** Returns a player whose session records the output of each load. */
function playerWithOutputs() {
  const loads: (string | null)[] = [];
  let listener: SessionListener | undefined;
  let output: string | null = null;
  const player = new SupervisedPlayer({
    kind: 'mpv',
    listOutputs: async () => [],
    clock: new ManualClock(),
    log: silentLogger,
    open(wanted) {
      listener = wanted;
      return {
        load: () => void loads.push(output),
        setOutput(id) {
          output = id;
        },
        setPaused() {},
        seek() {},
        stop() {},
        setVolume() {},
        setReplayGain() {},
        ask: async () => undefined,
        close: async () => undefined,
      };
    },
  });
  const events: string[] = [];
  player.subscribe(({ type }) => events.push(type));
  player.outputs.use('speaker');
  player.load(
    { load: 1, filename: 'a', path: Buffer.from('a'), content: '' },
    { positionMs: 0, isPaused: false },
  );
  const fail = () => listener?.failed(1, { code: 'sound-device-failed' });
  return { player, loads, events, fail };
}

it('an output that cannot be opened is replaced by the default, which is tried once', () => {
  const { loads, events, fail } = playerWithOutputs();
  fail();
  expect([loads, events]).toEqual([['speaker', null], ['output-missing']]);
  fail();
  expect([loads, events]).toEqual([
    ['speaker', null],
    ['output-missing', 'failed'],
  ]);
});

it('a failure of the previous output does not count as a failure of the new one', () => {
  const { player, loads, events, fail } = playerWithOutputs();
  player.outputs.use(null);
  fail();
  expect([loads, events]).toEqual([['speaker', null], []]);
  player.outputs.use('headphones');
  fail();
  expect([loads, events]).toEqual([['speaker', null, 'headphones'], []]);
  fail();
  expect([loads, events]).toEqual([['speaker', null, 'headphones', null], ['output-missing']]);
});
