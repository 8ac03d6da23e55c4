import { once } from 'node:events';
import { chownSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { lsblkArguments, type Machine, makeKeyPair, mountOf, thisMachine } from '@stationery/appliance';
import { readContentList, SlotFolder, sha256 } from '@stationery/appliance/launcher';
import { interfaceVersion, openPtyHost, packageVersion, systemClock } from '@stationery/core';
import { mountTmpfs, needsMounts, remount, temporaryFolder, unusedPort } from '@stationery/core/testing';
import { Pn532Simulator } from '@stationery/nfc/testing';
import { readPlotterConfig } from '@stationery/plotter';
import { readNetworkSettings, readStationConfig } from '@stationery/station';
import { describe, expect, it, onTestFinished } from 'vitest';
import { setBattery } from '../../../station/test/support/test-station.ts';
import { cardCheck } from '../../src/doctor/card-check.ts';
import { dataCheck } from '../../src/doctor/data-check.ts';
import { batteryCheck, clockCheck, nodeCheck, plotterCheck, unitChecks } from '../../src/doctor/examine.ts';
import type { CheckInput } from '../../src/doctor/finding.ts';
import { type Finding, findingLines, summary } from '../../src/doctor/finding.ts';
import { keyCheck, slotCheck } from '../../src/doctor/firmware-checks.ts';
import { findInstallation } from '../../src/doctor/installation.ts';
import { portChecks } from '../../src/doctor/port-checks.ts';
import { radioChecks } from '../../src/doctor/radio-checks.ts';
import { readerCheck } from '../../src/doctor/reader-check.ts';
import { Program, startStationProgram } from '../support/program.ts';

function input(env: Record<string, string> = {}, machine: Machine = thisMachine): CheckInput {
  const sources = { args: [], env };
  return {
    station: readStationConfig(sources),
    plotter: readPlotterConfig(sources),
    network: readNetworkSettings(sources),
    machine,
    installation: { isPackaged: false },
    running: undefined,
  };
}

const wellOf = (finding: Finding | undefined) => finding?.ok;

/** Returns a machine with programs that print the given output by command line; all others are missing. */
function machineSaying(said: Record<string, string>): Machine {
  return {
    ...thisMachine,
    run: async (...words) => {
      const stdout = said[words.join(' ')];
      return { status: stdout === undefined ? undefined : 0, stdout: stdout ?? '', stderr: '' };
    },
  };
}

const noDisks = machineSaying({});

describe('doctor', () => {
  it('requires a recent Node, and a clock that is not in the past', () => {
    expect(['20.19.0', '22.1.0'].map((version) => nodeCheck(version).ok)).toEqual([true, true]);
    expect(nodeCheck('18.19.0')).toMatchObject({ ok: false, fix: expect.stringContaining('20.19') });
    expect(clockCheck().ok).toBe(true);
    expect(clockCheck(new Date(0))).toMatchObject({
      ok: false,
      fix: expect.stringContaining('timedatectl'),
    });
  });

  it('checks the battery, if there is one', async () => {
    const folder = await temporaryFolder();
    const check = async (status: string, capacity: number) => {
      await setBattery(folder, status, capacity);
      return batteryCheck(join(folder, 'power-supplies'));
    };
    expect((await batteryCheck(folder)).ok).toBeNull();
    expect(await check('Charging', 9)).toMatchObject({ ok: true, detail: '9 %, charging' });
    expect(await check('Discharging', 16)).toMatchObject({ ok: true });
    expect(await check('Discharging', 15)).toMatchObject({ ok: false, fix: 'connect the charger' });
  });

  it('checks the data folder', async () => {
    const folder = await temporaryFolder();
    const look = (path: string) => dataCheck(input({ STATION_DATA_DIR: path }));
    expect(look(folder)).toMatchObject({ ok: true, detail: folder });
    expect(look(join(folder, 'to/come'))).toMatchObject({
      ok: true,
      detail: expect.stringContaining('first start'),
    });
    writeFileSync(join(folder, 'file'), '');
    expect(look(join(folder, 'file/data'))).toMatchObject({
      ok: false,
      detail: expect.stringContaining('is not a folder'),
    });
  });

  it('checks the card', async () => {
    const folder = await temporaryFolder();
    const look = (more: Record<string, string> = {}) =>
      cardCheck(input({ STATION_CARD_DIR: folder, ...more }, noDisks));
    expect((await cardCheck(input({}, noDisks))).ok).toBe(null);
    expect(await look()).toMatchObject({ ok: false, detail: expect.stringContaining('no card is inserted') });
    expect(await look({ STATION_CARD_MOUNT: 'no' })).toMatchObject({
      ok: true,
      detail: expect.stringMatching(/MB free/),
    });
    expect(await look({ STATION_CARD_DIR: '/dev/shm' })).toMatchObject({
      ok: true,
      detail: expect.stringContaining('tmpfs'),
    });
    rmSync(folder, { recursive: true });
    expect(await look()).toMatchObject({ ok: false, detail: expect.stringContaining('no such folder') });
    const missing = {
      ...input({ STATION_CARD_DIR: '/dev/shm' }, noDisks),
      running: runningWith('missing'),
    };
    expect(await cardCheck(missing)).toMatchObject({
      ok: false,
      detail: expect.stringContaining('Insert it'),
    });
  });

  it('distinguishes an unmounted card from a missing one', async () => {
    const disk = {
      pkname: null,
      fstype: null,
      label: null,
      parttype: null,
      ro: false,
      rm: true,
      hotplug: true,
    };
    const stick = { ...disk, name: '/dev/sdx', 'maj:min': '65:112', type: 'disk' };
    const part = { ...stick, name: '/dev/sdx1', pkname: '/dev/sdx', fstype: 'vfat', label: 'CARD' };
    const lsblk = JSON.stringify({ blockdevices: [stick, { ...part, 'maj:min': '65:113' }] });
    const machine = machineSaying({ [['lsblk', ...lsblkArguments].join(' ')]: lsblk });
    expect(await cardCheck(input({ STATION_CARD_DIR: '/media/none' }, machine))).toMatchObject({
      ok: false,
      detail: expect.stringContaining('a card is inserted but not mounted: /dev/sdx1 (vfat, “CARD”)'),
      fix: expect.stringContaining('journalctl -u stationery-card@sdx1.service'),
    });
    expect(await cardCheck(input({}, machine))).toMatchObject({
      ok: false,
      fix: expect.stringContaining('set cardDir to /media/card'),
    });
  });

  it('reads from the kernel where a folder is mounted', () => {
    const mounts = `1 0 8:1 / / rw - ext4 /dev/sda1 rw
2 1 8:17 / /media/my\\040card rw - vfat /dev/sdb1 ro,fmask=0022
`;
    expect(mountOf('/media/my card', mounts)).toMatchObject({
      isMountPoint: true,
      fileSystem: 'vfat',
      source: '/dev/sdb1',
      readOnly: true,
    });
    expect(mountOf('/media/my card/a', mounts)?.isMountPoint).toBe(false);
    expect(mountOf('/media', mounts)).toMatchObject({
      isMountPoint: false,
      fileSystem: 'ext4',
      readOnly: false,
    });
  });

  it('asks whether a PN532 answers', async () => {
    const pty = join(await temporaryFolder(), 'pn532');
    const look = (reader: string) => readerCheck(input({ STATION_READER: reader }));
    expect(await look('none')).toMatchObject({ ok: false });
    expect(await look('sim:')).toMatchObject({ ok: null });
    expect(await look(`pn532:${pty}`)).toMatchObject({
      ok: false,
      detail: expect.stringContaining('is not there'),
    });
    const host = await openPtyHost(pty);
    onTestFinished(() => host.close());
    const chip = new Pn532Simulator({ clock: systemClock });
    chip.attach(host.port!);
    expect(await look(`pn532:${pty}`)).toMatchObject({ ok: true, detail: expect.stringContaining('PN532') });
    chip.setFault('silence', true);
    expect(await look(`pn532:${pty}`)).toMatchObject({ ok: false, fix: expect.stringContaining('HSU') });
    const busy = { ...input({ STATION_READER: 'pcsc:' }), running: runningWith('present') };
    expect(await readerCheck(busy)).toMatchObject({ ok: true, detail: 'pcsc:: a reader' });
    // Started without the setting.
    const simulated = { ...busy, running: { reader: { state: 'ready', device: 'simulated reader' } } };
    expect(await readerCheck(simulated as typeof busy)).toMatchObject({
      ok: false,
      detail: 'the running station simulates its reader',
    });
  });

  it('checks the ports', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    onTestFinished(() => void taken.close());
    const free = await unusedPort();
    const findings = await portChecks(
      input({
        STATION_HTTP_PORT: String(portOf(taken)),
        STATION_HTTPS_PORT: String(free),
        PLOTTER_HTTP_PORT: '0',
      }),
    );
    expect(findings.map(wellOf)).toEqual([false, true, true]);
    expect(findings[0]).toMatchObject({
      detail: expect.stringContaining('taken'),
      fix: expect.stringContaining('ss -ltnp'),
    });
    const [http] = await portChecks(input({ STATION_HOST: '192.0.2.1', STATION_HTTP_PORT: String(free) }));
    expect(http).toMatchObject({ ok: false, fix: expect.stringContaining('STATION_HOST') });
  });

  it('accepts a station on the other default port', async () => {
    const running = { ...runningWith('present'), url: 'http://127.0.0.1:8080' };
    const [http] = await portChecks({ ...input({ PLOTTER_HTTP_PORT: '0' }), running });
    expect(http).toMatchObject({ ok: true, detail: expect.stringContaining('8080 is ours; 80 was not') });
  });

  it('finds a plotter service on an address other than 127.0.0.1', async () => {
    const service = createHttpServer((_request, response) => response.end('{}')).listen(0, '127.0.0.2');
    await once(service, 'listening');
    onTestFinished(() => void service.close());
    const port = portOf(service);
    const findings = await portChecks(
      input({ PLOTTER_HOST: '127.0.0.2', PLOTTER_HTTP_PORT: String(port), STATION_HTTP_PORT: '0' }),
    );
    expect(findings.at(-1)).toMatchObject({ ok: true, detail: `${port} is ours` });
  });

  it('checks the port of the plotter', async () => {
    const folder = await temporaryFolder();
    const look = (path: string) => plotterCheck(input({ PLOTTER_SERIAL_PATH: path }));
    expect(look('sim:').ok).toBe(null);
    expect(look('/dev/null').ok).toBe(true);
    expect(look(join(folder, 'none'))).toMatchObject({ ok: false, fix: expect.stringContaining('plug') });
  });

  it('asks systemd for the state of the units', async () => {
    const units = (enabled: string, active: string, plotter = ['disabled\n', 'inactive\n'], setup = '') =>
      unitChecks(
        input(
          {},
          machineSaying({
            'systemctl is-system-running': 'running\n',
            'systemctl show --property=Version': 'Version=252\n',
            'systemctl is-enabled stationery-station.service': enabled,
            'systemctl is-active stationery-station.service': active,
            'systemctl is-enabled stationery-setup.service': setup,
            'systemctl is-enabled stationery-plotter.service': plotter[0]!,
            'systemctl is-active stationery-plotter.service': plotter[1]!,
          }),
        ),
      );
    expect((await units('enabled\n', 'active\n')).map(wellOf)).toEqual([true, null, null]);
    expect((await units('enabled\n', 'failed\n'))[0]).toMatchObject({
      ok: false,
      fix: expect.stringContaining('journalctl'),
    });
    expect((await units('disabled\n', 'inactive\n'))[0]).toMatchObject({
      fix: expect.stringContaining('enable --now'),
    });
    expect((await units('', 'inactive\n'))[0]).toMatchObject({
      fix: expect.stringContaining('apt install'),
    });
    const plotterOnly = await units('disabled\n', 'inactive\n', ['enabled\n', 'active\n']);
    expect(plotterOnly.map(wellOf)).toEqual([null, true, null]);
    const both = await units('disabled\n', 'active\n', ['enabled\n', 'active\n']);
    expect(both.map(wellOf)).toEqual([false, true, null]);
    const [onImage] = await units('disabled\n', 'active\n', undefined, 'enabled\n');
    expect(onImage).toMatchObject({ ok: true, detail: expect.stringContaining('started by') });
    expect((await unitChecks(input({}, machineSaying({})))).map(wellOf)).toEqual([null]);
  });

  it('checks the firmware keys', async () => {
    const folder = await temporaryFolder();
    const key = join(folder, 'release.pub');
    writeFileSync(key, makeKeyPair().publicKey);
    const look = (env: Record<string, string>) => keyCheck(input(env));
    expect((await look({ STATION_FIRMWARE_KEYS: key })).ok).toBe(true);
    expect(await look({ STATION_READER: 'pcsc:' })).toMatchObject({
      ok: false,
      fix: expect.stringContaining('keygen'),
    });
    expect(await look({})).toMatchObject({ ok: null, detail: expect.stringContaining('keygen') });
    expect((await look({ STATION_FIRMWARE_KEYS: join(folder, 'none.pub') })).ok).toBe(false);
    writeFileSync(key, 'no key');
    expect((await look({ STATION_FIRMWARE_KEYS: key })).ok).toBe(false);
    expect(await look({ STATION_FIRMWARE_ALLOW_UNSIGNED: 'yes' })).toMatchObject({
      ok: false,
      detail: expect.stringContaining('unsigned firmware is accepted'),
    });
  });

  it('finds a key that the station cannot read, even if the current user can', async () => {
    const folder = await temporaryFolder();
    const key = join(folder, 'release.pub');
    writeFileSync(key, makeKeyPair().publicKey);
    const asUser = (file: string) => `runuser -u stationery -- test -r ${file}`;
    const machine = {
      ...machineSaying({}),
      run: async (...words: string[]) => ({
        status: words.join(' ') === asUser(key) ? 1 : 0,
        stdout: '',
        stderr: '',
      }),
    };
    const env = { STATION_FIRMWARE_KEYS: key, STATION_DATA_DIR: folder };
    const packaged = { ...input(env, machine), installation: { isPackaged: true } };
    const finding = await keyCheck(packaged);
    expect(finding).toMatchObject({ ok: false, detail: `${key} may not be read by the station` });
    expect(finding).toMatchObject({
      fix: expect.stringMatching(/install -m 644 .*config\.json.*systemctl restart stationery-station$/),
    });
    const complaining = async () => ({ status: 1, stdout: '', stderr: 'runuser: there is no such user' });
    expect(await keyCheck({ ...packaged, machine: { ...machine, run: complaining } })).toMatchObject({
      ok: true,
    });
    // A station that was started before the key was set does not know it.
    const running = runningWith('present');
    expect(await keyCheck({ ...input(env), running })).toMatchObject({
      ok: false,
      detail: expect.stringMatching(/^the station that runs does not trust [0-9a-f]{16} \(.*release\.pub\)$/),
    });
    expect(await keyCheck(input(env))).toMatchObject({ ok: true });
    writeFileSync(join(folder, 'firmware-keys.json'), '{');
    expect(await keyCheck(input(env))).toMatchObject({
      ok: false,
      fix: expect.stringContaining('remove that file'),
    });
  });

  it('gives advice that fits the installation', async () => {
    const advice = async (isPackaged: boolean) => {
      const here = { ...input({ STATION_READER: 'none' }), installation: { isPackaged } };
      const findings = [await keyCheck(here), await readerCheck(here)];
      return findings.map((finding) => (finding.ok === false ? finding.fix : '')).join('\n');
    };
    expect(await advice(false)).toMatch(/STATION_FIRMWARE_KEYS[\s\S]*STATION_READER/);
    const packaged = await advice(true);
    expect(packaged).not.toMatch(/STATION_/);
    expect(packaged).toMatch(/on your PC[\s\S]*“reader” under “station” in \/etc\/stationery\/config\.json/);
    expect(packaged).toContain('sudo systemctl restart stationery-station');
    for (const folder of ['/usr/lib/stationery', '/opt/stationery'])
      expect(findInstallation(`${folder}/lib/node_modules/x.mjs`).isPackaged).toBe(true);
    expect(findInstallation().isPackaged).toBe(false);
  });

  it('checks the installed versions', async () => {
    const own = interfaceVersion(packageVersion);
    const slotsDir = await temporaryFolder();
    const look = (env = {}) => slotCheck(input({ STATION_FIRMWARE_SLOTS: slotsDir, ...env }));
    const slots = new SlotFolder(slotsDir);
    const state = { active: 'factory' as const, highest: null, trial: null, last: null };
    slots.write(state);
    expect(look()).toMatchObject({ ok: true, detail: `${own} from factory is started next` });
    const runs = (version: string, slot: 'a' | 'factory') => {
      const running = runningWith('present')!;
      const firmware = { ...running.firmware, fw_version: version, slot };
      return slotCheck({
        ...input({ STATION_FIRMWARE_SLOTS: slotsDir }),
        running: { ...running, firmware },
      });
    };
    expect(runs(own, 'factory')).toMatchObject({ ok: true, detail: `${own} runs from factory` });
    expect(runs('00.00.09', 'factory')).toMatchObject({
      ok: false,
      detail: `00.00.09 runs from factory, and ${own} is installed`,
    });
    expect(runs('02.00.00', 'a')).toMatchObject({
      ok: true,
      detail: `02.00.00 runs from a; ${own} from factory is started next`,
    });
    const last = { version: '2.0.0', result: 'rolled-back' as const, reason: 'It crashed.' };
    slots.write({ ...state, last });
    expect(look()).toMatchObject({ ok: true, detail: expect.stringContaining('rolled back: It crashed.') });
    slots.write({ ...state, active: 'a' });
    expect(look()).toMatchObject({ ok: false, fix: 'send the update again' });
    mkdirSync(join(slotsDir, 'a'));
    writeFileSync(join(slotsDir, 'a/entry.mjs'), '');
    const list = readContentList(join(slotsDir, 'a'));
    const content = { version: '2.0.0', entry: 'entry.mjs', contentSha256: sha256(list) };
    slots.describe(join(slotsDir, 'a'), content, { list, head: Buffer.alloc(0) });
    expect(runs('02.00.00', 'a')).toMatchObject({
      ok: true,
      detail: `02.00.00 runs from a; ${own} is installed`,
    });
    writeFileSync(join(slotsDir, 'a/entry.mjs'), 'x');
    expect(runs('02.00.00', 'a')).toMatchObject({
      ok: false,
      detail: expect.stringContaining('“entry.mjs” was changed'),
    });
    rmSync(slotsDir, { recursive: true });
    expect(look().ok).toBe(null);
  });

  it('checks the capabilities of the radio', async () => {
    const wiphy = (modes: string) =>
      `Wiphy phy0\n\tSupported interface modes:\n\t\t * managed\n${modes}\tBand 1:\n`;
    const look = (said: Record<string, string>, env = {}) => radioChecks(input(env, machineSaying(said)));
    expect((await look({}))[0]).toMatchObject({ ok: false, fix: 'sudo apt install iw' });
    expect((await look({ 'iw list': '' })).map(wellOf)).toEqual([null]);
    const [can, country] = await look({
      'iw list': wiphy('\t\t * AP\n'),
      'iw reg get': 'global\ncountry DE: DFS-ETSI\n',
    });
    expect([can, country]).toMatchObject([{ ok: true }, { ok: true, detail: 'DE, by the system' }]);
    const [cannot, unknown] = await look({
      'iw list': wiphy('\t\t * AP/VLAN\n'),
      'iw reg get': 'country 00: DFS-UNSET\n',
    });
    expect([cannot, unknown]).toMatchObject([
      { ok: false },
      { ok: false, fix: expect.stringContaining('wifiCountry') },
    ]);
    const set = await look({ 'iw list': wiphy('\t\t * AP\n') }, { STATION_WIFI_COUNTRY: 'AT' });
    expect(set[1]).toMatchObject({ ok: true, detail: 'AT, by the settings' });
  });

  it('prints a line for each check, and how to fix problems', () => {
    const findings: Finding[] = [
      { name: 'A', ok: true, detail: 'fine' },
      { name: 'B', ok: false, detail: 'broken', fix: 'glue it' },
      { name: 'C', ok: null, detail: 'none here' },
    ];
    expect(findings.map(findingLines).join('')).toBe(
      '✓ A: fine\n✗ B: broken\n    → glue it\n– C: none here\n',
    );
    expect(summary(findings)).toBe('Problems found: 1 ok, 1 to fix, 1 not applicable.\n');
  });
});

