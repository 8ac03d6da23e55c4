import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprintOf, readPresets, writeResult } from '@stationery/appliance/presets';
import { type Setup, type SetupChange, type SetupProblem, setupProblem } from '@stationery/contract';
import { ManualClock, temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { startTestStation, type TestStation, type TestStationOptions } from './support/test-station.ts';

const path = '/api/v1/setup';
const patch = (station: TestStation, attributes: SetupChange) =>
  station.send('PATCH', path, { data: { type: 'setup', id: 'setup', attributes } });
const attributesOf = async (answer: Response) =>
  ((await answer.json()) as { data: { attributes: Setup } }).data.attributes;
const read = async (station: TestStation) => attributesOf(await station.get(path));
const errorOf = (answer: Response) => answer.headers.get('error-code');

/** Starts a station that may request changes of its machine. The machine has Wi-Fi. */
async function startBox(options: TestStationOptions = {}) {
  const folder = await temporaryFolder();
  const [request, result] = [join(folder, 'setup.toml'), join(folder, 'result.json')];
  const clock = new ManualClock();
  const station = await startTestStation({
    clock,
    setupMachine: {
      wifi: () => undefined,
      clock: () => undefined,
      isTimeTrusted: () => true,
      readers: () => ['sim:', 'pn532:/dev/ttyUSB0'],
    },
    ...options,
    env: { STATION_SETUP_FILE: request, STATION_SETUP_RESULT: result, ...options.env },
  });
  return {
    station,
    clock,
    /** Reports, as “stationery setup” does, that the request is being applied. */
    begin: () =>
      writeResult(result, {
        request: fingerprintOf(readFileSync(request, 'utf8')),
        problem: null,
        isRunning: true,
      }),
    requested: () =>
      existsSync(request) ? Object.fromEntries(readPresets(readFileSync(request, 'utf8'))) : {},
    /** Reports the end of the request as “stationery setup” does. */
    async finish(problem: SetupProblem | null) {
      writeResult(result, { request: fingerprintOf(readFileSync(request, 'utf8')), problem });
      rmSync(request);
      await clock.advance(1000);
    },
  };
}

describe('GET /setup', () => {
  it('names the steps that do not apply if the station was started by hand', async () => {
    const station = await startTestStation();
    const setup = await read(station);
    expect(setup).toMatchObject({ first_run: false, readers: [], problem: null });
    expect(setup.unavailable.map(({ step, code }) => `${step} ${code}`)).toEqual([
      'role not-a-service',
      'clock not-a-service',
      'access not-a-service',
      'wifi not-a-service',
    ]);
    const refused = await patch(station, { country: 'DE' });
    expect([refused.status, errorOf(refused)]).toEqual([409, 'setup-unavailable']);
  });

  it('lists the steps that need a Wi-Fi device or an unset clock as unavailable', async () => {
    const { station } = await startBox({
      setupMachine: {
        wifi: () => 'no-wifi-device',
        clock: () => 'clock-set',
        isTimeTrusted: () => true,
        readers: () => [],
      },
    });
    expect(await read(station)).toMatchObject({
      first_run: true,
      unavailable: [
        { step: 'clock', code: 'clock-set' },
        { step: 'wifi', code: 'no-wifi-device' },
      ],
    });
    // Without Wi-Fi, the name may be longer than the name of a Wi-Fi network.
    expect((await patch(station, { name: 'x'.repeat(40) })).status).toBe(200);
  });

  it('protects the clock while a PIN is set and the time is trusted', async () => {
    const { station } = await startBox();
    const limits = (attributes: object) =>
      station.send('PATCH', '/api/v1/player/limits', {
        data: { type: 'player-limits', id: 'player-limits', attributes },
      });
    expect((await limits({ new_pin: '4711' })).status).toBe(200);
    expect((await read(station)).unavailable).toEqual([{ step: 'clock', code: 'clock-protected' }]);
    const refused = await patch(station, { time: '2026-06-01T03:00:00Z' });
    expect([refused.status, errorOf(refused)]).toEqual([409, 'setup-unavailable']);
    expect((await limits({ pin: '4711', new_pin: null })).status).toBe(200);
    expect((await patch(station, { time: '2026-06-01T03:00:00Z' })).status).toBe(200);
  });
});

describe('PATCH /setup', () => {
  it('collects answers and requests them together, without returning secrets', async () => {
    const { station, requested, finish } = await startBox();
    await patch(station, { name: ' Küche ', language: 'de' });
    expect(await (await station.get('/api/v1/settings')).json()).toMatchObject({
      data: { nickname: 'Küche' },
    });
    await patch(station, { role: 'both', token: 'open sesame' });
    const answer = await patch(station, { country: 'de', passphrase: 'twelve monkeys', done: ['sound'] });
    const text = await answer.text();
    expect(text).not.toMatch(/sesame|monkeys/);
    expect(JSON.parse(text).data.attributes).toMatchObject({
      first_run: true,
      done: ['name', 'language', 'role', 'access', 'wifi', 'sound'],
      language: 'de',
      role: 'both',
      token_set: true,
      wifi: { name: 'Küche', country: 'DE', open: false },
      pending: ['name', 'role', 'access', 'wifi'],
      applying: false,
    });
    expect(requested()).toEqual({});

    const applied = await attributesOf(await patch(station, { apply: true, first_run: false }));
    expect(applied).toMatchObject({ first_run: false, applying: true });
    const presets = { name: 'Küche', run: 'both', token: 'open sesame', country: 'DE' };
    expect(requested()).toEqual({ ...presets, passphrase: 'twelve monkeys' });
    const refused = await patch(station, { apply: true });
    expect([refused.status, errorOf(refused)]).toEqual([409, 'setup-applying']);

    await finish(setupProblem('wifi-failed'));
    expect(await read(station)).toMatchObject({ applying: false, problem: { code: 'wifi-failed' } });
    await patch(station, { apply: true });
    await finish(null);
    await station.stop();

    // Restart the station with the new settings.
    const env = { STATION_WIFI_SSID: 'Küche', STATION_WIFI_COUNTRY: 'DE', STATION_WIFI_PLOTTER: 'on' };
    const secrets = { STATION_WIFI_PASSPHRASE: 'twelve monkeys', STATION_TOKEN: 'open sesame' };
    const { station: again } = await startBox({ folder: station.folder, env: { ...env, ...secrets } });
    const headers = { authorization: 'Bearer open sesame' };
    expect((await again.get(path)).status).toBe(401);
    expect((await patch(again, { name: 'Mine now' })).status).toBe(401);
    expect(await attributesOf(await again.get(path, { headers }))).toMatchObject({
      first_run: false,
      role: 'both',
      token_set: true,
      problem: null,
    });
  });

  it('requests a new reader and the time without waiting for the other answers', async () => {
    const { station, requested, finish } = await startBox();
    await patch(station, { country: 'DE' });
    await patch(station, { reader: 'pn532:/dev/ttyUSB0' });
    expect(requested()).toEqual({ reader: 'pn532:/dev/ttyUSB0' });
    await finish(null);
    await patch(station, { time: new Date(Date.now() + 3_600_000).toISOString() });
    expect(Number(requested().clock)).toBeGreaterThan(3_590_000);
    expect(await read(station)).toMatchObject({ pending: ['wifi'] });
  });

  it('abandons a request that is not started or not finished in time', async () => {
    const { station, begin, clock, requested } = await startBox();
    await patch(station, { country: 'DE', apply: true });
    await clock.advance(181_000);
    const failed = { applying: false, problem: { code: 'settings-not-applied' }, pending: ['wifi'] };
    expect(await read(station)).toMatchObject(failed);
    expect(requested()).toEqual({});
    await patch(station, { apply: true });
    begin();
    await clock.advance(900_000);
    expect(await read(station)).toMatchObject({ applying: true, problem: null });
    await clock.advance(61_000);
    expect(await read(station)).toMatchObject(failed);
  });

  it('refuses a change based on an older state, so that answers from a different phone are not lost', async () => {
    const { station } = await startBox();
    const { revision } = await read(station);
    expect((await patch(station, { revision, name: 'One' })).status).toBe(200);
    const late = await patch(station, { revision, name: 'Two' });
    expect([late.status, errorOf(late)]).toEqual([409, 'setup-changed']);
    expect((await read(station)).wifi.name).toBe('One');
  });

  it.each<[SetupChange, string, RegExp]>([
    [{ name: '' }, 'name', /1 to 64/],
    [{ name: 'ü'.repeat(17) }, 'name', /too long for the name of the Wi-Fi/],
    [{ country: 'D1' }, 'country', /two letters/],
    [{ passphrase: 'short' }, 'passphrase', /8 to 63/],
    [{ passphrase: '' }, 'passphrase', /empty/],
    [{ token: ' x' }, 'token', /without a blank/],
    [{ reader: 'pn532:/etc/passwd' }, 'reader', /no such reader/],
    [{ time: '1970-01-01T00:00:00Z' }, 'time', /not valid/],
  ])('refuses %j, and changes nothing', async (change, attribute, message) => {
    const { station, requested } = await startBox();
    const answer = await patch(station, { ...change, language: 'de' });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      errors: [
        { detail: expect.stringMatching(message), source: { pointer: `/data/attributes/${attribute}` } },
      ],
    });
    expect(await read(station)).toMatchObject({ language: null, revision: 0, pending: [] });
    expect(requested()).toEqual({});
  });
});

