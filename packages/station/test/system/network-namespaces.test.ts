import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { needsProgram } from '@stationery/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeHosts, windowsNameProbe } from '../../../appliance/src/network/connectivity-probes.ts';
import { firewall, renderNetwork } from '../../../appliance/src/network/render/render-network.ts';
import { isLink } from '../../../appliance/src/network/rendered-file.ts';
import {
  dnsmasqConfPath,
  firewallPath,
  leasesFolder,
  namesFile,
  sysctlPath,
} from '../../../appliance/src/network/units/index.ts';
import { plainPlan } from '../../../appliance/test/support/network-plan.ts';
import { type Namespace, Namespaces, needsNamespaces } from '../support/namespaces.ts';

const namespaces = needsNamespaces();
const dnsmasq = needsProgram('dnsmasq', 'dnsmasq-base');
const busybox = needsProgram('busybox', 'busybox-static');
const nft = needsProgram('nft', 'nftables');
const curl = needsProgram('curl', 'curl');
const run = [namespaces, dnsmasq, busybox, nft, curl].every((each) => each.run);

const program = fileURLToPath(new URL('../../../cli/bin/stationery.mjs', import.meta.url));
const beyondAddress = '192.0.2.2';
const { address } = plainPlan.subnet;

/**
 * A station with the rendered files, a phone on its Wi-Fi (a cable in this test), and a machine on a different
 * network of the station.
 */
