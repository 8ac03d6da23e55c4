import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { needsProgram } from '@stationery/core/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Avahi } from '../support/avahi.ts';
import { type Namespace, Namespaces, needsNamespaces, type Running } from '../support/namespaces.ts';

const program = fileURLToPath(new URL('../../../cli/bin/stationery.mjs', import.meta.url));
const needed = [
  needsNamespaces(),
  needsProgram('avahi-daemon', 'avahi-daemon'),
  needsProgram('avahi-browse', 'avahi-utils'),
  needsProgram('dbus-daemon', 'dbus'),
  needsProgram('curl', 'curl'),
];
const missing = needed.filter(({ run }) => !run).map(({ label }) => label);

describe.skipIf(missing.length > 0)(['a station is found', ...missing].join('; '), () => {
  const namespaces = new Namespaces();
  const folder = mkdtempSync(join(tmpdir(), 'stationery-discovery-'));
  let box: Namespace;
  let phone: Namespace;
  let avahi: Avahi;
  let station: Running;

  beforeAll(async () => {
    box = namespaces.add();
    phone = namespaces.add();
    namespaces.connect(box, 'wlan0', phone, 'wlan0');
    box.ip('address', 'add', '192.168.4.1/24', 'dev', 'wlan0');
    phone.ip('address', 'add', '192.168.4.2/24', 'dev', 'wlan0');
    avahi = new Avahi(phone);
    await avahi.start();
    station = await startStation(box, 'box');
    rename(box, 'Kitchen');
  });
  afterAll(async () => {
    await namespaces.close();
    avahi?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Starts the built program on a separate network without a default route. */
  async function startStation(machine: Namespace, label: string): Promise<Running> {
    const running = machine.start(process.execPath, [program, 'station', '--host', '0.0.0.0'], {
      ...process.env,
      STATION_HTTP_PORT: '80',
      STATION_HTTPS_PORT: '0',
      STATION_DATA_DIR: join(folder, label),
    });
    await vi.waitFor(() => expect(running.output()).toContain('Stop with Ctrl+C'), { timeout: 60_000 });
    return running;
  }

  const settings = 'http://127.0.0.1/api/v1/settings';
  function rename(machine: Namespace, nickname: string): void {
    const data = { type: 'setting', id: 'nickname', attributes: { nickname } };
    const json = ['-H', 'Content-Type: application/vnd.api+json', '-d', JSON.stringify({ data })];
    expect(machine.run('curl', ['-sf', '-X', 'PATCH', settings, ...json]).stderr).toBe('');
  }
  const serialOf = (machine: Namespace): string =>
    JSON.parse(machine.run('curl', ['-sf', settings]).stdout).data.serial;
  const names = () => avahi.browse('_stationery._tcp').map(({ name }) => name);
  const discover = (machine: Namespace, ...args: string[]) =>
    machine.run(process.execPath, [program, 'discover', '--timeout', '0.8', ...args]);

  it.each(['_stationery._tcp', '_http._tcp'])('by avahi as %s', async (type) => {
    await expect
      .poll(() => avahi.browse(type))
      .toEqual([
        {
          name: 'Kitchen',
          host: 'kitchen.local',
          address: '192.168.4.1',
          port: 80,
          txt: {
            serial: serialOf(box),
            version: expect.stringMatching(/^\d\d\.\d\d\.\d\d$/),
            path: '/',
            api: '/api/v1',
          },
        },
      ]);
  });

  it('by its own name and by the common name', () => {
    expect(avahi.resolve('station.local')).toBe('192.168.4.1');
    expect(avahi.resolve('kitchen.local')).toBe('192.168.4.1');
  });

  // Repeat the query, because a station on a busy machine may answer too late.
  it('by “stationery discover”', async () => {
    const found = () => {
      const { status, stdout } = discover(phone, '--json');
      return { status, stations: JSON.parse(stdout) };
    };
    const kitchen = {
      name: 'Kitchen',
      url: 'http://192.168.4.1',
      host: 'kitchen.local',
      addresses: ['192.168.4.1'],
      port: 80,
      serial: serialOf(box),
      version: expect.any(String),
    };
    await expect.poll(found).toEqual({ status: 0, stations: [kitchen] });
    await expect
      .poll(() => discover(phone).stdout)
      .toMatch(/^NAME .*\nKitchen {2}http:\/\/192\.168\.4\.1 .*\n$/);
  });

  it('by its new nickname, and no longer by the old nickname', async () => {
    rename(box, 'Dr. Küche “1”');
    await expect.poll(names).toEqual(['Dr. Küche “1”']);
    expect(avahi.resolve('dr-kuche-1.local')).toBe('192.168.4.1');
  });

  it('by a unique name if a different station has the same nickname', async () => {
    const other = await startStation(phone, 'phone');
    rename(phone, 'Dr. Küche “1”');
    const suffix = serialOf(phone).slice(-4);
    await expect.poll(() => names().sort()).toEqual(['Dr. Küche “1”', `Dr. Küche “1” (${suffix})`]);
    expect(avahi.resolve(`dr-kuche-1-${suffix.toLowerCase()}.local`)).toBe('192.168.4.2');
    expect(avahi.resolve('station.local')).toBe('192.168.4.1');
    await other.stop();
    await expect.poll(names).toEqual(['Dr. Küche “1”']);
  });

  it('again after its network returned with a different address', async () => {
    box.ip('address', 'flush', 'dev', 'wlan0');
    box.ip('link', 'set', 'wlan0', 'down');
    box.ip('link', 'set', 'wlan0', 'up');
    box.ip('address', 'add', '192.168.4.7/24', 'dev', 'wlan0');
    await expect.poll(() => avahi.resolve('station.local')).toBe('192.168.4.7');
    expect(station.child.exitCode).toBeNull();
  });

  it('no longer once stopped', async () => {
    await station.stop();
    expect(station.child.exitCode).toBe(0);
    await expect.poll(names).toEqual([]);
    expect(discover(phone, '--json')).toMatchObject({ status: 6, stdout: '[]\n' });
  });
});
