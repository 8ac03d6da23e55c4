import type { PlayerState } from '@stationery/contract';
import { silentLogger } from '@stationery/core';
import { ManualClock } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { PlayControl } from './play-control.ts';
import type { Playable } from './play-queue.ts';
import type { Player, PlayerEvent } from './player.ts';

const named = (filename: string): Playable => ({
  id: 1,
  filename,
  path: Buffer.from(`/card/${filename}`),
  content: '/api/v1/files/1/content',
});

function rig() {
  let onCard = named('old.mp3');
  let publish: (event: PlayerEvent) => void = () => undefined;
  const loads: { load: number; filename: string; path: Buffer; positionMs: number }[] = [];
  const player: Player = {
    kind: 'mpv',
    load: ({ load, filename, path }, { positionMs }) => loads.push({ load, filename, path, positionMs }),
    setPaused: () => undefined,
    seek: () => undefined,
    stop: () => undefined,
    setVolume: () => undefined,
    place: () => ({ positionMs: 0, durationMs: undefined }),
    subscribe: (listener) => {
      publish = listener;
      return () => undefined;
    },
    close: async () => undefined,
  };
  let underWay = Promise.resolve();
  const states: PlayerState[] = [];
  const refreshFiles = () => control.refreshFiles(() => onCard);
  const control: PlayControl = new PlayControl({
    player,
    settings: { volume: 50, read: () => ({ fade: 0 }) } as never,
    places: {} as never,
    clock: new ManualClock(),
    log: silentLogger,
    onChange: (state) => states.push(state),
    whyMissing: () => undefined,
    refreshCard: async () => {
      await underWay;
      refreshFiles();
    },
    onHeard: () => undefined,
    language: () => null,
  });
  return {
    loads,
    control,
    tap: () => ({ tag: null, files: [onCard], seed: 0 }),
    rename(filename: string) {
      onCard = named(filename);
      refreshFiles();
    },
    /** Renames the file on the card. The station notices only after `finish`. */
    renameSlowly(filename: string) {
      onCard = named(filename);
      let finish = () => {};
      underWay = new Promise((resolve) => {
        finish = resolve;
      });
      return () => finish();
    },
    /** Lets the player open the last loaded file. */
    async open(isPlayable = true) {
      const { load, filename, path } = loads.at(-1)!;
      const isThere = path.equals(onCard.path) && isPlayable;
      publish(
        isThere
          ? { type: 'started', load }
          : { type: 'failed', load, cause: { code: 'file-not-playable', filename } },
      );
      await new Promise(setImmediate);
    },
    state: () => control.state(),
  };
}

const from = { index: 0, positionMs: 7_000 };
const playsNew = { status: 'playing', file: { filename: 'new.mp3' }, problem: null };

describe('a renamed file keeps playing under its new name', () => {
  it('if renamed between the tap and the load', async () => {
    const { control, tap, rename, open, loads, state } = rig();
    const found = tap();
    rename('new.mp3');
    control.start(found, from);
    await open();
    await open();
    expect(loads.map(({ filename, positionMs }) => [filename, positionMs])).toEqual([
      ['old.mp3', 7_000],
      ['new.mp3', 7_000],
    ]);
    expect(state()).toMatchObject(playsNew);
  });

  it('if renamed between the load and the start', async () => {
    const { control, tap, rename, open, loads, state } = rig();
    control.start(tap(), from);
    rename('new.mp3');
    await open();
    await open();
    expect(loads.map(({ filename, positionMs }) => [filename, positionMs])).toEqual([
      ['old.mp3', 7_000],
      ['new.mp3', 7_000],
    ]);
    expect(state()).toMatchObject(playsNew);
  });

  it('if renamed while the player fails to open it', async () => {
    const { control, tap, renameSlowly, open, loads, state } = rig();
    control.start(tap(), from);
    const finish = renameSlowly('new.mp3');
    await open();
    expect([loads.length, state().problem]).toEqual([1, null]);
    finish();
    await new Promise(setImmediate);
    await open();
    expect(loads.map(({ filename }) => filename)).toEqual(['old.mp3', 'new.mp3']);
    expect(state()).toMatchObject(playsNew);
  });

  it('if renamed twice in a row', async () => {
    const { control, tap, rename, open, loads, state } = rig();
    control.start(tap(), from);
    rename('newer.mp3');
    await open();
    rename('new.mp3');
    await open();
    await open();
    expect(loads.map(({ filename }) => filename)).toEqual(['old.mp3', 'newer.mp3', 'new.mp3']);
    expect(state()).toMatchObject(playsNew);
  });
});

it('a file that cannot be played is reported by its current name and not loaded again', async () => {
  const { control, tap, rename, open, loads, state } = rig();
  control.start(tap(), from);
  rename('new.mp3');
  await open();
  await open(false);
  expect(loads).toHaveLength(2);
  expect(state()).toMatchObject({
    status: 'stopped',
    problem: { cause: { code: 'file-not-playable', filename: 'new.mp3' } },
  });
});
