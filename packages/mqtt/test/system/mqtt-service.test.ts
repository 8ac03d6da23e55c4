import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { MqttState } from '@stationery/contract';
import { AppError, createLogger, SettingError } from '@stationery/core';
import { ManualClock, needsProgram, temporaryFolder, unusedPort } from '@stationery/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type MqttDevice, MqttService } from '../../src/device/index.ts';
import { type MqttValues, readMqttConfig } from '../../src/index.ts';
import { findSchemaProblems } from '../support/home-assistant-schema.ts';
import { type Broker, Listener, mosquitto, retainedAt, startBroker } from '../support/mosquitto.ts';

const openssl = needsProgram('openssl', 'openssl');
const base = 'stationery/station/A1';
const discovery = 'homeassistant/device/stationery_station_A1/config';

interface Rig {
  service: MqttService;
  clock: ManualClock;
  states: MqttState[];
  done: string[];
  log: string[];
  state(): string;
}

/** Starts a service with one button, connected to a broker. Pass `kept.stored` again for a second start. */
function startRig(
  broker: { port: number },
  values: Partial<MqttValues> = {},
  kept: { stored?: { topics: readonly string[] }; device?: Partial<MqttDevice>; hasStarted?: boolean } = {},
): Rig {
  const stored = kept.stored ?? { topics: [] };
  const [states, done, log]: [MqttState[], string[], string[]] = [[], [], []];
  const clock = new ManualClock();
  const config = readMqttConfig(
    {
      mqttUrl: `mqtt://127.0.0.1:${broker.port}`,
      mqttUser: undefined,
      mqttPassword: undefined,
      mqttCa: undefined,
      mqttPrefix: 'stationery',
      mqttDiscovery: 'on',
      ...values,
    },
    'STATION',
  );
  if (config === undefined) throw new Error('MQTT is off');
  const service = new MqttService({
    config,
    device: {
      kind: 'station',
      id: 'A1',
      info: () => ({ name: 'A station', model: 'Test', sw_version: '1.0.0' }),
      components: (topic) => ({
        press: { platform: 'button', name: 'Press', command_topic: topic('set/press') },
      }),
      retained: ['state'],
      commands: {
        press: (payload) => {
          done.push(payload);
        },
        refuse() {
          throw new AppError('nothing-to-play', 'Nothing has been played yet.');
        },
        async fail() {
          throw new Error('internal detail');
        },
      },
      ...kept.device,
    },
    stored: { get: () => stored.topics, set: (topics) => void Object.assign(stored, { topics }) },
    clock,
    log: createLogger({ level: 'info', stream: { write: (line: string) => void log.push(line) } }),
    onState: (state) => void states.push(state),
  });
  onTestFinished(() => service.close());
  service.start();
  return { service, clock, states, done, log, state: () => service.state.state };
}

const code = (rig: Rig) => (rig.service.state.state === 'failed' ? rig.service.state.cause.code : undefined);

