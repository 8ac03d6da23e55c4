import type { KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  encodeHeader,
  type KeyChange,
  keyId,
  type LauncherLink,
  readPublicKey,
  shortKey,
  signManifest,
  stationBundle,
} from '@stationery/appliance';
import { createLogger } from '@stationery/core';
import { temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { readHeader } from '../../appliance/src/firmware/bundle/bundle-header.ts';
import { ByteSource } from '../../appliance/src/firmware/bundle/byte-source.ts';
import { SlotFolder } from '../../appliance/src/firmware/slots/slot-folder.ts';
import { startTestStation, type TestStation } from './support/test-station.ts';
import { about, type TestKey, testKey, tinyBundle, tinyFiles } from './support/tiny-station.ts';

const path = '/api/v1/firmware';
const idOf = ({ publicFile }: TestKey) => keyId(readPublicKey(publicFile));
const shortOf = ({ publicFile }: TestKey) => shortKey(readPublicKey(publicFile));

/** Creates a slot folder and two keys, and starts stations on it like the launcher. */
async function bench() {
  const folder = await temporaryFolder();
  const slotsDir = join(folder, 'slots');
  mkdirSync(slotsDir);
  mkdirSync(join(folder, 'data'));
  const slots = new SlotFolder(slotsDir);
  const warnings: { msg: string; reason?: string }[] = [];
  const log = createLogger({ level: 'warn', stream: { write: (line) => warnings.push(JSON.parse(line)) } });
  const start = (keys: string, launcher: Partial<LauncherLink> = {}, env: Record<string, string> = {}) =>
    startTestStation({
      folder,
      log,
      env: { STATION_FIRMWARE_SLOTS: slotsDir, STATION_FIRMWARE_KEYS: keys, ...env },
      launcher: {
        slot: 'factory',
        onTrial: false,
        restart: () => {},
        proveHealthy: async () => {},
        ...launcher,
      },
    });
  /** Writes the state that the launcher writes when the version in slot a is committed. */
  const commit = () => slots.write({ active: 'a', highest: '1.0.0', trial: null, last: null });
  const [one, two] = [testKey(folder, 'one'), testKey(folder, 'two')];
  return {
    folder,
    slotsDir,
    slots,
    start,
    commit,
    one,
    two,
    warnings,
    keysFile: join(folder, 'data/firmware-keys.json'),
  };
}

const changing = (version: string, keys: KeyChange, key?: KeyObject) =>
  stationBundle(
    { ...about(version), keys },
    { entry: 'node_modules/tiny/bin/station.mjs', files: tinyFiles(version) },
    key,
  );

async function send(station: TestStation, bundle: Buffer): Promise<{ status: number; why: string }> {
  const body = new FormData();
  body.append('update', new Blob([new Uint8Array(bundle)]), 'update.stnfw');
  const answer = await station.get(path, { method: 'PATCH', body });
  const { errors } = (await answer.json()) as { errors?: { detail: string }[] };
  return { status: answer.status, why: errors?.[0]?.detail ?? '' };
}

const trustedBy = async (station: TestStation) =>
  ((await (await station.get(path)).json()) as { data: { attributes: { trusted_keys: string[] } } }).data
    .attributes.trusted_keys;

/** Returns the bundle with other signatures. */
async function signedBy(bundle: Buffer, keys: readonly KeyObject[]) {
  async function* all() {
    yield bundle;
  }
  const { manifest, signatures } = await readHeader(new ByteSource(all()));
  const payload = bundle.subarray(encodeHeader({ manifest, signatures }).length);
  const newSignatures = keys.map((key) => signManifest(manifest, key));
  return Buffer.concat([encodeHeader({ manifest, signatures: newSignatures }), payload]);
}

describe('an unreadable key', () => {
  it('causes a warning and disables only signed updates', async () => {
    const { start, one, warnings, folder } = await bench();
    const station = await start(join(folder, 'none.pub'));
    expect(warnings).toMatchObject([{ msg: expect.stringContaining('signed updates are off') }]);
    expect(warnings[0]?.reason).toContain('none.pub cannot be read');
    expect((await station.get('/api/v1/settings')).status).toBe(200);
    expect(await trustedBy(station)).toEqual([]);
    const { status, why } = await send(station, tinyBundle('1.0.0', one.privateKey));
    expect({ status, why }).toEqual({
      status: 500,
      why: expect.stringContaining('cannot read its update keys'),
    });
    // Local paths are not sent to clients.
    expect(why).not.toContain(folder);
  });

  it.each(['no key at all', '-----BEGIN PUBLIC KEY-----'])(
    'does not affect a valid key: %s',
    async (text) => {
      const { start, one, two, warnings } = await bench();
      writeFileSync(two.publicFile, text);
      const station = await start(`${two.publicFile},${one.publicFile}`);
      expect(warnings).toMatchObject([{ msg: 'a key for updates is missing' }]);
      expect(await trustedBy(station)).toEqual([idOf(one)]);
      expect((await send(station, tinyBundle('1.0.0', one.privateKey))).status).toBe(200);
    },
  );
});

describe('a signature', () => {
  it('names its key, and becomes invalid if that name is changed', async () => {
    const { start, one, two } = await bench();
    const station = await start(one.publicFile);
    const strange = await send(station, tinyBundle('1.0.0', two.privateKey));
    expect(strange.why).toContain(`The bundle is signed by ${idOf(two)}.`);
    const claimed = tinyBundle('1.0.0', two.privateKey);
    claimed.write(idOf(one), claimed.indexOf(idOf(two), 0, 'hex'), 'hex');
    expect((await send(station, claimed)).why).toContain('changed after it was signed');
    const renamed = tinyBundle('1.0.0', one.privateKey);
    renamed.write(idOf(two), renamed.indexOf(idOf(one), 0, 'hex'), 'hex');
    expect((await send(station, renamed)).why).toContain('not by a key');
  });

  it('made with the old key makes a bundle valid on every station if another is made with the new key', async () => {
    const { start, one, two } = await bench();
    const both = await signedBy(tinyBundle('1.0.0'), [one.privateKey, two.privateKey]);
    const station = await start(two.publicFile);
    expect((await send(station, both)).status).toBe(200);
    const five = await signedBy(tinyBundle('1.0.0'), Array(5).fill(two.privateKey));
    expect((await send(await (await bench()).start(two.publicFile), five)).why).toContain('damaged');
  });
});

describe('a bundle that changes the keys', () => {
  it('takes effect once its version is committed, and not before', async () => {
    const { start, one, two, keysFile } = await bench();
    const before = await start(one.publicFile);
    const change = { add: [shortOf(two)], revoke: [idOf(one)] };
    expect((await send(before, changing('1.0.0', change, one.privateKey))).status).toBe(200);
    expect(await trustedBy(before)).toEqual([idOf(one)]);
    await before.stop();
    let prove = () => {};
    const proven = new Promise<void>((resolve) => (prove = resolve));
    const trial = await start(one.publicFile, { slot: 'a', onTrial: true, proveHealthy: () => proven });
    expect(await trustedBy(trial)).toEqual([idOf(one)]);
    expect(existsSync(keysFile)).toBe(false);
    prove();
    await expect.poll(() => trustedBy(trial)).toEqual([idOf(two)]);
    await trial.stop();
    expect(JSON.parse(readFileSync(keysFile, 'utf8'))).toEqual({
      added: [shortOf(two)],
      revoked: [idOf(one)],
    });
    // Rolling back does not restore the old key.
    const back = await start(one.publicFile, { slot: 'factory' });
    expect(await trustedBy(back)).toEqual([idOf(two)]);
  });

  it('takes effect at the next start after a power cut', async () => {
    const { start, commit, one, two } = await bench();
    const before = await start(one.publicFile);
    await send(before, changing('1.0.0', { add: [shortOf(two)], revoke: [] }, one.privateKey));
    await before.stop();
    commit();
    const after = await start(one.publicFile, { slot: 'a' });
    await expect.poll(() => trustedBy(after)).toEqual([idOf(one), idOf(two)]);
    expect((await send(after, tinyBundle('1.1.0', two.privateKey))).status).toBe(200);
  });

  it('does not restore a revoked key, regardless of signature and settings', async () => {
    const { start, commit, one, two, keysFile } = await bench();
    writeFileSync(keysFile, JSON.stringify({ added: [], revoked: [idOf(one)] }));
    const both = `${one.publicFile},${two.publicFile}`;
    const slotted = await start(both);
    expect(await trustedBy(slotted)).toEqual([idOf(two)]);
    const refused = await send(slotted, tinyBundle('1.0.0', one.privateKey));
    expect(refused.why).toBe(`The bundle is signed with the key ${idOf(one)}, which was revoked.`);
    const again = changing('1.0.0', { add: [shortOf(one)], revoke: [] }, two.privateKey);
    expect((await send(slotted, again)).status).toBe(200);
    await slotted.stop();
    commit();
    const after = await start(both, { slot: 'a' });
    expect((await send(after, tinyBundle('1.1.0', one.privateKey))).why).toContain('revoked');
    expect(await trustedBy(after)).toEqual([idOf(two)]);
  });

  it('is rejected if it would leave no key, or if it is not signed', async () => {
    const { start, one, two, slotsDir } = await bench();
    const station = await start(one.publicFile, {}, { STATION_FIRMWARE_ALLOW_UNSIGNED: 'yes' });
    const none = changing('1.0.0', { add: [shortOf(two)], revoke: [idOf(one), idOf(two)] }, one.privateKey);
    expect((await send(station, none)).why).toContain('revoke every key');
    const unsigned = changing('1.0.0', { add: [shortOf(two)], revoke: [] });
    expect((await send(station, unsigned)).why).toContain('Only a signed bundle');
    expect(existsSync(join(slotsDir, 'a'))).toBe(false);
  });

  it('is refused if firmware-keys.json is damaged, so that revoked keys stay revoked', async () => {
    const { start, one, keysFile, warnings } = await bench();
    writeFileSync(keysFile, '{"added":[],');
    const station = await start(one.publicFile);
    expect(warnings).toMatchObject([
      { reason: expect.stringContaining('firmware-keys.json cannot be read') },
    ]);
    expect(await trustedBy(station)).toEqual([]);
    expect((await send(station, tinyBundle('1.0.0', one.privateKey))).status).toBe(500);
  });
});
