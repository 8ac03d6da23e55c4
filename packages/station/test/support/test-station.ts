import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LauncherLink } from '@stationery/appliance';
import { silentLogger, systemClock } from '@stationery/core';
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
  /** Returns the number of clients waiting for a tag. */
  waiting(): number;
  /** Access for modules in the same process. */
  access: StationAccess;
  /** Sends a request and validates the answer against the OpenAPI description. */
  get(path: string, init?: RequestInit): Promise<Response>;
  /** Sends JSON:API; a string body is sent unchanged, for invalid JSON. */
  send(method: string, path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  upload(filename: string, content: string | Buffer, more?: object): Promise<Response>;
  replace(id: unknown, filename: string, content: string | Buffer, more?: object): Promise<Response>;
}

export interface TestStationOptions extends Partial<Omit<StationDeps, 'simulated' | 'powerSupplies'>> {
  env?: Record<string, string>;
  /** Folder of the station. Defaults to a new one. */
  folder?: string;
  /** Replaces the reader. It counts as a real one, so that there is no `/simulator`. */
  reader?: NfcReader;
  /** When to stop the station. Defaults to the end of the test. */
  whenOver?: WhenOver;
}

const powerSupplyFolder = (folder: string) => join(folder, 'power-supplies');

/** Sets the battery, which the station reads every 30 s. */
export async function setBattery(folder: string, status: string, capacity: number): Promise<void> {
  const battery = join(powerSupplyFolder(folder), 'BAT0');
  await mkdir(battery, { recursive: true });
  for (const [file, content] of Object.entries({ type: 'Battery', status, capacity }))
    await writeFile(join(battery, file), `${content}\n`);
}

/** A launcher that keeps an update installed without starting it. */
export const launcher: LauncherLink = {
  slot: 'factory',
  onTrial: false,
  restart: () => undefined,
  proveHealthy: async () => undefined,
};

export async function startTestStation(options: TestStationOptions = {}): Promise<TestStation> {
  const { env, folder: given, reader, whenOver = onTestFinished, ...deps } = options;
  const folder = given ?? (await temporaryFolder(tmpdir(), whenOver));
  const cardDir = env?.STATION_CARD_DIR ?? join(folder, 'card');
  if (env?.STATION_CARD_DIR === undefined) await mkdir(cardDir, { recursive: true });
  const simulated = simulatedReader();
  const config = readStationConfig({
    args: [],
    env: {
      STATION_DATA_DIR: join(folder, 'data'),
      STATION_CARD_DIR: cardDir,
      STATION_HTTP_PORT: '0',
      STATION_HTTPS_PORT: '0',
      STATION_PLAYER: 'none',
      ...env,
    },
  });
  const station = await startStation(config, {
    ...(reader === undefined ? { reader: simulated, simulated } : { reader }),
    powerSupplies: powerSupplyFolder(folder),
    clock: systemClock,
    log: silentLogger,
    ...deps,
  });
  whenOver(station.stop);

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
    stop: station.stop,
    waiting: station.waitingClients,
    access: station.access,
    get,
    send,
    upload: (filename, content, more) => sendFile('', filename, content, more),
    replace: (id, filename, content, more) => sendFile(`?replace=${id}`, filename, content, more),
  };
}

/** Starts one station for all tests of a group that do not change it. */
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

export async function addTag(station: TestStation, serial: string): Promise<number> {
  await station.send('PUT', '/simulator/reader', { serial });
  const answer = await station.get('/api/v1/scanner/tags?timeout=5');
  const { data } = (await answer.json()) as { data: { id: number }[] };
  await station.get('/simulator/reader', { method: 'DELETE' });
  return data[0]?.id ?? 0;
}
