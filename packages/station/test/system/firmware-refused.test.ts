import { execFileSync } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bundleOf, describeBytes, makeKeyPair, stationBundle } from '@stationery/appliance';
import { createLogger, interfaceVersion, type Logger, packageVersion } from '@stationery/core';
import { mountTmpfs, needsMounts, remount, temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { writeTar } from '../../../appliance/src/firmware/bundle/tar-writer.ts';
import { startTestStation, type TestStation } from '../support/test-station.ts';
import { about, type TestKey, testKey, tinyBundle, tinyFiles } from '../support/tiny-station.ts';

const ownVersion = interfaceVersion(packageVersion);

const path = '/api/v1/firmware';

interface Slotted {
  station: TestStation;
  slotsDir: string;
  key: TestKey;
  /** Number of restarts requested from the launcher. */
  restarts(): number;
}

/** Starts a station as the launcher would, but without the launcher. */
async function startSlotted(env: Record<string, string> = {}, log?: Logger): Promise<Slotted> {
  const folder = await temporaryFolder();
  const key = testKey(folder);
  const slotsDir = env.STATION_FIRMWARE_SLOTS ?? join(folder, 'slots');
  mkdirSync(slotsDir, { recursive: true });
  let restarts = 0;
  const station = await startTestStation({
    env: { STATION_FIRMWARE_SLOTS: slotsDir, STATION_FIRMWARE_KEYS: key.publicFile, ...env },
    launcher: { slot: 'factory', onTrial: false, restart: () => restarts++, proveHealthy: async () => {} },
    ...(log === undefined ? {} : { log }),
  });
  return { station, slotsDir, key, restarts: () => restarts };
}

async function send(station: TestStation, ...bundles: Buffer[]): Promise<Response> {
  const body = new FormData();
  for (const bundle of bundles) body.append('update', new Blob([new Uint8Array(bundle)]), 'update.stnfw');
  return station.get(path, { method: 'PATCH', body });
}

const contentOf = (folder: string) =>
  readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]);

type Attributes = { data: { attributes: { last_update: unknown } } };
const statusOf = async (station: TestStation) =>
  ((await (await station.get(path)).json()) as Attributes).data.attributes;

/**
 * Expects a bundle to be rejected with an error that contains `part`. Afterwards, the status reports the
 * failure only if the header was valid.
 */
async function expectRefused(
  { station, slotsDir, restarts }: Slotted,
  bundle: Buffer,
  why: RegExp,
  part: 'head' | 'payload' = 'head',
) {
  const before = contentOf(slotsDir);
  const { last_update: lastUpdate } = await statusOf(station);
  const answer = await send(station, bundle);
  expect({ status: answer.status, document: await answer.json() }).toEqual({
    status: 500,
    document: {
      errors: [
        {
          type: 'error',
          id: 500,
          title: 'Unable to update firmware',
          status: 500,
          detail: expect.stringMatching(why),
        },
      ],
    },
  });
  // No files are left behind, no version is going to start, and the launcher's state is unchanged.
  expect(contentOf(slotsDir)).toEqual(before);
  expect(restarts()).toBe(0);
  expect(await statusOf(station)).toMatchObject({
    fw_version: ownVersion,
    state: 'idle',
    last_update:
      part === 'head'
        ? lastUpdate
        : { result: 'failed', reason: expect.stringMatching(why), cause: { code: expect.any(String) } },
  });
}

/** Returns the offset of the payload in a bundle. */
const headBytes = (bundle: Buffer) => 16 + bundle.readUInt32BE(8) + bundle.readUInt32BE(12);

/** Returns a signed bundle around an archive that the tools would not create. */
function around(archive: Buffer, key: TestKey): Buffer {
  const payload = gzipSync(archive);
  return bundleOf(
    {
      ...about('1.0.0'),
      payloads: [
        {
          kind: 'station',
          name: 'station.tar.gz',
          ...describeBytes(payload),
          entry: 'node_modules/tiny/bin/station.mjs',
          files: 100,
          unpackedBytes: 1_000_000,
          contentSha256: '0'.repeat(64),
        },
      ],
    },
    payload,
    key.privateKey,
  );
}

/** Returns the archive with a different path or type in its first entry and a valid checksum. */
function withPath(archive: Buffer, text: string, type = '0'): Buffer {
  const changed = Buffer.from(archive);
  changed.fill(0, 0, 100).write(text, 0);
  changed.write(type, 156);
  changed.fill(' ', 148, 156);
  const sum = changed.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  changed.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return changed;
}