const mounts = needsMounts();
describe.skipIf(!mounts.run)(`doctor with a card (${mounts.label})`, () => {
  it('detects a read-only or full card', async () => {
    const folder = join(await temporaryFolder(), 'card');
    mountTmpfs(folder, 20 * 1024 * 1024);
    const look = () => cardCheck(input({ STATION_CARD_DIR: folder }));
    expect(await look()).toMatchObject({ ok: true });
    writeFileSync(join(folder, 'large'), Buffer.alloc(10 * 1024 * 1024));
    expect(await look()).toMatchObject({ ok: false, fix: 'remove files from the card' });
    remount(folder, 'ro');
    expect(await look()).toMatchObject({ ok: false, detail: expect.stringContaining('mounted read-only') });
    expect(dataCheck(input({ STATION_DATA_DIR: join(folder, 'data') }))).toMatchObject({
      ok: false,
      fix: expect.stringContaining('STATION_DATA_DIR'),
    });
  });
});

it('the doctor accepts the config file from the guide', () => {
  const guide = new URL('../../../../docs/deploy-raspberry-pi.md', import.meta.url);
  const [, shown = ''] = /```json\n([\s\S]*?)```/.exec(readFileSync(guide, 'utf8')) ?? [];
  const { station, plotter } = JSON.parse(shown) as Record<string, Record<string, unknown>>;
  const from = (values = {}) => ({ args: [], env: {}, file: { name: 'config.json', values } });
  expect(readStationConfig(from(station))).toMatchObject({ cardMount: 'yes', reader: 'pn532:/dev/ttyUSB0' });
  expect(readNetworkSettings(from(station))).toMatchObject({ wifiCountry: 'DE' });
  expect(readPlotterConfig(from(plotter))).toMatchObject({ host: '0.0.0.0' });
});