describe.skipIf(!mosquitto.run)(`MqttService (${mosquitto.label})`, () => {
  it('retains states but not events, runs commands and reports refused ones', async () => {
    const broker = await startBroker();
    const listener = await Listener.at(broker.port);
    const rig = startRig(broker);
    rig.service.publish('state', { card: 'present' });
    rig.service.tell('tag', { serial: '0x04' });
    await expect.poll(() => listener.last('/availability')).toBe('online');
    await expect.poll(() => listener.last('A1/tag')).toBe('{"serial":"0x04"}');
    await expect.poll(() => listener.last('A1/state')).toBe('{"card":"present"}');
    expect(Object.keys(await retainedAt(broker.port)).sort()).toEqual([
      discovery,
      `${base}/availability`,
      `${base}/state`,
    ]);

    await listener.send(`${base}/set/press`, ' PRESS\n');
    await expect.poll(() => rig.done).toEqual(['PRESS']);
    const refused = async (name: string, payload: string, options = {}) => {
      const before = listener.all('/refused').length;
      await listener.send(`${base}/set/${name}`, payload, options);
      await expect.poll(() => listener.all('/refused').length).toBe(before + 1);
      return listener.lastDocument('/refused').code;
    };
    expect(await refused('refuse', '')).toBe('nothing-to-play');
    expect(await refused('fail', '')).toBe('unexpected-error');
    expect(listener.last('/refused')).not.toContain('internal detail');
    expect(await refused('press', 'x'.repeat(5_000))).toBe('request-too-large');
    expect(await refused('toString', '')).toBe('unknown-path');
    // The broker does not deliver packets above the announced maximum.
    await listener.send(`${base}/set/press`, 'x'.repeat(100_000));
    await listener.send(`${base}/set/press`, 'again');
    await expect.poll(() => rig.done).toEqual(['PRESS', 'again']);

    // A retained command does not run for later subscribers.
    await listener.send(`${base}/set/press`, 'kept', { retain: true });
    await expect.poll(() => rig.done).toEqual(['PRESS', 'again', 'kept']);
    await rig.service.close();
    await expect.poll(() => listener.last('/availability')).toBe('offline');
    const next = startRig(broker);
    await expect.poll(() => listener.lastDocument('/refused').message).toContain('retained');
    expect(next.done).toEqual([]);
  });

  it('reconnects after the broker was killed and sends recent events', async () => {
    const broker = await startBroker();
    const rig = startRig(broker);
    await expect.poll(rig.state).toBe('connected');
    rig.service.publish('state', { at: 1 });
    await broker.kill('SIGKILL');
    await expect.poll(() => code(rig)).toBe('mqtt-lost');
    for (let tap = 0; tap < 150; tap++) rig.service.tell('tag', { old: tap });
    // Each failed attempt doubles the wait. The clock stands still during an attempt, however long it
    // takes, so that no event expires meanwhile.
    const waitForRetry = async (waitMs: number) => {
      await expect.poll(() => rig.clock.pending).toBe(1);
      await rig.clock.advance(waitMs);
    };
    for (const waitMs of [1_000, 2_000, 4_000, 8_000, 16_000]) await waitForRetry(waitMs);
    await waitForRetry(10_000);
    expect(code(rig)).toBe('mqtt-unreachable');
    for (let tap = 0; tap < 150; tap++) rig.service.tell('tag', { tap });
    rig.service.publish('state', { at: 2 });
    await broker.start();
    const listener = await Listener.at(broker.port);
    await rig.clock.advance(22_000);
    await expect.poll(rig.state).toBe('connected');
    await expect.poll(() => listener.all('A1/tag').length).toBe(100);
    expect(listener.last('A1/tag')).toBe('{"tap":149}');
    expect(listener.all('A1/tag')[0]).toBe('{"tap":50}');
    await expect.poll(() => listener.last('A1/state')).toBe('{"at":2}');
    await expect.poll(() => listener.last('/availability')).toBe('online');
    expect(rig.log.filter((line) => line.includes('messages dropped')).length).toBe(1);
    expect(rig.states.map(({ state }) => state).at(-1)).toBe('connected');
  });

  it('waits longer each time a device with the same id takes over its connection', async () => {
    const broker = await startBroker();
    const rig = startRig(broker);
    for (const waitMs of [1_000, 2_000, 4_000]) {
      await expect.poll(rig.state).toBe('connected');
      const other = startRig(broker);
      await expect.poll(rig.state).toBe('failed');
      await expect.poll(other.state).toBe('connected');
      await other.service.close();
      await rig.clock.advance(waitMs - 1);
      expect(rig.state()).toBe('failed');
      expect(rig.log.at(-1)).toContain('same serial number');
      await rig.clock.advance(1);
    }
    await expect.poll(rig.state).toBe('connected');
    // A connection that lasts resets the delay.
    await rig.clock.advance(120_000);
    startRig(broker);
    await expect.poll(rig.state).toBe('failed');
    await rig.clock.advance(1_000);
    await expect.poll(rig.state).toBe('connected');
  });

  it('closes at once if the connection is lost while closing', async () => {
    // A broker that accepts a connection and confirms nothing.
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket.on('error', () => {}));
      socket.once('data', () => socket.write(Buffer.from([0x20, 3, 0, 0, 0])));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const rig = startRig({ port: (server.address() as AddressInfo).port });
    await expect.poll(rig.state).toBe('connected');
    const closed = rig.service.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  });

  it('reports a code if the broker says that its connection was taken over', async () => {
    // Mosquitto closes such a connection silently, so this broker accepts it and then reports 142.
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(Buffer.from([0x20, 3, 0, 0, 0, 0xe0, 2, 142, 0])));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const rig = startRig({ port: (server.address() as AddressInfo).port });
    await expect.poll(() => code(rig)).toBe('mqtt-session-taken');
  });

  it('reports codes for a wrong password and for topics that are not allowed', async () => {
    const broker = await startBroker({
      users: { stationery: 'open: sesame%', other: 'x' },
      acl: ['user stationery', 'topic readwrite stationery/#', 'user other', 'topic readwrite #'],
    });
    const wrong = startRig(broker, { mqttUser: 'stationery', mqttPassword: 'wrong' });
    await expect.poll(() => code(wrong)).toBe('mqtt-login-refused');
    expect(wrong.service.state).toMatchObject({
      address: `mqtt://127.0.0.1:${broker.port}`,
      reason: expect.stringContaining('Correct STATION_MQTT_USER and STATION_MQTT_PASSWORD'),
    });
    expect(wrong.log.join()).toContain('mqtt-login-refused');
    expect(wrong.log.join()).not.toContain('wrong');
    // The connection is retried, and nothing is logged twice.
    await wrong.clock.advance(1_000);
    await wrong.clock.advance(2_000);
    expect(wrong.log.length).toBe(1);
    await wrong.service.close();

    const inUrl = `mqtt://stationery:open%3A%20sesame%25@127.0.0.1:${broker.port}`;
    const right = startRig(broker, { mqttUrl: inUrl, mqttDiscovery: 'off' });
    await expect.poll(right.state).toBe('connected');
    expect(JSON.stringify([right.service.state, right.log])).not.toContain('sesame');
    await right.service.close();

    // The user may publish to its own topics, not to those of Home Assistant.
    const listener = await Listener.at(broker.port, { username: 'other', password: 'x' });
    const partly = startRig(broker, { mqttUrl: inUrl });
    await expect.poll(() => code(partly)).toBe('mqtt-not-allowed');
    await expect.poll(() => listener.last('/availability')).toBe('online');
    await listener.send(`${base}/set/press`, 'works');
    await expect.poll(() => partly.done).toEqual(['works']);
  });

  it.skipIf(!openssl.run)(`connects over TLS with a private CA (${openssl.label})`, async () => {
    const folder = await temporaryFolder();
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
    const name = ['-subj', '/CN=broker', '-addext', 'subjectAltName=IP:127.0.0.1'];
    const files = ['-keyout', key, '-out', cert];
    execFileSync(openssl.path, ['req', '-x509', ...curve, ...name, ...files], { stdio: 'ignore' });
    const tls = { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
    const broker = await startBroker({ tls, users: { me: 'secret' } });
    const mqttUrl = `mqtts://127.0.0.1:${broker.port}`;
    const login = { mqttUrl, mqttUser: 'me', mqttPassword: 'secret' };
    const trusted = startRig(broker, { ...login, mqttCa: cert });
    await expect.poll(trusted.state).toBe('connected');
    const untrusted = startRig(broker, login);
    await expect.poll(() => code(untrusted)).toBe('mqtt-tls-failed');
    const missing = startRig(broker, { ...login, mqttCa: join(folder, 'none.pem') });
    await expect.poll(() => code(missing)).toBe('mqtt-ca-unreadable');
    const plain = await startBroker();
    const notTls = startRig(plain, { mqttUrl: `mqtts://127.0.0.1:${plain.port}`, mqttCa: cert });
    await expect.poll(() => code(notTls)).toMatch(/^mqtt-(tls-failed|unreachable)$/);
  });

  it('announces itself to Home Assistant, also after its restart, and leaves when discovery is switched off', async () => {
    const broker = await startBroker();
    const listener = await Listener.at(broker.port);
    const stored = { topics: [] };
    const first = startRig(broker, {}, { stored });
    first.service.publish('state', { a: 1 });
    await expect.poll(() => listener.last(discovery)).toContain('"A station"');
    expect(findSchemaProblems(discovery, listener.lastDocument(discovery))).toEqual([]);
    await expect.poll(() => listener.all('A1/state').length).toBe(1);
    await listener.send('homeassistant/status', 'offline');
    await listener.send('homeassistant/status', 'online');
    await expect.poll(() => listener.all(discovery).length).toBe(2);
    await expect.poll(() => listener.all('A1/state').length).toBe(2);
    await first.service.close();

    // After changing the prefix, nothing is left under the old one.
    const other = { mqttPrefix: 'home/box' };
    const second = startRig(broker, other, { stored });
    await expect.poll(() => listener.last('home/box/station/A1/availability')).toBe('online');
    await expect.poll(() => listener.last(`${base}/availability`)).toBe('');
    await second.service.close();
    expect(Object.keys(await retainedAt(broker.port)).sort()).toEqual([
      'home/box/station/A1/availability',
      'homeassistant/device/stationery_station_A1/config',
    ]);

    const third = startRig(broker, { ...other, mqttDiscovery: 'off' }, { stored });
    await expect.poll(() => listener.last('homeassistant/device/stationery_station_A1/config')).toBe('');
    await third.service.close();
    expect(Object.keys(await retainedAt(broker.port))).toEqual(['home/box/station/A1/availability']);
    expect(stored.topics).toEqual(['home/box/station/A1/availability', 'home/box/station/A1/state']);
  });

  it('removes messages under old prefixes even if the broker was away when the prefix changed', async () => {
    const broker = await startBroker();
    const stored = { topics: [] };
    const first = startRig(broker, {}, { stored });
    await expect.poll(first.state).toBe('connected');
    await first.service.close();
    const away: Broker['port'] = await unusedPort();
    const second = startRig({ port: away }, { mqttPrefix: 'new' }, { stored });
    await expect.poll(() => code(second)).toBe('mqtt-unreachable');
    await second.service.close();
    const third = startRig(broker, { mqttPrefix: 'new', mqttDiscovery: 'off' }, { stored });
    await expect
      .poll(async () => Object.keys(await retainedAt(broker.port)))
      .toEqual(['new/station/A1/availability']);
    expect(third.state()).toBe('connected');
  });
});