describe('a valid bundle', () => {
  it('is installed in the inactive slot, and started after the client has its answer', async () => {
    const { station, slotsDir, key, restarts } = await startSlotted();
    const answer = await send(station, tinyBundle('1.2.3', key.privateKey));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      data: {
        type: 'firmware',
        id: 'firmware',
        attributes: { fw_version: '01.02.03', state: 'installed' },
      },
    });
    await expect.poll(restarts).toBe(1);
    expect(readdirSync(slotsDir).sort()).toEqual(['a', 'state.json']);
    for (const { path: file, content } of tinyFiles('1.2.3')) {
      expect(readFileSync(join(slotsDir, 'a', file)).equals(content)).toBe(true);
    }
    // An installed version is not replaced by the next bundle until it has run.
    expect((await send(station, tinyBundle('1.2.4', key.privateKey))).status).toBe(409);
  });

  it('may be unsigned only if allowed, with a warning in the log and on the page', async () => {
    await expectRefused(await startSlotted(), tinyBundle('1.0.0'), /not signed/);
    const warnings: string[] = [];
    const write = (line: string) => warnings.push((JSON.parse(line) as { msg: string }).msg);
    const log = createLogger({ level: 'warn', stream: { write } });
    const { station } = await startSlotted({ STATION_FIRMWARE_ALLOW_UNSIGNED: 'yes' }, log);
    expect(warnings).toEqual(['unsigned firmware is accepted: use this for development only']);
    expect((await send(station, tinyBundle('1.0.0'))).status).toBe(200);
    expect(warnings.at(-1)).toBe('installing unsigned firmware');
    expect(await (await station.get(path)).json()).toMatchObject({
      data: { attributes: { unsigned_allowed: true } },
    });
    expect(await (await station.get('/api/docs')).text()).toContain('Unsigned bundles');
  });

  it('is not installed if sent twice in one request', async () => {
    const { station, slotsDir, key, restarts } = await startSlotted();
    const bundle = tinyBundle('1.0.0', key.privateKey);
    expect((await send(station, bundle, bundle)).status).toBe(400);
    expect(readdirSync(slotsDir)).toEqual([]);
    expect(restarts()).toBe(0);
  });
});

