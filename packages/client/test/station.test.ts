import { createStationClient, type StationEvent } from '@stationery/client';
import { createBackups } from '@stationery/client/backups';
import { createStationMetadata } from '@stationery/client/metadata';
import { createPhones } from '@stationery/client/phones';
import { createStationPlayer } from '@stationery/client/player';
import { createStationSetup } from '@stationery/client/station-setup';
import { createStationStatistics } from '@stationery/client/statistics';
import { createStationTags } from '@stationery/client/tags';
import { createResumableUploads } from '@stationery/client/uploads';
import { stationRoutes } from '@stationery/contract';
import { describe, expect, it } from 'vitest';
import { startTestStation } from '../../station/test/support/test-station.ts';
import { oddServer } from './support/odd-server.ts';
import { recordingFetch } from './support/recording-fetch.ts';

const serial = '0x04A2245A6B2C80';

describe('the station’s client', () => {
  it('has a working method for every operation of a station', async () => {
    const { url } = await startTestStation({ env: { STATION_PLAYER: 'browser' } });
    const { fetch, used } = recordingFetch(stationRoutes);
    const station = createStationClient({ baseUrl: `${url}/`, fetch });

    expect(await station.settings()).toMatchObject({ nickname: expect.any(String), hw_version: '00.00.00' });
    expect(await station.rename('Küche')).toMatchObject({ nickname: 'Küche' });

    const file = await station.upload('hello', { filename: 'Räuber & Co.txt', mediaType: 'text/plain' });
    expect(file).toEqual({ id: 1, filename: 'Räuber & Co.txt', size: 5 });
    const card = await station.card();
    expect(card).toEqual({ size: expect.any(Number), free: expect.any(Number), files: [file] });
    expect(card.size).toBeGreaterThan(card.free);
    const content = await station.content(file.id);
    expect([content.headers.get('content-type'), await content.text()]).toEqual([
      expect.stringMatching(/^text\/plain/),
      'hello',
    ]);
    expect(await (await station.content(file.id, { range: { first: 1, last: 3 } })).text()).toBe('ell');
    expect(await (await station.content(file.id, { range: { first: 3 } })).text()).toBe('lo');
    expect(station.contentUrl(file.id)).toBe(`${url}/api/v1/files/1/content`);

    const events = station.events();
    expect((await events.next()).value).toMatchObject({ name: 'snapshot', data: { present: [] } });
    await station.simulator.put({ serial });
    const tag = { id: 1, model: 'mifare', serial, filename: null };
    expect(await station.waitForTags({ timeoutSeconds: 20 })).toEqual([tag]);
    expect(await station.waitForTags({ timeoutSeconds: 0 })).toEqual([]);
    expect(await station.bind(tag.id, file.filename)).toEqual({ ...tag, filename: file.filename });
    expect(await station.replace(file, 'good day')).toEqual({ ...file, size: 8 });
    expect(await (await station.content(file.id)).text()).toBe('good day');
    expect(await station.tags()).toEqual([{ ...tag, filename: file.filename }]);
    expect(await station.bind(tag.id, null)).toEqual(tag);
    await station.simulator.take();
    const seen: StationEvent['name'][] = [];
    for await (const { name } of events) {
      seen.push(name);
      if (name === 'tap.off') break;
    }
    expect(seen).toEqual(expect.arrayContaining(['tap.on', 'tag.learned', 'tag.changed']));

    const player = createStationPlayer({ baseUrl: url, fetch });
    expect(await player.play(file.filename)).toMatchObject({ status: 'playing', file: { id: file.id } });
    const { output } = await player.state();
    await player.report({ page: 'page', load: output.load, status: 'playing', position: 3, duration: 9 });
    expect(await player.set({ volume: 20, sleep: 60 })).toMatchObject({ volume: 20, duration: 9 });
    expect(await player.pause()).toMatchObject({ status: 'paused' });
    expect(await player.play()).toMatchObject({ status: 'playing' });
    expect(await player.next()).toMatchObject({ status: 'stopped' });
    expect(await player.stop()).toMatchObject({ status: 'stopped', file: null });
    expect(await player.settings()).toMatchObject({ on_removal: 'pause' });
    expect(await player.changeSettings({ on_removal: 'stop' })).toMatchObject({ on_removal: 'stop' });
    expect(await player.changeLimits({ volume_min: 5 })).toMatchObject({ volume_min: 5, has_pin: false });
    expect(await player.limits()).toMatchObject({ volume_min: 5 });
    const noOutputs = { output: null, can_choose: false, outputs: [] };
    expect(await player.chooseOutput(null)).toEqual(noOutputs);
    expect(await player.outputs()).toEqual(noOutputs);
    // The machine may or may not have a Bluetooth radio.
    expect(await player.bluetooth()).toMatchObject({ available: expect.any(Boolean) });
    await expect(player.commandBluetooth({ command: 'connect' })).rejects.toMatchObject({ status: 422 });
    expect(await player.changeButtons([])).toMatchObject({ buttons: [] });
    expect(await player.buttons()).toMatchObject({ buttons: [] });
    expect(await player.waitForButton({ timeoutSeconds: 0 })).toBeNull();
    for (const sound of ['unknown', 'limit'])
      expect(
        (await fetch(`${url}/api/v1/player/sounds/${sound}`, { method: 'GET' })).headers.get('content-type'),
      ).toBe('audio/wav');
    const stream = `${url}/api/v1/player/streams/${'0'.repeat(32)}`;
    expect((await fetch(stream, { method: 'GET' })).status).toBe(404);

    const tags = createStationTags({ baseUrl: url, fetch });
    const spare = await tags.add({ serial: '0x00112233', model: 'mifare' });
    expect(await tags.change(tag.id, { name: 'Lion' })).toMatchObject({ id: tag.id, name: 'Lion' });
    expect(await tags.replace(tag.id, spare.id)).toMatchObject({ id: spare.id, name: 'Lion' });
    expect(await tags.get(spare.id)).toMatchObject({ serial: '0x00112233' });
    const found = await tags.add({ serial, model: 'mifare' });
    expect(await tags.list()).toMatchObject([{ name: 'Lion' }, { id: found.id, name: null }]);
    expect(await tags.remove(spare.id)).toBeUndefined();
    expect(await tags.renameFile(file.id, 'new.txt')).toEqual({ ...file, size: 8, filename: 'new.txt' });
    expect(await tags.renameFile(file.id, file.filename)).toMatchObject({ filename: file.filename });

    const metadata = createStationMetadata({ baseUrl: url, fetch });
    expect(await metadata.all()).toEqual(expect.any(Array));
    expect(await metadata.ofFile(file.id)).toMatchObject({ id: file.id });
    expect((await fetch(`${url}/api/v1/files/${file.id}/cover`, { method: 'GET' })).status).toBe(404);

    const statistics = createStationStatistics({ baseUrl: url, fetch });
    expect(await statistics.get()).toMatchObject({ recording: true });
    expect((await statistics.csv()).headers.get('content-type')).toMatch(/^text\/csv/);
    expect(await statistics.setRecording(false)).toMatchObject({ recording: false });
    expect(await statistics.clear()).toBeUndefined();

    const setup = createStationSetup({ baseUrl: url, fetch });
    expect(await setup.change({ language: 'de' })).toEqual(
      expect.objectContaining({ ...(await setup.get()), time: expect.any(String) }),
    );
    expect(await setup.playTestSound()).toBeUndefined();

    const backups = createBackups('station', { baseUrl: url, fetch });
    const backup = await (await backups.save()).arrayBuffer();
    expect(backups.url).toBe(`${url}/api/backup`);
    expect(await backups.restore(new Uint8Array(backup))).toBeUndefined();

    const phones = createPhones('station', { baseUrl: url, fetch });
    expect(await phones.admit()).toMatchObject({ addresses: expect.any(Array), token: expect.any(String) });
    expect(await phones.dismiss()).toBeUndefined();
    expect(await phones.state()).toBe('off');

    const uploads = createResumableUploads({ baseUrl: url, fetch });
    const second = await uploads.upload(new Blob(['resumable']), { filename: 'second.txt' });
    expect(await (await station.content(second.id)).text()).toBe('resumable');
    const tus = { 'tus-resumable': '1.0.0', 'upload-length': '9', 'upload-metadata': 'filename dGhpcmQ=' };
    await fetch(`${url}/api/v1/uploads`, { method: 'POST', headers: tus });
    const [third] = await uploads.list();
    expect(third).toMatchObject({ filename: 'third', offset: 0 });
    expect(await uploads.cancel(third!.id)).toBeUndefined();
    expect((await fetch(`${url}/api/v1/uploads`, { method: 'OPTIONS' })).headers.get('tus-version')).toBe(
      '1.0.0',
    );
    await station.remove(second.id);

    expect(await station.file(file.id)).toEqual({ ...file, size: 8 });
    expect(await station.tag(found.id)).toEqual({ ...tag, id: found.id });
    expect(await station.remove(file.id)).toBeUndefined();
    expect((await station.card()).files).toEqual([]);
    expect(await station.firmware()).toMatchObject({ state: 'idle', last_update: null });
    await expect(station.updateFirmware('no firmware', { filename: 'x' })).rejects.toMatchObject({
      name: 'StationError',
      status: 500,
      title: 'Unable to update firmware',
    });
    expect(await station.description()).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) });
    expect(await station.docs()).toMatch(/^<!doctype html>/i);
    const { getMetrics, ...operations } = stationRoutes;
    expect(used()).toEqual(Object.keys(operations).sort());
  });

  it('returns the response documents on request', async () => {
    const { url } = await startTestStation();
    const station = createStationClient({ baseUrl: new URL(url) });
    const { links, data } = await station.call('getCard');
    expect([links.self, data.size]).toEqual(['/api/v1/sdcard', expect.stringMatching(/^\d+$/)]);
    const body = { data: { type: 'setting', id: 7, attributes: { nickname: 'Attic' } } } as const;
    expect((await station.call('updateSettings', { body })).data.nickname).toBe('Attic');
  });

  it('waits for tags until aborted', async () => {
    const { url, waiting } = await startTestStation();
    const station = createStationClient({ baseUrl: url });
    const giveUp = new AbortController();
    const waited = station.waitForTags({ timeoutSeconds: 300, signal: giveUp.signal });
    await expect.poll(waiting).toBe(1);
    giveUp.abort();
    await expect(waited).rejects.toMatchObject({ name: 'AbortError' });
    await expect.poll(waiting).toBe(0);
  });

  it('splits a long wait into several requests', async () => {
    const asked: string[] = [];
    const url = await oddServer((request, response) => {
      asked.push(String(request.url));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[],"included":[]}');
    });
    expect(await createStationClient({ baseUrl: url }).waitForTags({ timeoutSeconds: 500 })).toEqual([]);
    expect(asked.map((path) => path.split('=')[1])).toEqual(['240', '240', '20']);
  });

  it('sends a fixed token, or calls the token function each time', async () => {
    const { url } = await startTestStation({ env: { STATION_TOKEN: 'open sesame' } });
    await expect(createStationClient({ baseUrl: url }).settings()).rejects.toMatchObject({ status: 401 });
    const station = createStationClient({ baseUrl: url, token: 'open sesame' });
    expect(await station.upload('x', { filename: 'x' })).toMatchObject({ size: 1 });
    let token: string | undefined;
    const asking = createStationClient({ baseUrl: url, token: () => token });
    await expect(asking.settings()).rejects.toMatchObject({ status: 401 });
    token = 'open sesame';
    expect(await asking.settings()).toMatchObject({ hw_version: '00.00.00' });
  });
});
