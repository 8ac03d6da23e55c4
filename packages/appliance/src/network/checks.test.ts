import { describe, expect, it } from 'vitest';
import { plainPlan } from '../../test/support/network-plan.ts';
import { type Script, scriptedMachine } from '../../test/support/scripted-machine.ts';
import { networkChecks } from './checks.ts';

const now = new Date('2026-11-15T12:00:00Z');
const report = (more: object = {}) =>
  JSON.stringify({
    checkedAt: '2026-11-15T11:59:58Z',
    ok: true,
    what: 'wlan0 is an access point',
    trouble: null,
    ...more,
  });
const rules =
  'table inet stationery {\n\tchain input {\n\t\ttype filter hook input priority filter - 10; policy accept;\n\t\tiifname "wlan0" jump guests\n\t}\n\n\tchain guests {\n\t\tip daddr != { 10.55.0.1, 10.55.0.255, 224.0.0.251, 255.255.255.255 } drop\n\t\ttcp dport { 53, 80, 443 } accept\n\t\tudp dport { 53, 67, 5353 } accept\n\t\tdrop\n\t}\n\n\tchain forward {\n\t\ttype filter hook forward priority filter - 10; policy accept;\n\t\tiifname "wlan0" drop\n\t\toifname "wlan0" drop\n\t}\n}\n';

const well: Required<Script> = {
  says: {
    'iw dev':
      'phy#0\n\tInterface wlan0\n\t\tifindex 2\n\t\tssid Station-A1B2C3\n\t\ttype AP\n\t\tchannel 6 (2437 MHz), width: 20 MHz\n',
    'nmcli -t -f DEVICE,STATE device': 'eth0:connected\nwlan0:unmanaged\nlo:unmanaged\n',
    'ip -4 -o address show dev wlan0':
      '3: wlan0    inet 10.55.0.1/24 scope global wlan0\\       valid_lft forever\n',
    'nft list table inet stationery': rules,
    'nft list ruleset': rules,
    'ip -4 route show default dev wlan0': '',
    'ip -6 route show default dev wlan0': '',
  },
  files: {
    '/sys/class/net/wlan0/flags': '0x1003\n',
    '/proc/sys/net/ipv4/ip_forward': '0\n',
    '/proc/sys/net/ipv6/conf/all/forwarding': '0\n',
    '/run/stationery-watchdog/report.json': report(),
  },
  processes: [
    '/sbin/init',
    '/usr/sbin/hostapd /etc/stationery/network/hostapd.conf',
    'dnsmasq --keep-in-foreground --conf-file=/etc/stationery/network/dnsmasq.conf',
  ],
};

const failing = async (change: Partial<Script>) => {
  const script = {
    says: { ...well.says, ...change.says },
    files: { ...well.files, ...change.files },
    processes: [...well.processes, ...(change.processes ?? [])],
  };
  const checks = await networkChecks(plainPlan, scriptedMachine(script), now);
  return checks.filter(({ ok }) => !ok);
};

describe('the network checks', () => {
  it('pass for a working station and report details', async () => {
    const checks = await networkChecks(plainPlan, scriptedMachine(well), now);
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(checks.map(({ name, detail }) => `${name}: ${detail}`)).toEqual(
      expect.arrayContaining([
        'Access point: wlan0 is in mode AP, channel 6',
        'Not joined to another network: checked wlan0',
        'NetworkManager: wlan0 is unmanaged',
        'Address: 10.55.0.1/24',
      ]),
    );
  });

  it.each<[string, string, Partial<Script>]>([
    [
      'an interface in another mode',
      'Access point',
      { says: { 'iw dev': 'phy#0\n\tInterface wlan0\n\t\ttype managed\n' } },
    ],
    [
      'another name',
      'Name of the network',
      { says: { 'iw dev': well.says['iw dev']?.toString().replace('A1B2C3', 'X') ?? '' } },
    ],
    [
      'a second radio that joined',
      'Not joined to another network',
      {
        says: {
          'iw dev': `${well.says['iw dev']}phy#1\n\tInterface wlan1\n\t\ttype managed\n`,
          'iw dev wlan1 link': 'Connected to 02:00:00:00:01:00 (on wlan1)\n\tSSID: Public\n',
        },
      },
    ],
    [
      'a supplicant',
      'No program that joins networks',
      { processes: ['/sbin/wpa_supplicant -B -i wlan0 -c /etc/w.conf'] },
    ],
    [
      'an interface that NetworkManager has',
      'NetworkManager',
      {
        says: { 'nmcli -t -f DEVICE,STATE device': 'wlan0:connected\n' },
      },
    ],
    [
      'a second address',
      'Address',
      { says: { 'ip -4 -o address show dev wlan0': ' inet 10.55.0.1/24 x inet 192.168.1.7/24 x' } },
    ],
    [
      'a kernel that hands packets on',
      'Nothing is routed',
      { files: { '/proc/sys/net/ipv4/ip_forward': '1\n' } },
    ],
    ['a missing rule', 'Nothing is routed', { says: { 'nft list table inet stationery': 1 } }],
    [
      'a masquerade',
      'Nothing is masqueraded',
      { says: { 'nft list ruleset': '\t\toifname "eth0" masquerade\n' } },
    ],
    [
      'a way out',
      'No default route through it',
      { says: { 'ip -4 route show default dev wlan0': 'default via 10.55.0.9\n' } },
    ],
    [
      'a watchdog that sleeps',
      'Watchdog',
      {
        files: { '/run/stationery-watchdog/report.json': report({ checkedAt: '2026-11-15T11:00:00Z' }) },
      },
    ],
  ])('find %s', async (_, name, change) => {
    const failed = await failing(change);
    expect(failed.map((each) => each.name)).toContain(name);
    for (const each of failed) expect(each.fix).toBeTruthy();
  });

  it('report only the missing Wi-Fi adapter, because a restart would not help', async () => {
    const checks = await failing({ says: { 'iw dev': '' } });
    expect(checks).toMatchObject([{ name: 'Access point', fix: expect.stringContaining('Wi-Fi adapter') }]);
  });

  it('report an earlier action of the watchdog even if all is well', async () => {
    const trouble = {
      at: '2026-11-15T08:00:00Z',
      what: 'wlan0 has joined “Public”',
      done: 'the radio was switched off',
    };
    const files = { ...well.files, '/run/stationery-watchdog/report.json': report({ trouble }) };
    const checks = await networkChecks(plainPlan, scriptedMachine({ ...well, files }), now);
    expect(checks.at(-1)).toMatchObject({
      ok: true,
      detail: expect.stringContaining('wlan0 has joined “Public”'),
    });
  });
});
