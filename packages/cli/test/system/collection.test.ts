import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createStationClient } from '@stationery/client';
import { createStationTags } from '@stationery/client/tags';
import { createResumableUploads } from '@stationery/client/uploads';
import { sha256 } from '@stationery/core';
import { mountTmpfs, needsMounts, temporaryFolder } from '@stationery/core/testing';
import { type CollectedTag, refuseTooManyFiles } from '@stationery/station/collection';
import { beforeEach, describe, expect, it } from 'vitest';
import { startTestStation, type TestStation } from '../../../station/test/support/test-station.ts';
import { openArchive } from '../../src/clients/collection/archive.ts';
import { readContent } from '../../src/clients/collection/export.ts';
import { badLine } from '../support/bad-line.ts';
import { inProcess, jsonInProcess } from '../support/in-process.ts';
import { kitchen, stateOf } from '../support/kitchen.ts';

const env = { STATION_PLAYER: 'browser' };
const mounts = needsMounts();
let folder: string;
let archive: string;

const run = (station: TestStation, ...words: string[]) =>
  inProcess(['collection', ...words], { env: { STATION_URL: station.url } });

beforeEach(async () => {
  folder = await temporaryFolder();
  archive = join(folder, 'kitchen.tar');
});

describe('stationery collection', () => {
  it('imports an export into another station, keeps what is there, and adds nothing twice', async () => {
    const first = await kitchen();
    expect(await run(first, 'export', archive)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('3 files and 5 tags'),
    });
    expect((await run(first, 'export', archive)).code).toBe(2);
    expect(existsSync(`${archive}.part`)).toBe(false);

    const second = await startTestStation({ env });
    const before = await stateOf(second);
    const dry = await run(second, 'import', archive, '--dry-run');
    expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining('Would import 3 files') });
    expect(await stateOf(second)).toEqual(before);

    await second.upload('song.mp3', 'la la');
    await second.upload('mine.txt', 'stays');
    const imported = await jsonInProcess(['collection', 'import', archive], {
      env: { STATION_URL: second.url },
    });
    expect(imported).toMatchObject({ files: { added: 2, unchanged: 1, replaced: 0 }, tags: 5 });
    await createStationClient({ baseUrl: second.url }).remove(2);
    const [one, other] = [await stateOf(first), await stateOf(second)];
    expect(other).toEqual(one);
    expect(JSON.stringify(one.taps)).toContain('song.mp3');
    // A second import adds nothing.
    const again = await jsonInProcess(['collection', 'import', archive, '--nickname'], {
      env: { STATION_URL: second.url },
    });
    expect(again).toMatchObject({ files: { added: 0, unchanged: 3 } });
    // A used tag with different details stays unchanged; others are set.
    const tags = createStationTags({ baseUrl: second.url });
    const [lion] = await tags.list();
    await tags.change(lion?.id ?? 0, { name: 'My lion' });
    const kept = await run(second, 'import', archive);
    expect(kept.stdout).toContain('Skipped 1 tag that the station has with other details: 0x04A2');
    expect((await tags.list())[0]?.name).toBe('My lion');
    expect(kept.stdout).toContain('Imported 0 files (3 on the card already) and 0 tags (4 as they are).');
    expect((await run(second, 'import', archive, '--replace')).stdout).not.toContain('Skipped');
    // Take the taps from the first station, because the effect of a tap depends on earlier taps.
    expect({ ...(await stateOf(second)), taps: one.taps }).toEqual(one);
    expect((await createStationClient({ baseUrl: second.url }).settings()).nickname).toBe('Kitchen');
  });

  it('exports everything despite broken connections, or explains what to do', async () => {
    const station = await kitchen();
    await run(station, 'export', archive);
    const [other, folderOf] = [join(folder, 'other.tar'), join(folder, 'other')];
    const export_ = async (...words: string[]) => {
      const line = await badLine(station.url, { down: 700_000, after: 'cut once' });
      const done = await inProcess(['collection', 'export', ...words], { env: { STATION_URL: line.url } });
      expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining('3 files and 5 tags') });
    };
    await export_(other);
    expect(readFileSync(other).equals(readFileSync(archive))).toBe(true);
    await export_('--folder', folderOf);
    expect((await run(await startTestStation({ env }), 'import', folderOf)).code).toBe(0);

    const client = createStationClient({
      baseUrl: (await badLine(station.url, { down: 700_000, after: 'cut' })).url,
    });
    const [story] = (await createStationClient({ baseUrl: station.url }).card()).files;
    let retries = 0;
    const reading = readContent(client, story!, {
      signal: new AbortController().signal,
      onAnswer: () => undefined,
      onRetry: () => void retries++,
      retryDelaysMs: [1, 1],
    });
    const readAll = async () => {
      for await (const _ of reading);
    };
    await expect(readAll()).rejects.toThrow(/connection to the station was lost .*Run the command again$/);
    expect(retries).toBe(2);
  });

  it('refuses a damaged, newer, hostile or conflicting collection without changes', async () => {
    await run(await kitchen(), 'export', archive);
    const whole = readFileSync(archive);
    const station = await startTestStation({ env });
    await station.upload('SONG.mp3', 'mine');
    const before = await stateOf(station);
    const refused = async (bytes: Buffer, why: string, ...more: string[]) => {
      const bad = join(folder, 'bad.tar');
      writeFileSync(bad, bytes);
      const { code, stderr } = await run(station, 'import', bad, ...more);
      expect([code, stderr]).toEqual([expect.any(Number), expect.stringContaining(why)]);
      expect(code).not.toBe(0);
      expect(await stateOf(station)).toEqual(before);
    };
    const edited = (from: string, to: string) => {
      expect(from).toHaveLength(to.length);
      return Buffer.from(whole.toString('latin1').replace(from, to), 'latin1');
    };
    /** Returns the archive with a changed list of files, and with the right checksum for it. */
    const listed = (from: string, to: string) => {
      const text = edited(from, to).toString('latin1');
      const list = /\{\n {2}"type": .*?\n\}\n/s.exec(text)?.[0] ?? '';
      const sum = sha256(Buffer.from(list, 'latin1'));
      return Buffer.from(text.replace(/[0-9a-f]{64}(?= {2}collection\.json)/, sum), 'latin1');
    };
    await refused(whole, '--replace');
    await refused(whole.subarray(0, 1_000_000), 'incomplete');
    await refused(Buffer.from('nonsense'), 'incomplete');
    await refused(edited('la la', 'lo lo'), 'differs from the exported file', '--replace');
    await refused(
      edited('"version": 1,', '"version": 9,'),
      'its list of contents does not match its checksum',
    );
    await refused(listed('"version": 1,', '"version": 9,'), 'newer version');
    await refused(listed('"filename": "song.mp3"', '"filename": "../g.mp3"'), 'a name that no card can hold');
    await refused(edited('ustar', 'USTAR'), 'header');
  });

  it.runIf(mounts.run)(
    `refuses a collection that is too large for the card without changes (${mounts.label})`,
    async () => {
      await run(await kitchen(), 'export', archive);
      const cardDir = join(folder, 'small');
      mountTmpfs(cardDir, 1024 * 1024);
      const station = await startTestStation({ env: { ...env, STATION_CARD_DIR: cardDir } });
      const before = await stateOf(station);
      for (const more of [[], ['--dry-run']]) {
        const { code, stderr } = await run(station, 'import', archive, ...more);
        expect([code, stderr]).toEqual([4, expect.stringContaining('1.5 MB are needed, 1.0 MB are free')]);
      }
      expect(await stateOf(station)).toEqual(before);
    },
  );

  it.runIf(mounts.run)(
    `resumes an import if only the rest fits, and refuses a file over the limit before sending anything (${mounts.label})`,
    async () => {
      await run(await kitchen(), 'export', archive);
      const limited = await startTestStation({ env: { ...env, STATION_MAX_UPLOAD_BYTES: '1000000' } });
      const { code, stderr } = await run(limited, 'import', archive);
      expect([code, stderr]).toEqual([
        4,
        expect.stringContaining('too large for the card: 1.5 MB, at most 1'),
      ]);
      expect((await createStationClient({ baseUrl: limited.url }).card()).files).toEqual([]);

      const cardDir = join(folder, 'small');
      mountTmpfs(cardDir, 2 * 1024 * 1024);
      const station = await startTestStation({ env: { ...env, STATION_CARD_DIR: cardDir } });
      const opened = await openArchive(archive, () => undefined);
      const content = opened.content(opened.manifest.files[0]!);
      // Upload the beginning of a file, as an interrupted import leaves it.
      const name = content.name ?? '';
      const fingerprint = `${content.lastModified}-${content.size}-${name}`;
      const metadata = Object.entries({ filename: name, fingerprint }).map(
        ([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`,
      );
      const tus = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' };
      const { headers } = await fetch(`${station.url}/api/v1/uploads`, {
        method: 'POST',
        headers: { ...tus, 'upload-length': String(content.size), 'upload-metadata': metadata.join() },
      });
      await fetch(`${station.url}${headers.get('location')}`, {
        method: 'PATCH',
        headers: { ...tus, 'upload-offset': '0' },
        body: readFileSync(archive).subarray(512, 512 + 1_000_000),
      });
      const uploads = createResumableUploads({ baseUrl: station.url });
      expect(await uploads.storedBytes([content])).toEqual([1_000_000]);
      expect((await createStationClient({ baseUrl: station.url }).card()).free).toBeLessThan(1_500_000);
      expect(await run(station, 'import', archive)).toMatchObject({ code: 0 });
    },
  );

  it('refuses tags that have more files in all than a station accepts', () => {
    const meaning = { kind: 'playlist' as const, files: ['a.mp3', 'b.mp3'], shuffled: false };
    const tag: CollectedTag = {
      serial: '0x04A2245A6B2C80',
      model: 'mifare',
      name: null,
      colour: null,
      picture: null,
      note: null,
      playback: null,
      plot: null,
      exhibit: null,
      meaning,
    };
    expect(() => refuseTooManyFiles(99_999, [{ from: undefined, to: tag }])).toThrow('Nothing was changed');
    refuseTooManyFiles(100_000, [{ from: tag, to: tag }]);
  });
});
