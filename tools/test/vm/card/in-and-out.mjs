// Inside the machine: tests a FAT card that is inserted late, removed, reinserted, removed during a
// write, damaged and locked. Real systemd and udevd mount it, and the station runs in its unit.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { until } from '../../../lib/until.mjs';
import { runSteps } from '../guest/steps.mjs';
import {
  base,
  content,
  folder,
  installStation,
  journal,
  listing,
  rename,
  stationery,
  upload,
} from './box.mjs';
import { breakChain, markDirty } from './damage.mjs';
import { inImage, makeCard, makeStick, plug, unplug } from './stick.mjs';

const image = '/run/card.img';
const victimBytes = 5_000;

const cardMount = () =>
  readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[4] === folder);
const device = () => cardMount()?.split(' - ')[1].split(' ')[1];
const isIn = () => until('the card is in', listing);
const isOut = () => until('the card is out', async () => (await listing()) === undefined);
const isUnmounted = () =>
  until('the card is unmounted', () => cardMount() === undefined && !existsSync(folder));

async function takeOut() {
  unplug();
  await isOut();
  await isUnmounted();
}

async function putIn(options) {
  plug(image, options);
  return isIn();
}

await runSteps({
  'the station runs without a card': async () => {
    installStation();
    makeCard(image, 'MUSIC');
    makeStick();
    await until('the station answers', () => fetch(`${base}/sdcard`).catch(() => undefined));
    assert.equal((await fetch(`${base}/sdcard`)).status, 503);
  },
  'a card that is inserted late is mounted automatically, and the running station writes to it': async () => {
    assert.deepEqual(await putIn(), {});
    const { tookMs } = until;
    assert.match(cardMount(), / rw,nosuid,nodev,noexec,noatime .* - vfat /);
    assert.equal((await upload('a.txt', 'first')).status, 201);
    assert.deepEqual(await listing(), { 'a.txt': { id: 1, size: 5 } });
    return `after ${tookMs} ms`;
  },

  'a name is taken if it differs from an existing name only in case, or is the short name of a file':
    async () => {
      assert.equal((await upload('A.TXT', 'other')).status, 409);
      assert.equal((await upload('long file name.txt', 'long')).status, 201);
      assert.equal((await upload('LONGFI~1.TXT', 'other')).status, 409);
      assert.equal((await upload('A.TXT', 'in its place', '?replace=1')).status, 200);
      assert.equal((await content(1)).text, 'in its place');
      assert.deepEqual(readdirSync(folder).sort(), ['a.txt', 'long file name.txt']);
    },
  'a file keeps its id when its name changes only in case, or to its own short name': async () => {
    const { id } = (await listing())['long file name.txt'];
    for (const name of ['Long FILE name.txt', 'LONGFI~1.TXT', 'long file name.txt']) {
      assert.equal(await rename(id, name), 200);
      assert.deepEqual(readdirSync(folder).sort(), ['a.txt', name].sort());
      assert.equal((await listing())[name].id, id);
    }
    assert.equal((await upload('long file name.txt', 'long', `?replace=${id}`)).status, 200);
    assert.equal((await listing())['long file name.txt'].id, id);
    // `long file name.txt` was renamed from LONGFI~1.TXT, so FAT gave it the short name LONGFI~2.TXT.
    assert.equal(await rename(1, 'LONGFI~2.TXT'), 409);
  },
  'replacements within two seconds have different entity tags': async () => {
    const seen = new Set([(await content(1)).etag]);
    for (const text of ['one', 'two', 'six']) {
      assert.equal((await upload('a.txt', text, '?replace=1')).status, 200);
      const now = await content(1);
      assert.equal(now.text, text);
      assert.ok(!seen.has(now.etag), `${text} has the entity tag of another content: ${now.etag}`);
      seen.add(now.etag);
    }
  },
  'a file that FAT cannot hold is refused before it is sent': async () => {
    const answer = await new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': 7 * 2 ** 30 };
      const asked = request(`${base}/files`, { method: 'POST', headers }, resolve);
      asked.on('error', reject);
      asked.flushHeaders();
    });
    assert.equal(answer.statusCode, 413);
    const [first] = await answer.toArray();
    answer.destroy();
    assert.match(String(first), /4294967295 bytes/);
  },
  'remains of temporary files after a power cut are not listed': async () => {
    for (const name of ['STATIO~1', 'ST4F2A~1', 'FSCK0000.REC', 'own name.txt'])
      writeFileSync(`${folder}/${name}`, 'x');
    await until('the file of a name of its own', async () => 'own name.txt' in (await listing()));
    assert.deepEqual(Object.keys(await listing()).sort(), ['a.txt', 'long file name.txt', 'own name.txt']);
    assert.equal((await upload('STATIO~2', 'x')).status, 422);
    for (const name of ['STATIO~1', 'ST4F2A~1', 'FSCK0000.REC']) rmSync(`${folder}/${name}`);
    // Sync this file, because the station did not write it and the next step removes the card.
    execFileSync('sync');
  },

  'a card that is removed is unmounted; reinserted, it has the same ids, names and times': async () => {
    assert.equal((await upload('ü 🎵.txt', 'names')).status, 201);
    assert.equal((await upload('victim.bin', Buffer.alloc(victimBytes))).status, 201);
    const before = { files: await listing(), first: await content(1) };
    await takeOut();
    assert.deepEqual({ files: await putIn(), first: await content(1) }, before);
  },
  'a card that is removed during an upload has nothing of that upload and all other files': async () => {
    const before = await listing();
    const pieces = new TransformStream();
    const writer = pieces.writable.getWriter();
    const say = (text) => writer.write(Buffer.from(text));
    /** @type {RequestInit & { duplex: 'half' }} */
    const request = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: pieces.readable,
      duplex: 'half',
    };
    const answer = fetch(`${base}/files`, request);
    await say(`{"data":{"type":"file","filename":"half.bin","encoded":"${'A'.repeat(2 ** 20)}`);
    await until('the temporary file', () =>
      readdirSync(folder).some((name) => name.startsWith('.stationery')),
    );
    unplug();
    await say('AAAA"}}');
    await writer.close();
    assert.equal((await answer).status, 503);
    await isOut();
    await isUnmounted();
    assert.deepEqual(await putIn(), before);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith('.')),
      [],
    );
    assert.equal((await upload('after.txt', 'again')).status, 201);
  },

  'a card that was damaged by a power cut is repaired before it is mounted': async () => {
    await takeOut();
    markDirty(image, inImage(0));
    breakChain(image, inImage(0), 'VICTIM  BIN');
    const files = await putIn();
    assert.match(
      journal('-u', 'stationery-card@*'),
      /fsck\.vfat -a \/dev\/\S+ ended with 1: [\s\S]*[Dd]irty bit/,
    );
    assert.equal(files['a.txt'].id, 1);
    // The chain now ends at the break: the listing shows what is left of the file, and removing the file is safe.
    assert.ok(files['victim.bin'].size < victimBytes);
    assert.equal((await fetch(`${base}/files/${files['victim.bin'].id}`, { method: 'DELETE' })).status, 204);
    assert.equal((await upload('repaired.txt', 'yes')).status, 201);
  },
  'a card on which the kernel finds errors can be read, and refusals say what to do': async () => {
    assert.equal((await upload('victim.bin', Buffer.alloc(victimBytes))).status, 201);
    execFileSync('sync');
    breakChain(device(), 0, 'VICTIM  BIN');
    rmSync(`${folder}/victim.bin`);
    await until('it is read-only', () => / - vfat \S+ ro,/.test(cardMount()));
    const refused = await upload('b.txt', 'b');
    assert.equal(refused.status, 503);
    assert.match(refused.detail, /file system has errors.*insert it again to have it repaired/);
    assert.equal((await content(1)).text, 'six');
  },
  'a locked card can be read, and refusals name the lock': async () => {
    await takeOut();
    await putIn({ locked: true });
    assert.equal((await content(1)).text, 'six');
    assert.match((await upload('b.txt', 'b')).detail, /write-protected.*move the lock/);
  },
  'a card that is reinserted without the lock is repaired and can be written': async () => {
    await takeOut();
    await putIn();
    assert.equal((await upload('b.txt', 'b')).status, 201);
  },
  'a collection folder on a card is imported when the card is inserted': async () => {
    const [text, filename] = ['la la', 'Räuber & Co.mp3'];
    const sha256 = createHash('sha256').update(text).digest('hex');
    const meaning = { kind: 'playlist', files: [filename], shuffled: false };
    const manifest = {
      type: 'stationery-collection',
      version: 1,
      nickname: 'x',
      player: {},
      files: [{ entry: 'files/000001', filename, size: text.length, sha256 }],
      tags: [{ serial: '0x00112233', model: 'mifare', name: 'The lion', meaning }],
    };
    mkdirSync(`${folder}/kitchen/files`, { recursive: true });
    writeFileSync(`${folder}/kitchen/files/000001`, text);
    writeFileSync(`${folder}/kitchen/collection.json`, JSON.stringify(manifest));
    execFileSync('sync');
    await takeOut();
    await putIn();
    const tag = await until('its tag', async () => {
      const { data } = await (await fetch(`${base}/tag-details`)).json();
      return data.find(({ attributes }) => attributes.meaning !== null)?.attributes;
    });
    assert.deepEqual([tag.name, tag.meaning, tag.missing], ['The lion', meaning, []]);
    assert.equal((await content((await listing())[filename].id)).text, text);
    assert.deepEqual(readdirSync(`${folder}/kitchen/files`), []);
  },
  'the doctor reports a card that is inserted but not mounted, and its advice works': async () => {
    const path = device();
    stationery('card', 'unmount');
    const said = stationery('doctor');
    assert.ok(said.includes(`a card is inserted but not mounted: ${path} (vfat, “MUSIC”)`), said);
    assert.match(stationery('card', 'mount'), /is mounted at \/media\/card/);
    assert.equal((await upload('d.txt', 'd')).status, 201);
  },
  'no unit of the package has failed': () => {
    const failed = execFileSync('systemctl', ['--failed', '--plain', '--no-legend'], { encoding: 'utf8' });
    assert.ok(!failed.includes('stationery'), failed);
  },
});

process.exit();