it('MqttService falls back to MQTT 3.1.1 if the broker supports nothing newer', async () => {
  const versions: (number | undefined)[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (packet) => {
      const version = packet[8];
      versions.push(version);
      // CONNACK: version refused, or accepted.
      socket.write(Buffer.from([0x20, 2, 0, version === 4 ? 0 : 1]));
      if (version !== 4) socket.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const rig = startRig({ port: (server.address() as { port: number }).port });
  await expect.poll(rig.state).toBe('connected');
  expect(versions).toEqual([5, 4]);
  // This broker confirms nothing, so closing waits for at most a second.
  let isClosed = false;
  const closing = rig.service.close().then(() => {
    isClosed = true;
  });
  await rig.clock.advance(999);
  expect(isClosed).toBe(false);
  await rig.clock.advance(1);
  await closing;
});

it.each([
  [{ mqttUrl: 'http://host' }, /^STATION_MQTT_URL must be mqtt:/],
  [{ mqttUrl: 'mqtt://' }, /^STATION_MQTT_URL must be mqtt:/],
  [{ mqttUrl: 'mqtt://host/path' }, /^STATION_MQTT_URL must be mqtt:/],
  [{ mqttUrl: 'mqtt://me:se%cret@host' }, /^STATION_MQTT_URL: write a %/],
  [{ mqttPrefix: 'a/#' }, /^STATION_MQTT_PREFIX must be/],
])('readMqttConfig refuses the settings %j with one line that omits the password', (values, message) => {
  const read = () => startRig({ port: 1 }, values as Partial<MqttValues>);
  expect(read).toThrow(message);
  expect(read).toThrow(SettingError);
  expect(read).not.toThrow('cret');
});
