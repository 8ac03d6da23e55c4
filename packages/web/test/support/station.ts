import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createStationClient, type StationClient } from '@stationery/client';
import { shared, temporaryFolder, unusedPort, type WhenOver } from '@stationery/core/testing';
import { beforeAll } from 'vitest';
import { type StationProgram, startStationProgram } from '../../../cli/test/support/program.ts';

export interface TestStation {
  url: string;
  program: StationProgram;
  client: StationClient;
  cardDir: string;
  /** Returns the files on the card, without hidden files. */
  onCard(): string[];
  read(name: string): Buffer;
  /** Writes a file as a different computer would, possibly into a folder. */
  write(name: string, content?: string | Buffer): void;
  /** Empties the card as a different computer would. Resolves when the station has noticed. */
  emptyCard(): Promise<void>;
  /** Kills the service, like a power cut. Returns a function that starts it again with the same data and address. */
  kill(): Promise<() => Promise<TestStation>>;
}

/** Starts the built program with the simulated reader and an empty card. */
export async function startStation(env: Record<string, string> = {}): Promise<TestStation> {
  return startIn(await temporaryFolder(), env);
}

/** Returns a station for tests that leave it unchanged or prepare what they need. */
export function sharedStation(prepare?: (station: TestStation) => Promise<void>): () => TestStation {
  let station: TestStation;
  const started = shared(async (whenOver) =>
    startIn(await temporaryFolder(tmpdir(), whenOver), {}, whenOver),
  );
  beforeAll(async () => {
    station = await started();
    await prepare?.(station);
  });
  return () => station;
}

async function startIn(folder: string, env: Record<string, string>, whenOver?: WhenOver) {
  const card = join(folder, 'card');
  mkdirSync(card);
  return start({ STATION_DATA_DIR: join(folder, 'data'), STATION_CARD_DIR: card, ...env }, card, whenOver);
}

async function start(env: Record<string, string>, card: string, whenOver?: WhenOver): Promise<TestStation> {
  const port = env.STATION_HTTP_PORT ?? String(await unusedPort());
  const program = await startStationProgram({ ...env, STATION_HTTP_PORT: port }, {}, whenOver);
  const { url } = program;
  const token = env.STATION_TOKEN;
  const client = createStationClient({ baseUrl: url, ...(token === undefined ? {} : { token }) });
  const onCard = () =>
    readdirSync(card)
      .filter((name) => !name.startsWith('.'))
      .toSorted();
  return {
    url,
    program,
    client,
    cardDir: card,
    onCard,
    read: (name) => readFileSync(join(card, name)),
    write(name, content = name) {
      mkdirSync(dirname(join(card, name)), { recursive: true });
      writeFileSync(join(card, name), content);
    },
    async emptyCard() {
      for (const name of onCard()) rmSync(join(card, name), { recursive: true });
      await client.card();
    },
    async kill() {
      program.kill('SIGKILL');
      await program.exit;
      return () => start({ ...env, STATION_HTTP_PORT: port }, card);
    },
  };
}
