import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createStationTags } from '@stationery/client/tags';
import { mountTmpfs, needsMounts, temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { natsServer, startServer } from '../../../fleet/test/support/nats-server.ts';
import { startTestStation } from '../../../station/test/support/test-station.ts';
import { inProcess, jsonInProcess } from '../support/in-process.ts';
import { startStationProgram } from '../support/program.ts';
import { writeCollection } from '../support/write-collection.ts';

const soon = { timeout: 60_000, interval: 1 };
const count = 60;
const mounts = needsMounts();

/** Returns the content of each file by name. All files of one version have the same content. */
function contentsOf(cardDir: string): Record<string, string> {
  const names = readdirSync(cardDir, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => name);
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(cardDir, name), 'utf8')]));
}

const version = (files: number) =>
  Object.fromEntries(Array.from({ length: files }, (_, at) => [`${at + 1}.mp3`, `content ${at + 1}`]));

describe.skipIf(!natsServer.run)('stationery fleet', () => {
  it('publishes and rolls out a version; a station killed meanwhile has the old or the new one completely', async () => {
    const server = await startServer();
    const env = { FLEET_URL: `nats://${server.server}`, FLEET_COLLECTION: 'museum' };
    const folder = await temporaryFolder();
    writeCollection(join(folder, 'first'), 2);
    writeCollection(join(folder, 'second'), count);
    const none = await inProcess(['fleet', 'roll-out', 'all'], { env });
    expect([none.code, none.stderr]).toEqual([6, expect.stringContaining('“museum” was published')]);
    const published = await jsonInProcess(['fleet', 'publish', join(folder, 'first')], { env });
    expect(published).toMatchObject({ version: 1, files: 2, tags: 2 });
    await jsonInProcess(['fleet', 'roll-out', 'all'], { env });

    const place = await temporaryFolder();
    const cardDir = join(place, 'card');
    mkdirSync(cardDir);
    const folders = { STATION_DATA_DIR: join(place, 'data'), STATION_CARD_DIR: cardDir };
    const program = await startStationProgram({ ...env, ...folders });
    expect(program.stdout).toContain(`Fleet         nats://${server.server}   (as station-`);
    const tagsAt = async (url: string) => (await createStationTags({ baseUrl: url }).list()).length;
    await expect.poll(() => tagsAt(program.url), { ...soon, interval: 50 }).toBe(2);
    expect(contentsOf(cardDir)).toEqual(version(2));

    await jsonInProcess(['fleet', 'publish', join(folder, 'second')], { env });
    await jsonInProcess(['fleet', 'roll-out', 'all'], { env });
    // Some files have their new names, others do not yet.
    await expect.poll(() => Object.keys(contentsOf(cardDir)).length, soon).toBeGreaterThan(4);
    program.kill('SIGKILL');
    await program.exit;

    // The station completes the change before it answers, even without the broker.
    await server.kill();
    const station = await startTestStation({ folder: place });
    const tags = await createStationTags({ baseUrl: station.url }).list();
    expect(tags).toHaveLength(count);
    expect(tags.flatMap(({ missing }) => missing)).toEqual([]);
    expect(contentsOf(cardDir)).toEqual(version(count));
    expect(readdirSync(cardDir).filter((name) => name.startsWith('.stationery-collection'))).toEqual([]);
  });

  it('writes a card that a station imports', async () => {
    const server = await startServer();
    const env = { FLEET_URL: `nats://${server.server}`, FLEET_COLLECTION: 'museum' };
    const place = await temporaryFolder();
    writeCollection(join(place, 'kitchen'), 3);
    await jsonInProcess(['fleet', 'publish', join(place, 'kitchen')], { env });
    mkdirSync(join(place, 'card'));
    const { code, stdout } = await inProcess(['fleet', 'card', join(place, 'card')], { env });
    expect([code, stdout]).toEqual([0, expect.stringContaining('3 files and 3 tags')]);
    const station = await startTestStation({ folder: place });
    await expect
      .poll(async () => (await createStationTags({ baseUrl: station.url }).list()).length, soon)
      .toBe(3);
    expect(contentsOf(station.cardDir)).toEqual(version(3));

    await server.kill();
    const away = await inProcess(['fleet', 'card', place, '--version', '1'], { env });
    expect([away.code, away.stderr]).toEqual([3, expect.stringContaining(env.FLEET_URL)]);
  });

  it.runIf(mounts.run)(
    `keeps the current version if the card fills up, and takes the next when there is space (${mounts.label})`,
    async () => {
      const server = await startServer();
      const env = { FLEET_URL: `nats://${server.server}`, FLEET_COLLECTION: 'museum' };
      const place = await temporaryFolder();
      const cardDir = join(place, 'card');
      mountTmpfs(cardDir, 4 * 1024 * 1024);
      writeCollection(join(place, 'first'), 2);
      writeCollection(join(place, 'second'), 5);
      await jsonInProcess(['fleet', 'publish', join(place, 'first')], { env });
      await jsonInProcess(['fleet', 'roll-out', 'all'], { env });
      const program = await startStationProgram({
        ...env,
        STATION_DATA_DIR: join(place, 'data'),
        STATION_CARD_DIR: cardDir,
      });
      await expect.poll(() => contentsOf(cardDir), soon).toEqual(version(2));
      const filler = join(cardDir, '.filler');
      try {
        writeFileSync(filler, Buffer.alloc(8 * 1024 * 1024));
      } catch (error) {
        expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
      }
      await jsonInProcess(['fleet', 'publish', join(place, 'second')], { env });
      await jsonInProcess(['fleet', 'roll-out', 'all'], { env });
      await expect.poll(() => program.stdout + program.stderr, soon).toContain('no room for the collection');
      expect(contentsOf(cardDir)).toEqual(version(2));
      rmSync(filler);
      await expect.poll(() => contentsOf(cardDir), soon).toEqual(version(5));
    },
  );
});
