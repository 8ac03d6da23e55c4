import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LauncherLink } from '@stationery/appliance';
import { type Clock, type Logger, silentLogger, systemClock } from '@stationery/core';
import { shared, temporaryFolder, type WhenOver } from '@stationery/core/testing';
import { type NfcReader, type SimulatedReader, simulatedReader } from '@stationery/nfc';
import { onTestFinished } from 'vitest';
import { readStationConfig, type StationAccess, type StationDeps, startStation } from '../../src/index.ts';
import { expectDocumented } from './documented.ts';

export interface TestStation {
  url: string;
  secureUrl: string;
  folder: string;
  cardDir: string;
  reader: SimulatedReader;
  stop(): Promise<void>;
  /** Number of clients waiting for a tag. */
  waiting(): number;
  /** Access for modules in the same process. */
  access: StationAccess;
  /** Validates every answer against the OpenAPI description. */
  get(path: string, init?: RequestInit): Promise<Response>;
  /** Sends JSON as JSON:API; a string body is sent unchanged, for invalid JSON. */
  send(method: string, path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  upload(filename: string, content: string | Buffer, more?: object): Promise<Response>;
  /** Replaces the content of the file with this id. */
  replace(id: unknown, filename: string, content: string | Buffer, more?: object): Promise<Response>;
}

export interface TestStationOptions {
  env?: Record<string, string>;
  /** An existing data folder; defaults to a new one. */
  folder?: string;
  /** A reader that counts as a real one, without `/simulator`. */
  reader?: NfcReader;
  log?: Logger;
  clock?: Clock;
  /** A fake launcher. */
  launcher?: LauncherLink;
  /** The machine for tests of the setup. */
  setupMachine?: StationDeps['setupMachine'];
  /** Shuts the machine down, for tests. */
  shutDown?: StationDeps['shutDown'];
  /** The devices for tests of buttons. */
  inputDevices?: StationDeps['inputDevices'];
  /** The network for tests of streams. */
  internet?: StationDeps['internet'];
  /** The folder of the page. */
  pages?: string;
  /** Registers the cleanup; defaults to the end of the test. */
  whenOver?: WhenOver;
}

const powerSupplyFolder = (folder: string) => join(folder, 'power-supplies');

/** Gives the machine of a test station a battery, or changes it. The station reads it every 30 s. */
export async function setBattery(folder: string, status: string, capacity: number): Promise<void> {
  const battery = join(powerSupplyFolder(folder), 'BAT0');
  await mkdir(battery, { recursive: true });
  for (const [file, content] of Object.entries({ type: 'Battery', status, capacity }))
    await writeFile(join(battery, file), `${content}\n`);
}

/** Starts a complete station on real folders and free ports, and stops it after the test. */
/** Keeps an update installed without starting it. */
export const launcher: LauncherLink = {
  slot: 'factory',
  onTrial: false,
  restart: () => undefined,
  proveHealthy: async () => undefined,
};

export async function startTestStation(options: TestStationOptions = {}): Promise<TestStation> {
  const whenOver = options.whenOver ?? onTestFinished;
  const folder = options.folder ?? (await temporaryFolder(tmpdir(), whenOver));
  const cardDir = options.env?.STATION_CARD_DIR ?? join(folder, 'card');
  if (options.env?.STATION_CARD_DIR === undefined) await mkdir(cardDir, { recursive: true });
  const simulated = simulatedReader();
  const config = readStationConfig({
    args: [],
    env: {
      STATION_DATA_DIR: join(folder, 'data'),
      STATION_CARD_DIR: cardDir,
      STATION_HTTP_PORT: '0',
      STATION_HTTPS_PORT: '0',
      STATION_PLAYER: 'none',
      ...options.env,
    },
  });
  const station = await startStation(config, {
    ...(options.reader === undefined ? { reader: simulated, simulated } : { reader: options.reader }),
    ...(options.launcher === undefined ? {} : { launcher: options.launcher }),
    ...(options.setupMachine === undefined ? {} : { setupMachine: options.setupMachine }),
    ...(options.inputDevices === undefined ? {} : { inputDevices: options.inputDevices }),
    ...(options.pages === undefined ? {} : { pages: options.pages }),
    ...(options.internet === undefined ? {} : { internet: options.internet }),
    ...(options.shutDown === undefined ? {} : { shutDown: options.shutDown }),
    powerSupplies: powerSupplyFolder(folder),
    clock: options.clock ?? systemClock,
    log: options.log ?? silentLogger,
  });
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= station.stop();
    return stopped;
  };
  whenOver(stop);

  const get: TestStation['get'] = async (path, init) => {
    const answer = await fetch(`${station.http.url}${path}`, init);
    await expectDocumented(init?.method ?? 'GET', path, answer);
    return answer;
  };
  const send: TestStation['send'] = (method, path, body, headers = {}) =>
    get(path, {
      method,
      headers: { 'content-type': 'application/vnd.api+json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const sendFile = (query: string, filename: string, content: string | Buffer, more: object = {}) =>
    send('POST', `/api/v1/files${query}`, {
      data: { type: 'file', filename, encoded: Buffer.from(content).toString('base64'), ...more },
    });
  return {
    url: station.http.url,
    secureUrl: station.https.url,
    folder,
    cardDir,
    reader: simulated,
    stop,
    waiting: station.waitingClients,
    access: station.access,
    get,
    send,
    upload: (filename, content, more) => sendFile('', filename, content, more),
    replace: (id, filename, content, more) => sendFile(`?replace=${id}`, filename, content, more),
  };
}

/** Returns a function that starts one station for all tests of a group that do not change it. */
export const sharedTestStation = (
  options: TestStationOptions = {},
  prepare: (station: TestStation) => Promise<unknown> = async () => undefined,
): (() => Promise<TestStation>) =>
  shared(async (whenOver) => {
    const station = await startTestStation({ ...options, whenOver });
    await prepare(station);
    return station;
  });

export interface CardDocument {
  links: { self: string };
  data: { id: string; type: string; size: string; free: string; files: { id: number; type: string }[] };
  included: { id: number; type: string; attributes: { filename: string; size: string } }[];
}

export interface TagsDocument {
  links: { self: string };
  data: { id: number; type: string }[];
  included: {
    id: number;
    type: string;
    attributes: { model: string; serial: string; filename: string | null };
  }[];
}

export async function listFiles(station: TestStation): Promise<Record<string, { id: number; size: number }>> {
  const document = (await (await station.get('/api/v1/sdcard')).json()) as CardDocument;
  return Object.fromEntries(
    document.included.map(({ id, attributes }) => [
      attributes.filename,
      { id, size: Number(attributes.size) },
    ]),
  );
}

export async function listTags(station: TestStation): Promise<TagsDocument['included']> {
  return ((await (await station.get('/api/v1/tags')).json()) as TagsDocument).included;
}

/** Places a tag on the reader and adds it. */
export async function addTag(station: TestStation, serial: string): Promise<number> {
  await station.send('PUT', '/simulator/reader', { serial });
  const answer = await station.get('/api/v1/scanner/tags?timeout=5');
  const { data } = (await answer.json()) as { data: { id: number }[] };
  await station.get('/simulator/reader', { method: 'DELETE' });
  return data[0]?.id ?? 0;
}
