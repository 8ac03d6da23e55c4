import { type Clock, type Logger, packageVersion, systemClock } from '@stationery/core';
import { readFleetConfig } from '@stationery/fleet';
import { parseTagSerial, type SimulatedReader, simulatedReader } from '@stationery/nfc';
import { makeWav, readStationConfig, startStation } from '@stationery/station';
import { stationPage } from '@stationery/web';
import { addressLine, type Running } from './service.ts';

const demoCollection = 'demo';
/** Interval between two taps anywhere in the fleet. */
const tapEveryMs = 3_000;
const tapForMs = 2_000;
const notes = [262, 294, 330, 392, 440];
const tags = notes.map((_, at) => ({ serial: `0x04A2245A6B2C8${at}`, file: `Note ${at + 1}.wav` }));

interface DemoStation extends Running {
  reader: SimulatedReader;
}

interface DemoStationOptions {
  number: number;
  folder: string;
  fleetUrl: string;
  fleetTags: string[];
  log: Logger;
}

export async function startDemoStation(options: DemoStationOptions): Promise<DemoStation> {
  const { number, fleetUrl, fleetTags, log } = options;
  const env = {
    STATION_HTTP_PORT: '0',
    STATION_HTTPS_PORT: '0',
    STATION_DATA_DIR: options.folder,
    STATION_DISCOVERY: 'off',
    STATION_PLAYER: 'none',
  };
  const reader = simulatedReader({ log });
  const parts = { clock: systemClock, log };
  const station = await startStation(readStationConfig({ args: [], env }), {
    reader,
    simulated: reader,
    pages: stationPage,
    // Stations on one machine need different serial numbers. The last four digits become part of a new
    // station's name.
    newSerial: () => `02DE${String(number).padStart(8, '0')}`,
    ...parts,
  });
  const { startStationAgent, stationDeviceId } = await import('@stationery/fleet/agent');
  const deviceId = stationDeviceId(station.access.snapshot().settings.serial);
  const agent = startStationAgent({
    config: readFleetConfig({
      fleetUrl,
      fleetName: `Station ${number}`,
      fleetTags,
      fleetCollection: demoCollection,
    })!,
    deviceId,
    // The page may have a local address, because users of the demo board are on this machine.
    station: { ...station.access, page: () => station.http.url },
    version: packageVersion,
    ...parts,
  });
  return {
    about: { service: 'station', version: packageVersion, http: station.http.url, device: deviceId },
    title: `Station ${number}`,
    lines: [addressLine(station.http)],
    http: station.http,
    reader,
    async stop() {
      await agent.stop();
      await station.stop();
    },
  };
}

/** Publishes the demo collection unless an earlier start did, and rolls it out to all stations. */
export async function publishDemoCollection(fleetUrl: string, log: Logger, signal: AbortSignal) {
  const { Broker, createBuckets, latestVersion, makeCollection, publishCollection, rollOut } = await import(
    '@stationery/fleet/collections'
  );
  const config = readFleetConfig({ fleetUrl, fleetTags: [] })!;
  const broker = new Broker(config, 'stationery fleet demo', { clock: systemClock, log, signal });
  try {
    const connection = await broker.first();
    if (connection === undefined) return;
    await createBuckets(connection.js);
    const collection = demoCollection;
    let version = await latestVersion(connection, collection);
    if (version === 0)
      version = (await publishCollection(connection, { collection, ...makeCollection(notesOfDemo()) }))
        .version;
    await rollOut(connection, { collection, version, stage: 'all', force: true });
  } finally {
    await broker.close();
  }
}

const notesOfDemo = () => ({
  nickname: 'Demo',
  contents: Object.fromEntries(
    notes.map((hz, at) => [tags[at]!.file, makeWav([{ hz, durationMs: 1_500, loudness: 0.5 }])]),
  ),
  tags: tags.map(({ serial, file }) => ({ serial, name: file.replace('.wav', ''), files: [file] })),
});

export function tapRegularly(readers: readonly SimulatedReader[], clock: Clock): () => void {
  let count = 0;
  let cancelTake: () => void = () => undefined;
  const cancelTaps = clock.every(tapEveryMs, () => {
    const reader = readers[count % readers.length];
    // Taps a different tag at each station and in each round.
    const tag = tags[(count + Math.floor(count / readers.length)) % tags.length];
    count += 1;
    const uid = parseTagSerial(tag?.serial ?? '');
    if (reader === undefined || uid === undefined) return;
    reader.put({ uid, sak: 0x00, atqa: 0x0044 });
    cancelTake = clock.after(tapForMs, () => reader.take());
  });
  return () => {
    cancelTaps();
    cancelTake();
  };
}
