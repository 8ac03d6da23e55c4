import type { PlayerState } from '@stationery/contract';
import { ManualClock } from '@stationery/core/testing';
import type { NfcReader } from '@stationery/nfc';
import { expect } from 'vitest';
import {
  addTag,
  startTestStation,
  type TestStation,
  type TestStationOptions,
} from '../support/test-station.ts';
import { shortSound } from './sounds.ts';

export const serials = { lion: '0x04A2245A6B2C80', bear: '0x04A2245A6B2C81', other: '0x04A2245A6B2C82' };
export type Name = keyof typeof serials;

/** Starts a station whose player is a page simulated by the test. */
export async function playingStation(
  options: { folder?: string; settings?: object; reader?: NfcReader } & Pick<
    TestStationOptions,
    'inputDevices' | 'internet' | 'shutDown'
  > = {},
) {
  const clock = new ManualClock();
  const { folder, reader, inputDevices, internet, shutDown } = options;
  const station = await startTestStation({
    env: { STATION_PLAYER: 'browser' },
    clock,
    ...(folder === undefined ? {} : { folder }),
    ...(reader === undefined ? {} : { reader }),
    ...(inputDevices === undefined ? {} : { inputDevices }),
    ...(internet === undefined ? {} : { internet }),
    ...(shutDown === undefined ? {} : { shutDown }),
  });
  if (folder === undefined) {
    for (const name of ['lion', 'bear'] as const) {
      await station.upload(`${name}.wav`, shortSound());
      const id = await addTag(station, serials[name]);
      const data = { id, type: 'tag', attributes: { filename: `${name}.wav` } };
      await station.send('PATCH', `/api/v1/tags/${id}`, { data });
    }
  }
  if (options.settings !== undefined) await patch(station, 'player-settings', options.settings);
  const state = async () =>
    ((await (await station.get('/api/v1/player')).json()) as { data: { attributes: PlayerState } }).data
      .attributes;
  return {
    station,
    clock,
    state,
    put: (name: Name) => station.send('PUT', '/simulator/reader', { serial: serials[name] }),
    take: () => station.get('/simulator/reader', { method: 'DELETE' }),
    /** Reports a position from the page. */
    async report(position: number, status = 'playing', page = 'page') {
      const { load } = (await state()).output;
      const attributes = { page, load, status, position, duration: 60 };
      return station.send('POST', '/api/v1/player/reports', { data: { type: 'player-report', attributes } });
    },
    command: (command: string, more: object = {}) =>
      station.send('POST', '/api/v1/player/commands', {
        data: { type: 'player-command', attributes: { command, ...more } },
      }),
    /** Polls, because resolving a tap reads the card. */
    becomes: (expected: object) => expect.poll(state).toMatchObject(expected),
  };
}

export async function patch(
  station: TestStation,
  type: 'player' | 'player-settings',
  attributes: object,
  id: string = type,
) {
  const path = type === 'player' ? '/api/v1/player' : '/api/v1/player/settings';
  const answer = await station.send('PATCH', path, { data: { id, type, attributes } });
  return { status: answer.status, code: answer.headers.get('error-code') };
}

export const details = (station: TestStation, id: number, attributes: object) =>
  station.send('PATCH', `/api/v1/tag-details/${id}`, { data: { id, type: 'tag-details', attributes } });

export const names = ['1.wav', '2.wav', '3.wav'];

/** Starts a station whose tag 1 (“lion”) has three files. */
export async function withPlaylist(shuffled = false, options: Parameters<typeof playingStation>[0] = {}) {
  const playing = await playingStation(options);
  for (const name of names) await playing.station.upload(name, shortSound());
  await details(playing.station, 1, { name: 'Lion', meaning: { kind: 'playlist', files: names, shuffled } });
  return {
    ...playing,
    /** Removes the tag for longer than the grace time and places it again. */
    async again(name: Name) {
      await playing.take();
      await playing.clock.advance(1_000);
      await playing.put(name);
    },
  };
}

export const playing = (filename: string, more: object = {}) => ({
  status: 'playing',
  file: { filename },
  ...more,
});
export const at = (position: number, shuffled = false) => ({ playlist: { position, count: 3, shuffled } });
