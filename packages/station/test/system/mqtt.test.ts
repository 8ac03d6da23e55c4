import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createLogger } from '@stationery/core';
import { temporaryFolder, unusedPort } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { startStationProgram } from '../../../cli/test/support/program.ts';
import { findSchemaProblems } from '../../../mqtt/test/support/home-assistant-schema.ts';
import { Listener, mosquitto, retainedAt, startBroker } from '../../../mqtt/test/support/mosquitto.ts';
import { shortSound } from '../player/sounds.ts';
import { followEvents } from '../support/event-stream.ts';
import { addTag, setBattery, startTestStation } from '../support/test-station.ts';

const serial = '0x04A2245A6B2C80';
const stranger = '0x04A2245A6B2C99';

describe.skipIf(!mosquitto.run)(`a station over MQTT (${mosquitto.label})`, () => {
  it('publishes taps, removals and playback, runs commands, and is discovered by Home Assistant', async () => {
    const broker = await startBroker();
    const listener = await Listener.at(broker.port);
    const folder = await temporaryFolder();
    await setBattery(folder, 'Discharging', 54);
    const station = await startTestStation({
      folder,
      env: { STATION_PLAYER: 'browser', STATION_MQTT_URL: `mqtt://127.0.0.1:${broker.port}` },
    });
    await station.upload('lion.wav', shortSound());
    const id = await addTag(station, serial);
    const data = { id, type: 'tag', attributes: { filename: 'lion.wav' } };
    await station.send('PATCH', `/api/v1/tags/${id}`, { data });
    await expect.poll(() => listener.last('/availability')).toBe('online');
    const topic = listener.heard.find((one) => one.topic.endsWith('/availability'))?.topic ?? '';
    const base = topic.slice(0, -'/availability'.length);
    expect(base).toMatch(/^stationery\/station\/[0-9A-F]{12}$/);
    await expect.poll(() => listener.last('/player')).toContain('"stopped"');
    const tags = () => listener.all('/tag').map((text) => JSON.parse(text) as Record<string, unknown>);
    await expect.poll(() => tags().length).toBe(2);

    await station.send('PUT', '/simulator/reader', { serial });
    await expect
      .poll(() => listener.lastDocument('/player'))
      .toMatchObject({
        status: 'playing',
        file: { filename: 'lion.wav' },
        tag: { serial },
      });
    expect(listener.last('/player')).not.toContain('output');
    expect(tags().at(-1)).toMatchObject({ event_type: 'tap', serial, id, filename: 'lion.wav' });
    expect(listener.lastDocument('/state')).toMatchObject({
      reader: { state: 'ready' },
      tags: [serial],
      battery: { state: 'discharging', percent: 54, low: false },
    });
    await station.send('PUT', '/simulator/reader', { serial: stranger });
    await expect.poll(() => tags().at(-1)).toMatchObject({ event_type: 'tap', serial: stranger, id: null });
    await station.get('/simulator/reader', { method: 'DELETE' });
    await expect.poll(() => tags().at(-1)).toMatchObject({ event_type: 'removal', serial: stranger });
    expect(tags().map((tag) => tag.event_type)).toContain('removal');

    const set = (name: string, payload: string) => listener.send(`${base}/set/${name}`, payload);
    const player = () => listener.lastDocument('/player');
    await set('volume', '35');
    await expect.poll(player).toMatchObject({ volume: 35 });
    await set('player', '{"command":"play","filename":"lion.wav"}');
    await expect.poll(player).toMatchObject({ status: 'playing', tag: null });
    await set('player', 'pause');
    await expect.poll(player).toMatchObject({ status: 'paused' });
    await set('player', 'play');
    await expect.poll(player).toMatchObject({ status: 'playing' });
    await set('player', 'stop');
    await expect.poll(player).toMatchObject({ status: 'stopped' });
    const refusals = [
      ...[['player', '{"command":"play","filename":"none.wav"}', 'file-not-on-card']],
      ...[
        ['player', 'sing', 'invalid-request'],
        ['player', '{', 'invalid-request'],
      ],
      ...[
        ['volume', '101', 'invalid-request'],
        ['restart', 'restart', 'invalid-request'],
      ],
    ] as [string, string, string][];
    for (const [name, payload, code] of refusals) {
      const before = listener.all('/refused').length;
      await set(name, payload);
      await expect.poll(() => listener.all('/refused').length).toBe(before + 1);
      expect(listener.lastDocument('/refused')).toMatchObject({ command: name, code });
    }

    // The station is announced again under its new name.
    const renamed = { id: 'nickname', type: 'setting', attributes: { nickname: 'Nursery' } };
    await station.send('PATCH', '/api/v1/settings', { data: renamed });
    await expect.poll(() => listener.last('/config')).toContain('"name":"Nursery"');
    await expect.poll(() => listener.last('/state')).toContain('"nickname":"Nursery"');
    const all = await retainedAt(broker.port);
    expect(Object.keys(all).filter((name) => name.endsWith('/tag') || name.endsWith('/refused'))).toEqual([]);
    const config = Object.keys(all).find((name) => name.endsWith('/config')) ?? '';
    const document = JSON.parse(all[config] ?? '{}') as Record<string, object>;
    expect(findSchemaProblems(config, document as Record<string, unknown>)).toEqual([]);
    const platforms = Object.values(document.components ?? {}).map(({ platform }) => platform);
    expect(new Set(platforms)).toEqual(
      new Set(['tag', 'event', 'button', 'number', 'sensor', 'binary_sensor', 'update']),
    );
    await station.stop();
    await expect.poll(() => listener.last('/availability')).toBe('offline');
  });

  it('keeps playing without a broker, and gives the reason on the page, in the log and in the API', async () => {
    const broker = await startBroker({ users: { me: 'right' } });
    const lines: string[] = [];
    const station = await startTestStation({
      env: {
        STATION_PLAYER: 'browser',
        STATION_MQTT_URL: `mqtt://127.0.0.1:${broker.port}`,
        STATION_MQTT_USER: 'me',
        STATION_MQTT_PASSWORD: 'wrong-one',
      },
      log: createLogger({ level: 'warn', stream: { write: (line: string) => void lines.push(line) } }),
    });
    const events = await followEvents(station);
    await events.expectEvent('snapshot', { mqtt: expect.objectContaining({ state: expect.any(String) }) });
    await expect.poll(() => lines.join()).toContain('mqtt-login-refused');
    const later = await followEvents(station);
    await later.expectEvent('snapshot', {
      mqtt: expect.objectContaining({
        state: 'failed',
        cause: expect.objectContaining({ code: 'mqtt-login-refused' }),
      }),
    });
    expect(lines.join()).not.toContain('wrong-one');
    await addTag(station, serial);
    await station.send('PUT', '/simulator/reader', { serial });
    await events.expectEvent('tap.on', { serial });
  });

  it('leaves its last will when killed, and offers a restart if a supervisor restarts it', async () => {
    const broker = await startBroker();
    const listener = await Listener.at(broker.port);
    const { folder } = broker;
    const runtime = join(folder, 'stationery-station');
    await mkdir(runtime);
    const env = {
      STATION_DATA_DIR: join(folder, 'data'),
      STATION_MQTT_URL: `mqtt://127.0.0.1:${broker.port}`,
      // As set by systemd, which restarts the service when it ends.
      RUNTIME_DIRECTORY: runtime,
    };
    const station = await startStationProgram(env);
    await expect.poll(() => listener.last('/availability')).toBe('online');
    station.kill('SIGKILL');
    await station.exit;
    await expect.poll(() => listener.last('/availability')).toBe('offline');

    const again = await startStationProgram(env);
    await expect.poll(() => listener.last('/availability')).toBe('online');
    await expect.poll(() => listener.last('/config')).toContain('"restart"');
    const base = listener.heard.findLast(({ topic }) => topic.endsWith('/availability'))?.topic ?? '';
    await listener.send(base.replace('availability', 'set/restart'), 'restart');
    expect(await again.exit).toMatchObject({ code: 0 });
    expect(listener.last('/availability')).toBe('offline');
  });

  it('does not wait for a missing broker when it starts or stops', async () => {
    const station = await startTestStation({
      env: { STATION_MQTT_URL: `mqtt://127.0.0.1:${await unusedPort()}` },
    });
    expect((await station.get('/api/v1/settings')).status).toBe(200);
    await station.stop();
  });
});