describe('the browser of a phone', () => {
  const visit = (station: TestStation, target: string, host?: string) =>
    fetch(`${station.url}${target}`, { redirect: 'manual', ...(host && { headers: { host } }) });

  it('is redirected to the plotter page if the box is a plotter, but not from that page or before the setup', async () => {
    const { station } = await startBox({ env: { STATION_FRONT_PAGE: 'plotter' } });
    const locationOf = async (target: string) => (await visit(station, target)).headers.get('location');
    expect(await locationOf('/')).toBe('/api/docs');
    await patch(station, { first_run: false });
    expect(await locationOf('/')).toBe('http://127.0.0.1:3000/');
    expect(await locationOf('/?station')).toBe('/api/docs');
    expect(await read(station)).toMatchObject({ role: 'plotter' });
  });
});

describe('POST /setup/sound', () => {
  it('needs a player', async () => {
    const answer = await (await startTestStation()).get('/api/v1/setup/sound', { method: 'POST' });
    expect([answer.status, errorOf(answer)]).toEqual([503, 'player-unavailable']);
  });

  it('plays without a card', async () => {
    const station = await startTestStation({ env: { STATION_PLAYER: 'browser' } });
    expect((await station.get('/api/v1/setup/sound', { method: 'POST' })).status).toBe(204);
    expect(station.access.snapshot().player).toMatchObject({ status: 'playing', file: null });
  });
});