describe('a bundle is rejected without touching the running version', () => {
  it('if any byte was changed', async () => {
    const slotted = await startSlotted();
    const good = tinyBundle('1.0.0', slotted.key.privateKey);
    const places = [0, 9, 13, 20, 60, 200, 400, 500, 560, 600, 640, good.length - 600, good.length - 9];
    for (const at of places) {
      const tampered = Buffer.from(good);
      tampered[at] = (tampered[at] ?? 0) ^ 1;
      await expectRefused(slotted, tampered, /./, at < headBytes(good) ? 'head' : 'payload');
    }
  });

  it('if truncated anywhere', async () => {
    const slotted = await startSlotted();
    const good = tinyBundle('1.0.0', slotted.key.privateKey);
    for (const length of [3, 12, 100, 500, 700, good.length - 1]) {
      const part = length < headBytes(good) ? 'head' : 'payload';
      await expectRefused(slotted, good.subarray(0, length), /incomplete|not a firmware bundle/, part);
    }
    await expectRefused(
      slotted,
      Buffer.concat([good, Buffer.from('x')]),
      /more content than its manifest/,
      'payload',
    );
  });

  it('if signed with an unknown key, or no key is trusted', async () => {
    const stranger = createPrivateKey(makeKeyPair().privateKey);
    await expectRefused(await startSlotted(), tinyBundle('1.0.0', stranger), /not by a key/);
    // A signature must be valid even if none is required.
    const careless = await startSlotted({ STATION_FIRMWARE_ALLOW_UNSIGNED: 'yes' });
    await expectRefused(careless, tinyBundle('1.0.0', stranger), /not by a key/);
    const slotted = await startSlotted({ STATION_FIRMWARE_KEYS: ',' });
    await expectRefused(slotted, tinyBundle('1.0.0', stranger), /STATION_FIRMWARE_KEYS/);
  });

  it.each([
    ['a different product', about('1.0.0', { product: 'toaster' }), /product “toaster”/],
    ['other hardware', about('1.0.0', { hardware: 'linux-mips' }), /hardware “linux-mips”/],
    ['the running version', about(packageVersion), new RegExp(`not newer than ${packageVersion}`)],
    ['an older version', about('0.0.9'), /not newer/],
    [
      'a version that needs an intermediate version',
      about('2.0.0', { minimumVersion: '1.0.0' }),
      /needs 1\.0\.0/,
    ],
  ])('if it is for %s', async (_, what, why) => {
    const slotted = await startSlotted();
    const files = tinyFiles(what.version);
    const entry = 'node_modules/tiny/bin/station.mjs';
    await expectRefused(slotted, stationBundle(what, { entry, files }, slotted.key.privateKey), why);
  });

  it('if a newer version was committed before', async () => {
    const slotted = await startSlotted();
    const last = { version: '3.1.0', result: 'rolled-back', reason: 'It ended.' };
    const state = { active: 'factory', highest: '3.0.0', trial: null, last };
    writeFileSync(join(slotted.slotsDir, 'state.json'), JSON.stringify(state));
    await expectRefused(slotted, tinyBundle('2.9.9', slotted.key.privateKey), /older than 3\.0\.0/);
  });

  it.each(['../escaped', 'a/../../escaped', '/etc/escaped', './escaped', 'a//escaped', 'a\\escaped', 'a\tb'])(
    'if its archive contains the path %j',
    async (name) => {
      const slotted = await startSlotted();
      const archive = Buffer.concat([...writeTar(tinyFiles('1.0.0'))]);
      await expectRefused(
        slotted,
        around(withPath(archive, name), slotted.key),
        /leads out of the slot/,
        'payload',
      );
    },
  );

  it.each([
    ['a symbolic link', (folder: string) => symlinkSync('/etc', join(folder, 'thing'))],
    [
      'a hard link',
      (folder: string) => {
        writeFileSync(join(folder, 'first'), 'x');
        execFileSync('ln', [join(folder, 'first'), join(folder, 'thing')]);
      },
    ],
    ['a pipe', (folder: string) => execFileSync('mkfifo', [join(folder, 'thing')])],
    ['a device', undefined],
  ])('if its archive contains %s', async (_, make) => {
    const slotted = await startSlotted();
    const folder = await temporaryFolder();
    make?.(folder);
    const from = make === undefined ? ['-C', '/dev', 'null'] : ['-C', folder, ...readdirSync(folder).sort()];
    const archive = execFileSync('tar', ['--format=ustar', '-cf', '-', ...from]);
    await expectRefused(slotted, around(archive, slotted.key), /neither a file nor a folder/, 'payload');
  });

  it('if its archive is invalid, truncated, names a file twice or unpacks to more than declared', async () => {
    const slotted = await startSlotted();
    const { key } = slotted;
    const archive = Buffer.concat([...writeTar(tinyFiles('1.0.0'))]);
    await expectRefused(slotted, around(Buffer.alloc(2048, 'x'), key), /not a tar archive/, 'payload');
    await expectRefused(
      slotted,
      around(archive.subarray(0, archive.length - 1024 - 700), key),
      /incomplete/,
      'payload',
    );
    const [file] = tinyFiles('1.0.0');
    await expectRefused(
      slotted,
      around(Buffer.concat([...writeTar([file!, file!])]), key),
      /twice/,
      'payload',
    );
    const bomb = { path: 'bomb', content: Buffer.alloc(2_000_000), executable: false };
    await expectRefused(
      slotted,
      around(Buffer.concat([...writeTar([bomb])]), key),
      /does not hold what/,
      'payload',
    );
    await expectRefused(slotted, around(archive, key), /does not hold what/, 'payload');
  });

  it('if its archive has endless folders, or endless zeros after its end', async () => {
    const slotted = await startSlotted();
    const { key } = slotted;
    const archive = Buffer.concat([...writeTar(tinyFiles('1.0.0'))]);
    const empty = (path: string) => ({ path, content: Buffer.alloc(0), executable: false });
    const [entry = archive] = writeTar([empty('x')]);
    const folders = Array.from({ length: 1200 }, (_, at) =>
      withPath(Buffer.from(entry), `folder-${at}/`, '5'),
    );
    await expectRefused(
      slotted,
      around(Buffer.concat([...folders, archive]), key),
      /too many folders/,
      'payload',
    );
    const deep = Array.from({ length: 50 }, (_, at) => empty(`${at}/${'x/'.repeat(40)}file`));
    await expectRefused(
      slotted,
      around(Buffer.concat([...writeTar(deep)]), key),
      /too many folders/,
      'payload',
    );
    const withZeros = (count: number) => around(Buffer.concat([archive, Buffer.alloc(count)]), key);
    await expectRefused(slotted, withZeros(1024 * 1024), /something after its end/, 'payload');
    // Padding that an archiver may add is accepted, but the content of this archive is rejected.
    await expectRefused(slotted, withZeros(10 * 1024), /does not hold what/, 'payload');
  });

  it('if the station in it has a different version, or is not a station', async () => {
    const slotted = await startSlotted();
    const { privateKey } = slotted.key;
    const station = { entry: 'node_modules/tiny/bin/station.mjs', files: tinyFiles('1.0.0') };
    await expectRefused(
      slotted,
      stationBundle(about('1.0.1'), station, privateKey),
      /version 1\.0\.0, not 1\.0\.1/,
      'payload',
    );
    const lost = { ...station, entry: 'node_modules/tiny/bin/nothing.mjs' };
    await expectRefused(
      slotted,
      stationBundle(about('1.0.0'), lost, privateKey),
      /lacks the program/,
      'payload',
    );
  });

  it('if it is larger than the limit or the disk', async () => {
    const slotted = await startSlotted();
    const payload = Buffer.from('x');
    const bundle = (sizes: { sizeBytes: number; unpackedBytes: number }) => {
      const huge = {
        kind: 'station' as const,
        name: 'huge',
        entry: 'x',
        files: 1,
        contentSha256: '0'.repeat(64),
        ...describeBytes(payload),
        ...sizes,
      };
      return bundleOf({ ...about('1.0.0'), payloads: [huge] }, payload, slotted.key.privateKey);
    };
    await expectRefused(
      slotted,
      bundle({ sizeBytes: 2 ** 29 + 1, unpackedBytes: 1 }),
      /maximum is 536870912/,
    );
    const unpacked = bundle({ sizeBytes: 1, unpackedBytes: 2 ** 50 });
    await expectRefused(slotted, unpacked, /Not enough space/, 'payload');
  });

  it('if an unexpected error occurs', async () => {
    const slotted = await startSlotted();
    // Put a folder in place of the state file, which cannot be replaced and so blocks the update.
    mkdirSync(join(slotted.slotsDir, 'state.json', 'in-the-way'), { recursive: true });
    const answer = await send(slotted.station, tinyBundle('1.0.0', slotted.key.privateKey));
    expect(answer.status).toBe(500);
    expect(await answer.json()).toMatchObject({
      errors: [{ title: 'Unable to update firmware', detail: expect.stringContaining('unexpected') }],
    });
    expect(slotted.restarts()).toBe(0);
  });
});