describe('stationery doctor', () => {
  it('reports a running station, and exits with 1 if something needs fixing', async () => {
    const dataDir = await temporaryFolder();
    const env = { STATION_DATA_DIR: dataDir, STATION_READER: 'pn532:/dev/nowhere' };
    const station = await startStationProgram(env);
    expect(station.stdout).toMatch(/^ {2}Reader +pn532:\/dev\/nowhere {3}\(There is no NFC reader at /m);
    const [, httpsPort = ''] = /^ {2}https:\/\/localhost:(\d+)/m.exec(station.stdout) ?? [];
    const ports = ['--http-port', new URL(station.url).port, '--https-port', httpsPort];
    const doctor = new Program(['doctor', '--json', ...ports], env);
    expect((await doctor.exit).code).toBe(1);
    const { ok, checks } = JSON.parse(doctor.stdout) as { ok: boolean; checks: Finding[] };
    expect(ok).toBe(false);
    const found = (name: string) => checks.find((check) => check.name === name);
    expect(found('HTTP port')).toMatchObject({ ok: true, detail: expect.stringContaining('is ours') });
    expect(found('HTTPS port')).toMatchObject({ ok: true, detail: `${httpsPort} is ours` });
    expect(found('Data folder')).toMatchObject({ ok: true, detail: expect.stringContaining('in use by') });
    const database = join(dataDir, 'station.db');
    expect(found('Station database')).toMatchObject({
      ok: null,
      detail: `${database} is in use; stop the station to check it`,
    });
    expect(found('Reader')).toMatchObject({ ok: false, detail: expect.stringContaining('no NFC reader at') });
    expect(found('Firmware keys')).toMatchObject({ ok: false, fix: expect.stringContaining('keygen') });
  });

  it('reports a wrong setting as a problem', async () => {
    const doctor = new Program(['doctor'], { STATION_HW_VERSION: 'one' });
    expect((await doctor.exit).code).toBe(1);
    expect(doctor.stdout).toMatch(/^✗ Settings: STATION_HW_VERSION must look like .*\n {4}→ /);
  });

  it('repairs a database that keeps the station from starting, and keeps its owner', async () => {
    const folder = await temporaryFolder();
    const dataDir = join(folder, 'data');
    const env = {
      STATION_DATA_DIR: dataDir,
      STATION_CARD_DIR: folder,
      STATION_HTTP_PORT: '0',
      STATION_HTTPS_PORT: '0',
      PLOTTER_DATA_DIR: join(folder, 'plotter'),
    };
    const first = await startStationProgram(env);
    const attributes = { nickname: 'Kitchen' };
    const renamed = await fetch(`${first.url}/api/v1/settings`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: { type: 'setting', id: 'nickname', attributes } }),
    });
    expect(renamed.status).toBe(200);
    first.kill('SIGTERM');
    await first.exit;

    const path = join(dataDir, 'station.db');
    writeFileSync(path, 'not a database at all');
    if (process.getuid?.() === 0) chownSync(dataDir, 65_534, 65_534);
    const refused = new Program(['station'], env);
    expect(await refused.exit).toMatchObject({ code: 2 });
    expect(refused.stderr).toMatch(
      /^stationery station: the database .*station\.db is damaged \([^*].*doctor --repair.*\n$/,
    );

    const look = new Program(['doctor'], env);
    await look.exit;
    expect(look.stdout).toContain(`✗ Station database: ${path} is damaged`);
    expect(look.stdout).toContain('stationery doctor --repair');
    expect(readFileSync(path, 'utf8')).toBe('not a database at all');

    const repair = new Program(['doctor', '--repair'], env);
    await repair.exit;
    expect(repair.stdout).toMatch(/✓ Repair of the station: restored \d+ settings \(from the copy\)/);
    expect(repair.stdout).toContain('Lost: the ids of files without a tag');
    expect(repair.stdout).toContain(`Damaged file kept as: ${path}.damaged-1`);
    expect(repair.stdout).toContain('– Repair of the plotter: nothing to repair');
    expect(repair.stdout).toContain('✓ Station database');
    expect(statSync(path).uid).toBe(statSync(dataDir).uid);

    const again = await startStationProgram(env);
    expect(await (await fetch(`${again.url}/api/v1/settings`)).json()).toMatchObject({ data: attributes });
  });
});

function runningWith(card: 'missing' | 'present'): NonNullable<CheckInput['running']> {
  const settings = { fw_version: '00.01.00', hw_version: '00.00.00', serial: '0', nickname: 'x' };
  return {
    url: 'http://127.0.0.1:80',
    settings,
    card:
      card === 'missing'
        ? { state: 'missing', reason: 'There is no card. Insert it and try again.', code: 'card-missing' }
        : { state: 'present', size: 1, free: 1, files: 0 },
    battery: { state: 'missing' },
    reader: { state: 'ready', device: 'a reader' },
    simulated: false,
    present: [],
    plots: [],
    mqtt: { state: 'off' },
    collection: { state: 'none' },
    firmware: {
      fw_version: '00.01.00',
      slot: null,
      state: 'idle',
      installer: 'none',
      unsigned_allowed: false,
      trusted_keys: [],
      last_update: null,
    },
  };
}

function portOf(server: Server): number {
  return (server.address() as { port: number }).port;
}