describe.skipIf(!run)(`the station’s network (${namespaces.label})`, () => {
  const all = new Namespaces();
  const folder = mkdtempSync(join(tmpdir(), 'stationery-network-'));
  const names = join(folder, 'names');
  let station: Namespace;
  let phone: Namespace;
  let lease: Record<string, string>;

  const files = new Map(
    renderNetwork(plainPlan).map((each) => [each.path, isLink(each) ? '' : each.content] as const),
  );
  const place = (path: string) => {
    const placed = join(folder, path.replaceAll('/', '_'));
    const moved = (files.get(path) ?? '')
      .replaceAll(dirname(namesFile), names)
      .replaceAll(leasesFolder, folder);
    writeFileSync(placed, moved);
    return placed;
  };
  /** Returns the DNS answer for the phone: an address, or why there is none. */
  const lookUp = (name: string, type = 'a') => {
    const { stdout } = phone.run(busybox.path, ['nslookup', `-type=${type}`, name, address]);
    return (
      /Name:\s+\S+\nAddress: (\S+)/.exec(stdout)?.[1] ??
      (stdout.includes('NXDOMAIN') ? 'NXDOMAIN' : 'nothing')
    );
  };
  const reaches = (to: string) => phone.run(busybox.path, ['ping', '-c', '1', '-W', '1', to]).status === 0;
  /** Whether the station accepts a TCP connection on a port. */
  const connects = (port: number, to = address) =>
    phone.run(curl.path, ['-s', '-m', '2', '-o', '/dev/null', `http://${to}:${port}/`]).status === 0;
  const fetched = (name: string, path: string, ...more: string[]) => {
    const resolve = ['--resolve', `${name}:80:${lookUp(name)}`];
    const { stdout } = phone.run(curl.path, ['-s', '-m', '10', ...resolve, ...more, `http://${name}${path}`]);
    return JSON.parse(stdout) as { data: { nickname: string } };
  };

  beforeAll(async () => {
    // The name server drops its privileges and must still be able to read names.
    chmodSync(folder, 0o755);
    mkdirSync(names);
    execFileSync(process.execPath, [program, '--version'], { stdio: 'ignore' });
    station = all.add();
    phone = all.add();
    const beyond = all.add();
    all.connect(station, 'wlan0', phone, 'wifi');
    all.connect(station, 'eth0', beyond, 'eth0');
    station.ip('address', 'add', '192.0.2.1/24', 'dev', 'eth0');
    beyond.ip('address', 'add', `${beyondAddress}/24`, 'dev', 'eth0');
    beyond.ip('route', 'add', '10.55.0.0/24', 'via', '192.0.2.1');

    station.ip('address', 'replace', `${address}/24`, 'dev', 'wlan0');
    expect(station.run(nft.path, ['-f', place(firewallPath)]).stderr).toBe('');
    expect(station.run('sysctl', ['--quiet', '--load', place(sysctlPath)]).stderr).toBe('');
    const server = station.start(dnsmasq.path, [
      '--keep-in-foreground',
      `--conf-file=${place(dnsmasqConfPath)}`,
      '--log-facility=-',
    ]);
    await server.said('started');

    const script = join(folder, 'leased.sh');
    const leased = join(folder, 'leased.txt');
    writeFileSync(
      script,
      `#!/bin/sh\n[ "$1" = bound ] || exit 0\nip address add "$ip/$mask" dev "$interface"\nenv > ${leased}\n`,
      { mode: 0o755 },
    );
    const client = phone.run(busybox.path, ['udhcpc', '-i', 'wifi', '-n', '-q', '-f', '-s', script]);
    expect(client).toMatchObject({ status: 0 });
    const lines = readFileSync(leased, 'utf8').trim().split('\n');
    lease = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s, 2)));
  });

  afterAll(async () => {
    await all.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('gives a client an address and a name server, and no access to other networks', () => {
    expect(lease).toMatchObject({ mask: '24', dns: address, serverid: address });
    expect(lease.ip).toMatch(/^10\.55\.0\.(?!1$)\d+$/);
    expect(lease).not.toHaveProperty('router');
    expect(lease).not.toHaveProperty('staticroutes');
    expect(reaches(address)).toBe(true);
  });

  it.each(['station', 'station.local', ...probeHosts])('resolves %s to the station', (name) => {
    expect(lookUp(name)).toBe(address);
  });

  it('returns NXDOMAIN for other names', () => {
    expect(lookUp(windowsNameProbe.host)).toBe(windowsNameProbe.address);
    expect(lookUp('example.com')).toBe('NXDOMAIN');
    expect(lookUp('printer.local')).toBe('NXDOMAIN');
    expect(lookUp('www.station.local')).toBe('NXDOMAIN');
    // The name exists but has no IPv6 address. NXDOMAIN would make a phone give up on the IPv4 address as well.
    expect(lookUp('station.local', 'aaaa')).toBe('nothing');
  });

  it('serves the station under its nickname, even after a rename', async () => {
    const service = station.start(
      process.execPath,
      [program, 'station', '--host', '0.0.0.0', '--http-port', '80'],
      {
        ...process.env,
        STATION_HTTPS_PORT: '443',
        STATION_DATA_DIR: join(folder, 'data'),
        STATION_NAMES_FILE: join(names, 'station'),
        STATION_HOST_NAMES: 'station.local,bath.local',
      },
    );
    await service.said('Stop with Ctrl+C');
    const { nickname } = fetched('station.local', '/api/v1/settings').data;
    const ownName = `${nickname.toLowerCase().replace(' ', '-')}.local`;
    expect(lookUp(ownName)).toBe(address);

    const rename = JSON.stringify({
      data: { type: 'setting', id: 'nickname', attributes: { nickname: 'Bath' } },
    });
    fetched(
      'station.local',
      '/api/v1/settings',
      '-X',
      'PATCH',
      '-H',
      'content-type: application/json',
      '-d',
      rename,
    );
    await expect.poll(() => lookUp('bath.local')).toBe(address);
    await expect.poll(() => lookUp(ownName)).toBe('NXDOMAIN');
    expect(fetched('bath.local', '/api/v1/settings').data.nickname).toBe('Bath');
    await service.stop();
  });

  it('blocks everything else: SSH, the plotter, its addresses on other networks', async () => {
    for (const port of [22, 3000, 80]) {
      station.start(busybox.path, ['httpd', '-f', '-p', String(port), '-h', folder]);
      const itself = () => station.run(curl.path, ['-s', '-m', '2', `http://127.0.0.1:${port}/`]).status;
      await expect.poll(itself).toBe(0);
    }
    expect([22, 3000, 80].map((port) => connects(port))).toEqual([false, false, true]);
    expect(lookUp('station')).toBe(address);
    phone.ip('route', 'add', '192.0.2.1', 'via', address);
    expect(connects(80, '192.0.2.1')).toBe(false);
    const opened = firewall({ ...plainPlan, guestPorts: [80, 443, 3000] }).find(
      ({ path }) => path === firewallPath,
    );
    writeFileSync(join(folder, 'opened.nft'), opened?.content ?? '');
    expect(station.run(nft.path, ['-f', join(folder, 'opened.nft')]).status).toBe(0);
    expect([22, 3000, 80].map((port) => connects(port))).toEqual([false, true, true]);
  });

  it('does not forward, even if forwarding is switched on', () => {
    expect(reaches(beyondAddress)).toBe(false);
    phone.ip('route', 'add', 'default', 'via', address);
    expect(reaches(beyondAddress)).toBe(false);
    station.run('sysctl', ['--quiet', 'net.ipv4.ip_forward=1']);
    expect(reaches(beyondAddress)).toBe(false);
    // Show that it was only the firewall that blocked.
    station.run(nft.path, ['delete', 'table', 'inet', 'stationery']);
    expect(reaches(beyondAddress)).toBe(true);
    expect(connects(22)).toBe(true);
  });
});
