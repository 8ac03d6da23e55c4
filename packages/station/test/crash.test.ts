import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { Random, temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { Program, type StationProgram, startStationProgram } from '../../cli/test/support/program.ts';
import { CrashClient, digest } from './support/crash-client.ts';
import type { CardDocument, TagsDocument } from './support/test-station.ts';

const rounds = 32;
const clientCount = 4;
const seed = Number(process.env.STATIONERY_SEED ?? Math.floor(Math.random() * 2 ** 32));

describe('a station that is killed at any moment', () => {
  it(`keeps all that it said it did (STATIONERY_SEED=${seed})`, { timeout: 300_000 }, async () => {
    const random = new Random(seed);
    const folder = await temporaryFolder();
    const cardDir = join(folder, 'card');
    await mkdir(cardDir);
    const env = { STATION_DATA_DIR: join(folder, 'data'), STATION_CARD_DIR: cardDir };
    const clients = Array.from(
      { length: clientCount },
      (_, at) => new CrashClient(at, new Random(seed + at + 1)),
    );
    /** Which file each id was ever given to. */
    const owners = new Map<number, string>();

    for (let round = 0; round < rounds; round++) {
      // Now and then it is killed while it starts as well.
      if (round % 5 === 4) await killWhileStarting(env, random.below(600));
      const station = await startStationProgram(env);
      if (round === 0) for (const client of clients) await client.learn(station.url);
      else await check(station, { cardDir, clients, owners });

      let sent = 0;
      const lastSent = 1 + random.below(50);
      const moment = random.below(20);
      const onSent = () => {
        if (++sent === lastSent) void after(moment).then(() => station.kill('SIGKILL'));
      };
      await Promise.all(clients.map((client) => client.work(station.url, onSent)));
      expect((await station.exit).signal).toBe('SIGKILL');
    }
    await check(await startStationProgram(env), { cardDir, clients, owners });
    expect(clients.reduce((sum, { acknowledged }) => sum + acknowledged, 0)).toBeGreaterThan(rounds * 5);
  });
});

async function killWhileStarting(env: Record<string, string>, afterMs: number): Promise<void> {
  const program = new Program(['station'], { STATION_HTTP_PORT: '0', STATION_HTTPS_PORT: '0', ...env });
  await after(afterMs);
  program.kill('SIGKILL');
  await program.exit;
}

interface Expected {
  cardDir: string;
  clients: readonly CrashClient[];
  owners: Map<number, string>;
}

/** Compares the station with what its clients were told, and settles what was in flight by what is true. */
async function check(station: StationProgram, { cardDir, clients, owners }: Expected): Promise<void> {
  const get = async <T>(path: string) => (await (await fetch(`${station.url}${path}`)).json()) as T;
  const { included: files } = await get<CardDocument>('/api/v1/sdcard');
  const { included: tags } = await get<TagsDocument>('/api/v1/tags');
  const { data: settings } = await get<{ data: { nickname: string } }>('/api/v1/settings');

  const digestOf = async (name: string) => digest(await readFile(join(cardDir, name)));
  const listed = new Map(files.map(({ id, attributes }) => [attributes.filename, { id, ...attributes }]));
  expect((await readdir(cardDir)).sort(), 'what lies on the card').toEqual([...listed.keys()].sort());

  for (const client of clients) {
    const { inFlight } = client;
    if (inFlight?.kind === 'upload' && listed.has(inFlight.name)) {
      client.happened(inFlight, listed.get(inFlight.name)?.id);
    }
    if (inFlight?.kind === 'replace' && (await digestOf(inFlight.name)) === inFlight.digest) {
      client.happened(inFlight, undefined);
    }
    if (inFlight?.kind === 'remove' && !listed.has(inFlight.name)) client.happened(inFlight, undefined);
    if (inFlight?.kind === 'learn') {
      const learned = tags.find(({ attributes }) => attributes.serial === inFlight.serial);
      if (learned !== undefined) client.happened(inFlight, learned.id);
    }
    if (inFlight?.kind === 'bind') {
      const tag = tags.find(({ attributes }) => attributes.serial === inFlight.serial);
      if (tag?.attributes.filename === inFlight.filename) client.happened(inFlight, undefined);
    }
    if (inFlight?.kind === 'rename' && settings.nickname === inFlight.nickname) {
      client.happened(inFlight, undefined);
    }
    if (client.nickname !== undefined) expect(settings.nickname).toBe(client.nickname);
  }

  const expected = new Map(clients.flatMap((client) => [...client.files]));
  expect([...listed.keys()].sort()).toEqual([...expected.keys()].sort());
  for (const [name, { id, size }] of listed) {
    const content = await readFile(join(cardDir, name));
    const known = expected.get(name);
    expect(digest(content), `content of ${name}`).toBe(known?.digest);
    expect(Number(size)).toBe(content.length);
    if (known?.id === undefined) known && Object.assign(known, { id });
    expect(id, `id of ${name}`).toBe(known?.id);
    expect(owners.get(id) ?? known?.firstDigest, `who had the id ${id} before`).toBe(known?.firstDigest);
    owners.set(id, known?.firstDigest as string);
  }

  const expectedTags = new Map(clients.flatMap((client) => [...client.tags]));
  expect(tags.map(({ attributes }) => attributes.serial).sort()).toEqual([...expectedTags.keys()].sort());
  for (const { id, attributes } of tags) {
    expect({ id, filename: attributes.filename }).toEqual(expectedTags.get(attributes.serial));
    if (attributes.filename !== null) expect(listed.has(attributes.filename)).toBe(true);
  }
}
