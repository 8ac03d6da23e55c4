import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { appendFile, mkdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Random, temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { mayUnshare, startStationProgram } from '../../../cli/test/support/program.ts';
import { type CardDocument, listFiles, startTestStation } from '../support/test-station.ts';

const unwatched = mayUnshare();

type Sizes = Record<string, number>;

async function listedSizes(url: string): Promise<Sizes> {
  const document = (await (await fetch(`${url}/api/v1/sdcard`)).json()) as CardDocument;
  return Object.fromEntries(
    document.included.map(({ attributes }) => [attributes.filename, Number(attributes.size)]),
  );
}

/** Changes files outside the station repeatedly, with several concurrent requests after each change. */
async function changeAndAsk(url: string, cardDir: string, rounds: number): Promise<void> {
  const random = new Random(7);
  const sizes: Sizes = {};
  for (let round = 0; round < rounds; round++) {
    const name = `${random.below(12)}.txt`;
    const path = join(cardDir, name);
    const dice = random.next();
    if (sizes[name] === undefined) {
      await writeFile(path, 'new');
      sizes[name] = 3;
    } else if (dice < 0.3) {
      await rm(path);
      delete sizes[name];
    } else if (dice < 0.5) {
      const other = `${random.below(12)}.txt`;
      await rename(path, join(cardDir, other));
      const size = sizes[name];
      delete sizes[name];
      sizes[other] = size;
    } else {
      await appendFile(path, 'more');
      sizes[name] += 4;
    }
    const answers = await Promise.all(Array.from({ length: 4 }, () => listedSizes(url)));
    for (const answer of answers) expect(answer, `round ${round}`).toEqual(sizes);
  }
}

describe('the file listing', () => {
  it('is correct for ten thousand files and after each change', async () => {
    const folder = await temporaryFolder();
    const cardDir = join(folder, 'card');
    mkdirSync(cardDir);
    const sizes: Sizes = {};
    for (let at = 0; at < 10_000; at++) {
      sizes[`song ${at}.mp3`] = at % 100;
      writeFileSync(join(cardDir, `song ${at}.mp3`), 'x'.repeat(at % 100));
    }
    const station = await startTestStation({ folder });
    expect(await listedSizes(station.url)).toEqual(sizes);
    const ids = Object.values(await listFiles(station)).map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(new Set(ids).size).toBe(10_000);

    await rm(join(cardDir, 'song 77.mp3'));
    await appendFile(join(cardDir, 'song 78.mp3'), 'more');
    await writeFile(join(cardDir, 'one more.mp3'), 'new');
    delete sizes['song 77.mp3'];
    sizes['song 78.mp3'] = 82;
    sizes['one more.mp3'] = 3;
    expect(await listedSizes(station.url)).toEqual(sizes);

    await rename(cardDir, join(folder, 'away'));
    expect((await station.get('/api/v1/sdcard')).status).toBe(503);
    await rename(join(folder, 'away'), cardDir);
    expect(await listedSizes(station.url)).toEqual(sizes);
  });

  it('is current for every concurrent request', async () => {
    const station = await startTestStation();
    await changeAndAsk(station.url, station.cardDir, 150);
  });

  it('is correct if files change while it is built', async () => {
    const station = await startTestStation();
    const left: Sizes = {};
    let done = false;
    const asking = (async () => {
      while (!done) for (const size of Object.values(await listedSizes(station.url))) expect(size).toBe(5);
    })();
    for (let round = 0; round < 300; round++) {
      const name = `${round % 7}.txt`;
      const path = join(station.cardDir, name);
      // Write the whole file elsewhere and then rename it, so that any other size in the listing would be wrong.
      await writeFile(join(station.folder, 'whole'), 'whole');
      await rename(join(station.folder, 'whole'), path);
      left[name] = 5;
      if (round % 3 > 0) continue;
      await rm(path);
      delete left[name];
    }
    done = true;
    await asking;
    expect(await listedSizes(station.url)).toEqual(left);
  });

  it('is correct after more changes than the kernel can report', async () => {
    const station = await startTestStation();
    for (const name of ['x', 'y', 'z']) await writeFile(join(station.cardDir, name), '');
    expect(await listedSizes(station.url)).toEqual({ x: 0, y: 0, z: 0 });
    const { mtime, atime } = await stat(station.cardDir);
    // Block the station, so that the kernel's event queue overflows.
    const script = 'i=0; while [ $i -lt 9000 ]; do echo >> x; echo >> y; i=$((i+1)); done; echo 12345 >> z';
    execFileSync('sh', ['-c', script], { cwd: station.cardDir });
    appendFileSync(join(station.cardDir, 'z'), '678');
    await utimes(station.cardDir, atime, mtime);
    expect(await listedSizes(station.url)).toEqual({ x: 9000, y: 9000, z: 9 });
  });

  it.skipIf(!unwatched.run)(`is correct even if folders cannot be watched (${unwatched.label})`, async () => {
    const folder = await temporaryFolder();
    const cardDir = join(folder, 'card');
    await mkdir(cardDir);
    const env = { STATION_DATA_DIR: join(folder, 'data'), STATION_CARD_DIR: cardDir };
    const station = await startStationProgram(env, { watching: false });
    await changeAndAsk(station.url, cardDir, 60);
  });
});
