import { cp, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@stationery/core/testing';
import { simulatedReader } from '@stationery/nfc';
import { describe, expect, it } from 'vitest';
import { followEvents } from '../support/event-stream.ts';
import { listFiles, startTestStation } from '../support/test-station.ts';
import { patch, playingStation, serials } from './playing-station.ts';

describe('a tap', () => {
  it('plays, pauses after the grace time, and resumes each tag at its position', async () => {
    const { put, take, clock, report, becomes, state, station } = await playingStation();
    const events = await followEvents(station);
    await put('lion');
    await becomes({ status: 'playing', file: { filename: 'lion.wav' }, tag: { serial: serials.lion } });
    await report(20);
    await becomes({ position: 20, duration: 60, problem: null });

    // A brief absence has no effect and reloads nothing.
    const { load } = (await state()).output;
    await take();
    await clock.advance(499);
    await put('lion');
    await clock.advance(2_001);
    expect(await state()).toMatchObject({ status: 'playing', position: 22.5, output: { load } });

    await take();
    await clock.advance(500);
    // The page still plays during the fade.
    expect(await state()).toMatchObject({ status: 'paused', output: { fade: 0.3, load } });
    await clock.advance(300);
    expect(await state()).toMatchObject({ status: 'paused', position: 23.3, output: { fade: null } });
    await put('lion');
    await becomes({ status: 'playing', position: 23.3, output: { load } });

    await put('bear');
    await becomes({ status: 'playing', file: { filename: 'bear.wav' }, position: 0 });
    await put('lion');
    await becomes({ status: 'playing', file: { filename: 'lion.wav' }, position: 23.3 });
    await report(60, 'ended');
    await becomes({ status: 'stopped', file: null, problem: null });
    // An ended file starts over.
    await take();
    await put('lion');
    await becomes({ status: 'playing', position: 0 });
    await events.expectEvent('player', { status: 'paused' });
  });

  it.each([
    [{ on_removal: 'continue', on_again: 'restart' }, 'playing', 0],
    [{ on_removal: 'stop', on_again: 'resume', fade: 0, grace: 0 }, 'stopped', 20],
    [{ on_removal: 'pause', on_again: 'next', fade: 0, grace: 0 }, 'paused', 0],
  ] as const)('follows the settings: %j', async (settings, status, position) => {
    const { put, take, clock, report, becomes, state } = await playingStation({ settings });
    await put('lion');
    await becomes({ status: 'playing', file: { filename: 'lion.wav' } });
    await report(20);
    const { load } = (await state()).output;
    await take();
    await clock.advance(1_000);
    expect(await state()).toMatchObject({ status });
    await put('lion');
    await becomes({ status: 'playing', position, output: { load: load + 1 } });
  });

  it('keeps playing if the reader cannot detect removals, and counts the next tap', async () => {
    const { put, take, clock, report, becomes, state, station } = await playingStation({
      settings: { on_removal: 'stop', on_again: 'restart', fade: 0 },
    });
    Object.assign(station.reader, { seesRemoval: false });
    await put('lion');
    await becomes({ status: 'playing', file: { filename: 'lion.wav' } });
    await report(20);
    await take();
    await clock.advance(10_000);
    expect(await state()).toMatchObject({ status: 'playing' });
    await put('lion');
    await becomes({ status: 'playing', position: 0 });
  });

  it('resumes after a power cut, even if its tag stayed on the reader', async () => {
    const { put, take, clock, report, becomes, station } = await playingStation();
    await put('bear');
    await becomes({ status: 'playing', file: { filename: 'bear.wav' } });
    await report(30);
    await clock.advance(6_000);
    // A copy of the disk at this moment is the state after a power cut.
    const folder = await temporaryFolder();
    await cp(station.cardDir, join(folder, 'card'), { recursive: true, preserveTimestamps: true });
    await mkdir(join(folder, 'data'));
    for (const end of ['', '-wal'])
      await cp(join(station.folder, `data/station.db${end}`), join(folder, `data/station.db${end}`));
    await take();

    const reader = simulatedReader();
    reader.put({ uid: Buffer.from(serials.bear.slice(2), 'hex'), sak: 0 });
    const later = await playingStation({ folder, reader });
    await later.becomes({ status: 'playing', file: { filename: 'bear.wav' } });
    const { position } = await later.state();
    expect(position).toBeGreaterThanOrEqual(30);
    expect(position).toBeLessThanOrEqual(36);
  });

  it('plays a sound for problems, and the next tap plays its file', async () => {
    const { put, take, becomes, report, state, station, clock } = await playingStation({
      settings: { grace: 0, fade: 0 },
    });
    const events = await followEvents(station);
    await put('other');
    await becomes({ file: null, problem: { cause: { code: 'tag-unknown', serial: serials.other } } });
    const { status, output } = await state();
    expect([status, output.content]).toEqual(['playing', '/api/v1/player/sounds/unknown']);
    const sound = await station.get('/api/v1/player/sounds/unknown');
    expect(Buffer.from(await sound.arrayBuffer()).toString('latin1', 0, 4)).toBe('RIFF');
    await report(0, 'ended');
    await becomes({ status: 'stopped', problem: { cause: { code: 'tag-unknown' } } });

    // A phone has a random UID each time and is not offered as a new tag.
    station.reader.put({ uid: Buffer.from('08a1b2c3', 'hex'), sak: 0x20 });
    await becomes({ file: null, problem: { cause: { code: 'tag-random' } } });
    station.reader.take();

    // The tag is bound to a file that a different program removed.
    await rename(join(station.cardDir, 'lion.wav'), join(station.folder, 'lion.wav'));
    await put('lion');
    const missing = { code: 'tag-file-missing', filename: 'lion.wav' };
    await becomes({ problem: { cause: missing } });
    await events.expectEvent('player', {
      problem: { reason: expect.stringMatching(/not on the card/), cause: missing },
    });

    await take();
    await put('bear');
    await becomes({ status: 'playing', file: { filename: 'bear.wav' }, problem: null });
    await report(2, 'failed');
    await becomes({
      status: 'stopped',
      problem: { cause: { code: 'file-not-playable', filename: 'bear.wav' } },
    });

    // The file is deleted during playback.
    await take();
    await put('bear');
    await becomes({ status: 'playing' });
    const { id } = (await listFiles(station))['bear.wav'] ?? { id: 0 };
    await station.get(`/api/v1/files/${id}`, { method: 'DELETE' });
    await becomes({ status: 'stopped', problem: { cause: { code: 'file-removed', filename: 'bear.wav' } } });
    await take();
    await put('bear');
    await becomes({ problem: { cause: { code: 'tag-not-bound', serial: serials.bear } } });

    // The sound can be switched off.
    await report(0, 'ended');
    await patch(station, 'player-settings', { unknown_sound: false });
    await take();
    await put('other');
    await becomes({ status: 'stopped', problem: { cause: { code: 'tag-unknown' } } });
    await clock.advance(1_000);
  });

  it('keeps the position when the card is removed during playback', async () => {
    const { put, take, becomes, report, station } = await playingStation();
    await put('lion');
    await becomes({ status: 'playing', file: { filename: 'lion.wav' } });
    await report(25);
    await rename(station.cardDir, `${station.cardDir}-pulled`);
    await expect.poll(async () => (await station.get('/api/v1/sdcard')).status).toBe(503);
    await becomes({ status: 'stopped', problem: { cause: { code: 'card-removed' } } });
    await take();
    await put('lion');
    await becomes({ problem: { cause: { code: 'card-removed' } } });
    await rename(`${station.cardDir}-pulled`, station.cardDir);
    await take();
    await put('lion');
    await becomes({ status: 'playing', position: 25, problem: null });
  });

  it('continues on a different page when the first is closed, and is reported if no page is open', async () => {
    const { put, becomes, report, clock } = await playingStation();
    await put('lion');
    await becomes({ status: 'playing', file: { filename: 'lion.wav' }, output: { page: null } });
    await report(0, 'ready', 'first');
    await report(10, 'playing', 'first');
    // A second page learns that it is not the player.
    await report(3, 'playing', 'second');
    await becomes({ position: 10, output: { page: 'first' } });
    await report(10, 'closed', 'first');
    await becomes({
      status: 'playing',
      output: { page: null },
      problem: { cause: { code: 'page-not-open' } },
    });
    await report(10, 'playing', 'second');
    await becomes({ status: 'playing', output: { page: 'second' }, problem: null });
    await report(10, 'blocked', 'second');
    await becomes({ problem: { cause: { code: 'page-blocked' } } });
    await clock.advance(16_000);
    await becomes({ status: 'stopped', problem: { cause: { code: 'page-not-open' } } });
    // A page opened later becomes the player.
    await report(0, 'ready', 'third');
    await becomes({ status: 'stopped', output: { page: 'third' }, problem: null });
  });

  it.each([
    ['is paused', 1_000],
    ['fades out', 500],
  ])(
    'keeps playback paused without a problem if the page is closed while playback %s',
    async (_, afterMs) => {
      const { put, take, becomes, report, clock, state } = await playingStation();
      await put('lion');
      await becomes({ status: 'playing', file: { filename: 'lion.wav' } });
      await report(10, 'playing', 'first');
      await take();
      await clock.advance(afterMs);
      await becomes({ status: 'paused' });
      await report(10, 'closed', 'first');
      await clock.advance(10_000);
      expect(await state()).toMatchObject({
        status: 'paused',
        problem: null,
        output: { page: null, fade: null },
      });
      await put('lion');
      await report(10, 'playing', 'second');
      await becomes({ status: 'playing', output: { page: 'second' }, problem: null });
    },
  );
});

describe('player commands', () => {
  it('play, pause, stop and skip, and are rejected when impossible', async () => {
    const { command, state, clock, report, becomes } = await playingStation();
    const refusal = async (answer: Response) => [answer.status, answer.headers.get('error-code')];
    expect(await state()).toMatchObject({ problem: null });
    expect(await refusal(await command('play'))).toEqual([409, 'nothing-to-play']);
    expect(await refusal(await command('next'))).toEqual([409, 'nothing-to-play']);
    expect(await refusal(await command('play', { filename: 'none.wav' }))).toEqual([422, 'file-not-on-card']);
    expect(await refusal(await command('stop', { filename: 'lion.wav' }))).toEqual([422, 'invalid-request']);
    await command('play', { filename: 'lion.wav' });
    await becomes({ status: 'playing', file: { filename: 'lion.wav' }, tag: null });
    await report(10);
    await command('pause');
    // During the fade, playback continues seamlessly.
    await command('play');
    await clock.advance(1_000);
    expect(await state()).toMatchObject({ status: 'playing', position: 11 });
    await command('stop');
    expect(await state()).toMatchObject({ status: 'stopped', file: null, position: 0 });
    await command('play');
    expect(await state()).toMatchObject({ status: 'playing', position: 11 });
    await command('next');
    expect(await state()).toMatchObject({ status: 'stopped' });
  });

  it('set the volume, its cap, the position and the sleep timer', async () => {
    const { station, state, clock, command, report } = await playingStation();
    expect(await state()).toMatchObject({ volume: 60, volume_cap: 100, sleep: null });
    await patch(station, 'player-settings', { volume_cap: 50 });
    expect(await state()).toMatchObject({ volume: 50, volume_cap: 50 });
    await patch(station, 'player', { volume: 90 });
    expect(await state()).toMatchObject({ volume: 50 });
    await patch(station, 'player', { volume: 0 });
    expect(await state()).toMatchObject({ volume: 0 });

    expect(await patch(station, 'player', { position: 10 })).toEqual({
      status: 409,
      code: 'nothing-to-play',
    });
    await command('play', { filename: 'lion.wav' });
    await report(1);
    await patch(station, 'player', { position: 40, sleep: 30 });
    expect(await state()).toMatchObject({ position: 40, sleep: 30 });
    await clock.advance(5_000);
    await report(45);
    await clock.advance(5_000);
    await report(50);
    await patch(station, 'player', { position: 1 });
    await clock.advance(9_000);
    await report(10);
    await clock.advance(9_000);
    await report(19);
    await clock.advance(2_000);
    expect(await state()).toMatchObject({ status: 'paused', sleep: null, output: { fade: 10 } });
    await clock.advance(10_000);
    expect(await state()).toMatchObject({ status: 'paused', output: { fade: null } });
    await patch(station, 'player', { sleep: 60 });
    await patch(station, 'player', { sleep: null });
    expect(await state()).toMatchObject({ sleep: null });
  });

  it('are rejected without a player, and change nothing if the document is invalid', async () => {
    const station = await startTestStation();
    const play = { data: { type: 'player-command', attributes: { command: 'play', filename: 'a' } } };
    const answer = await station.send('POST', '/api/v1/player/commands', play);
    expect([answer.status, answer.headers.get('error-code')]).toEqual([503, 'player-unavailable']);
    const invalid = { status: 422, code: 'invalid-request' };
    for (const attributes of [
      { volume: 101 },
      { volume: '5' },
      { sleep: 0 },
      { position: -1 },
      { louder: true },
    ])
      expect(await patch(station, 'player', attributes), JSON.stringify(attributes)).toEqual(invalid);
    for (const attributes of [
      { on_removal: 'explode' },
      { grace: 11 },
      { unknown_sound: 'no' },
      { other: 1 },
    ])
      expect(await patch(station, 'player-settings', attributes), JSON.stringify(attributes)).toEqual(
        invalid,
      );
    const mismatch = { status: 409, code: 'resource-mismatch' };
    expect(await patch(station, 'player', { volume: 1 }, 'speaker')).toEqual(mismatch);
    const { data } = (await (await station.get('/api/v1/player/settings')).json()) as { data: object };
    expect(data).toMatchObject({ attributes: { on_removal: 'pause', on_again: 'resume', volume_cap: 100 } });
  });
});