const mounts = needsMounts();
describe.skipIf(!mounts.run)(`on a small disk (${mounts.label})`, () => {
  it('a bundle that does not fit is rejected before it is written', async () => {
    const slotsDir = join(await temporaryFolder(), 'slots');
    mountTmpfs(slotsDir, 4 * 1024 * 1024);
    const slotted = await startSlotted({ STATION_FIRMWARE_SLOTS: slotsDir });
    await expectRefused(slotted, tinyBundle('1.0.0', slotted.key.privateKey), /Not enough space/, 'payload');
  });
});

describe.skipIf(!mounts.run)(`on a disk that nothing can be written to (${mounts.label})`, () => {
  it('a wrong header is rejected with its reason, because nothing is written', async () => {
    const slotsDir = join(await temporaryFolder(), 'slots');
    mountTmpfs(slotsDir, 64 * 1024 * 1024);
    const slotted = await startSlotted({ STATION_FIRMWARE_SLOTS: slotsDir });
    remount(slotsDir, 'ro');
    const good = tinyBundle('1.0.0', slotted.key.privateKey);
    await expectRefused(slotted, Buffer.from('no bundle'), /not a firmware bundle/);
    await expectRefused(slotted, good.subarray(0, 100), /incomplete/);
    await expectRefused(slotted, tinyBundle('1.0.0'), /not signed/);
    await expectRefused(slotted, tinyBundle('0.0.1', slotted.key.privateKey), /not newer/);
    await expectRefused(slotted, good, /write-protected/, 'payload');
  });
});

describe('rejected bundles', () => {
  it('are logged at most once a minute, however many there are', async () => {
    const lines: { msg: string; refused?: number }[] = [];
    const log = createLogger({ level: 'warn', stream: { write: (line) => lines.push(JSON.parse(line)) } });
    const slotted = await startSlotted({}, log);
    for (let round = 0; round < 5; round++) await expectRefused(slotted, Buffer.from('x'), /not a firmware/);
    expect(lines).toMatchObject([{ msg: 'firmware bundles refused', refused: 1 }]);
  });
});
