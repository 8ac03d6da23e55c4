import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { plainPlan } from '../../../test/support/network-plan.ts';
import type { NetworkPlan } from '../network-plan.ts';
import { writeChanges } from '../record/network-record.ts';
import { renderNetwork } from '../render/render-network.ts';
import { hideSecrets, lineDiff } from './line-diff.ts';
import { pendingChanges } from './pending-changes.ts';

const put = (root: string, path: string, content: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
};
const apply = (root: string, plan: NetworkPlan) => {
  const changes = pendingChanges(root, renderNetwork(plan));
  writeChanges(root, changes);
  return changes.map(({ kind, path }) => `${kind} ${path}`);
};

describe('applying the network configuration', () => {
  it('writes everything once, then only differences', async () => {
    const root = await temporaryFolder();
    expect(apply(root, plainPlan)).toHaveLength(renderNetwork(plainPlan).length);
    expect(apply(root, plainPlan)).toEqual([]);
    expect(apply(root, { ...plainPlan, channel: 11 })).toEqual([
      'changed /etc/stationery/network/hostapd.conf',
    ]);
    const conf = join(root, '/etc/stationery/network/hostapd.conf');
    expect(readFileSync(conf, 'utf8')).toContain('\nchannel=11\n');
    expect(statSync(conf).mode & 0o777).toBe(0o600);
    expect(readdirSync(dirname(conf)).filter((name) => name.startsWith('.'))).toEqual([]);
    expect(readlinkSync(join(root, '/etc/systemd/system/wpa_supplicant.service'))).toBe('/dev/null');
  });

  it('restores file modes and reverts manual changes', async () => {
    const root = await temporaryFolder();
    apply(root, plainPlan);
    put(root, '/etc/sysctl.d/90-stationery.conf', 'net.ipv4.ip_forward=1\n');
    chmodSync(join(root, '/etc/stationery/network/hostapd.conf'), 0o644);
    expect(apply(root, plainPlan)).toEqual([
      'changed /etc/stationery/network/hostapd.conf',
      'changed /etc/sysctl.d/90-stationery.conf',
    ]);
    expect(apply(root, plainPlan)).toEqual([]);
  });

  it('removes files of an interface that is no longer used', async () => {
    const root = await temporaryFolder();
    apply(root, plainPlan);
    expect(apply(root, { ...plainPlan, interface: 'wlan1' })).toEqual(
      expect.arrayContaining([
        'new /etc/systemd/system/wpa_supplicant@wlan1.service',
        'changed /etc/stationery/network/hostapd.conf',
        'removed /etc/systemd/system/wpa_supplicant@wlan0.service',
      ]),
    );
    expect(() => lstatSync(join(root, '/etc/systemd/system/wpa_supplicant@wlan0.service'))).toThrow('ENOENT');
    expect(apply(root, { ...plainPlan, interface: 'wlan1' })).toEqual([]);
  });

  it('keeps an existing config file and does not duplicate units installed by a package', async () => {
    const root = await temporaryFolder();
    put(root, '/etc/stationery/config.json', '{}\n');
    put(root, '/usr/lib/systemd/system/stationery-station.service', '[Unit]\n');
    put(root, '/usr/lib/systemd/system/wpa_supplicant.service', '[Unit]\n');
    const done = apply(root, plainPlan).join('\n');
    expect(done).not.toContain('config.json');
    expect(done).not.toContain('stationery-station.service');
    expect(done).toContain('new /etc/systemd/system/stationery-plotter.service');
    expect(done).toContain('new /etc/systemd/system/wpa_supplicant.service');
  });
});

describe('the diff of two files', () => {
  it('lists removed and added lines with one line of context', () => {
    expect(lineDiff('a\nb\nc\nd\ne\n', 'a\nb\nX\nd\ne\n')).toEqual(['  b', '- c', '+ X', '  d']);
    expect(lineDiff('', 'a\n')).toEqual(['+ a']);
    expect(lineDiff('a\n', '')).toEqual(['- a']);
    expect(lineDiff('a\nb\n', 'a\nb\n')).toEqual([]);
  });

  it('hides the passphrase but shows that it changed', () => {
    const diff = hideSecrets(
      lineDiff('wpa_passphrase=old secret\n', 'wpa_passphrase=new secret\n').join('\n'),
    );
    expect(diff).toBe('- wpa_passphrase=••••••••\n+ wpa_passphrase=••••••••');
  });
});
