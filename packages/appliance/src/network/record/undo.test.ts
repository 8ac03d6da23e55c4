import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { plainPlan } from '../../../test/support/network-plan.ts';
import { pendingChanges } from '../apply/pending-changes.ts';
import type { NetworkPlan } from '../network-plan.ts';
import { renderNetwork } from '../render/render-network.ts';
import { ensurePassphrase } from '../settings/passphrase.ts';
import {
  forgetRecord,
  pendingUndo,
  readRecord,
  saveOriginalState,
  undoFiles,
  writeChanges,
} from './network-record.ts';

const put = (root: string, path: string, content: string | Buffer, mode = 0o644) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
  chmodSync(join(root, path), mode);
};
const link = (root: string, path: string, target: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  symlinkSync(target, join(root, path));
};
const apply = (root: string, plan: NetworkPlan) => {
  ensurePassphrase(root);
  writeChanges(root, pendingChanges(root, renderNetwork(plan)));
};
const remove = (root: string) => {
  const record = readRecord(root);
  if (record === undefined) return [];
  const undos = pendingUndo(root, record);
  undoFiles(root, undos);
  forgetRecord(root, record);
  return undos.map(({ kind, path }) => `${kind} ${path}`);
};
/** Returns the paths, modes, contents and link targets of everything below a root. */
const everything = (root: string) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((path) => {
      const found = lstatSync(join(root, path));
      if (found.isSymbolicLink()) return [path, readlinkSync(join(root, path))];
      if (found.isDirectory()) return [path];
      return [path, found.mode, found.uid, readFileSync(join(root, path), 'latin1')];
    });

describe('removing the network', () => {
  it('leaves nothing behind on a machine that had no network configuration before', async () => {
    const root = await temporaryFolder();
    put(root, '/etc/hostname', 'pi\n');
    const before = everything(root);
    apply(root, plainPlan);
    apply(root, { ...plainPlan, channel: 11 });
    apply(root, { ...plainPlan, interface: 'wlan1' });
    expect(remove(root)).toContain('remove /etc/stationery/network/passphrase');
    expect(everything(root)).toEqual(before);
    expect(remove(root)).toEqual([]);
  });

  it('restores the content and mode of files, symbolic links and masked units', async () => {
    const root = await temporaryFolder();
    put(root, '/etc/sysctl.d/90-stationery.conf', Buffer.from([0xff, 0x00, 0xfe, 0x0a]), 0o640);
    put(root, '/etc/systemd/system/wpa_supplicant@wlan0.service', '[Unit]\nDescription=mine\n');
    // “systemctl enable wpa_supplicant” on Debian creates this link.
    link(
      root,
      '/etc/systemd/system/dbus-fi.w1.wpa_supplicant1.service',
      '/lib/systemd/system/wpa_supplicant.service',
    );
    link(root, '/etc/systemd/system/iwd.service', '/dev/null');
    put(root, '/etc/stationery/config.json', '{ "station": {} }\n');
    const before = everything(root);
    apply(root, plainPlan);
    expect(readlinkSync(join(root, '/etc/systemd/system/wpa_supplicant@wlan0.service'))).toBe('/dev/null');
    apply(root, { ...plainPlan, interface: 'wlan1' });
    expect(readFileSync(join(root, '/etc/systemd/system/wpa_supplicant@wlan0.service'), 'utf8')).toContain(
      'mine',
    );
    apply(root, plainPlan);
    expect(remove(root)).toEqual(
      expect.arrayContaining([
        'restore /etc/sysctl.d/90-stationery.conf',
        'restore /etc/systemd/system/dbus-fi.w1.wpa_supplicant1.service',
      ]),
    );
    expect(everything(root)).toEqual(before);
  });

  it('keeps a changed config file and removes an unchanged one', async () => {
    const root = await temporaryFolder();
    apply(root, plainPlan);
    put(root, '/etc/stationery/config.json', '{ "station": { "wifiCountry": "DE" } }\n');
    apply(root, plainPlan);
    expect(remove(root)).toContain('leave /etc/stationery/config.json');
    expect(everything(root).filter((entry) => entry.length > 1)).toEqual([
      ['etc/stationery/config.json', expect.any(Number), expect.any(Number), expect.stringContaining('DE')],
    ]);
  });

  it('undoes an apply that was killed at any moment', async () => {
    const changes = renderNetwork(plainPlan).length;
    for (const survived of [0, 1, Math.floor(changes / 2), changes - 1]) {
      const root = await temporaryFolder();
      link(root, '/etc/systemd/system/wpa_supplicant.service', '/somewhere');
      const before = everything(root);
      const pending = pendingChanges(root, renderNetwork(plainPlan));
      saveOriginalState(root, { files: pending });
      // Applies the changes that were completed before the kill, then one incomplete file.
      for (const change of pending.slice(0, survived)) writeChanges(root, [change]);
      const record = readFileSync(join(root, '/etc/stationery/network/record.json'), 'utf8');
      expect(JSON.parse(record).files).toHaveLength(changes);
      remove(root);
      expect(everything(root)).toEqual(before);
    }
  });

  it('keeps its record readable by root only and rejects an unknown format', async () => {
    const root = await temporaryFolder();
    apply(root, plainPlan);
    const path = join(root, '/etc/stationery/network/record.json');
    expect(lstatSync(path).mode & 0o777).toBe(0o600);
    writeFileSync(path, '{"version":2}');
    expect(() => readRecord(root)).toThrow('cannot be read');
  });
});
