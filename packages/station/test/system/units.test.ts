import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { needsProgram, temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import type { RenderedFile } from '../../../appliance/src/network/rendered-file.ts';
import {
  cardUnits,
  networkUnits,
  serviceUnits,
  setupUnits,
} from '../../../appliance/src/network/units/index.ts';
import { commandLine } from '../../../appliance/src/network/units/unit-file.ts';

const systemd = needsProgram('systemd-analyze', 'systemd');
const program = [process.execPath, '/opt/with a space/100%/stationery.mjs'];
const network = { program, interface: 'wlan0', address: '10.55.0.1/24' } as const;
const all = [
  ...[...serviceUnits({ program }), ...setupUnits({ program })],
  ...[...cardUnits({ program }), ...networkUnits(network)],
];
const find = (files: RenderedFile[], name: string) =>
  files.find(({ path }) => basename(path) === name)?.content ?? '';

describe('the systemd units', () => {
  it('start the station through its launcher, as a user of its own that may bind to port 80', () => {
    const unit = find(serviceUnits({ program: ['/usr/bin/stationery'] }), 'stationery-station.service');
    expect(unit).toContain(
      'ExecStart=/usr/bin/stationery launch --firmware-slots /var/lib/stationery/firmware\n',
    );
    expect(unit).toContain('\nUser=stationery\n');
    expect(unit).toContain('\nAmbientCapabilities=CAP_NET_BIND_SERVICE\n');
    expect(unit).toContain('\nRestart=always\n');
    expect(unit).toContain('\nKillMode=mixed\n');
    // The user needs this group, because mpv, which the station starts, opens a sound card as this user.
    expect(unit).toMatch(/\nSupplementaryGroups=.*\baudio\b/);
    expect(unit).not.toMatch(/PrivateDevices|DeviceAllow|DevicePolicy/);
    expect(unit).toContain('\nWantedBy=multi-user.target\n');
  });

  it.each(['station', 'plotter', 'board'])('always restart the %s, even if it hangs', (name) => {
    const unit = find(serviceUnits({ program }), `stationery-${name}.service`);
    expect(unit).toContain('\nStartLimitIntervalSec=0\n');
    expect(unit).toContain('\nType=notify\n');
    expect(unit).toMatch(/\nWatchdogSec=\d+\n/);
  });

  it('use only groups that are created', () => {
    const files = serviceUnits({ program });
    const created = find(files, 'stationery.conf');
    const used = files.flatMap(
      ({ content }) => /^SupplementaryGroups=(.*)$/m.exec(content)?.[1]?.split(' ') ?? [],
    );
    expect(used).toContain('input');
    for (const group of used) expect(created).toContain(`\ng ${group} -\n`);
  });

  it('start the board with its NATS server', () => {
    const unit = find(serviceUnits({ program: ['/usr/bin/stationery'] }), 'stationery-board.service');
    expect(unit).toContain('\nExecStart=/usr/bin/stationery fleet up\n');
    expect(unit).toContain('\nUser=stationery\n');
    // The board stops nats-server itself.
    expect(unit).toContain('\nKillMode=mixed\n');
  });

  it('can be installed in the folders of a package', () => {
    const files = serviceUnits({
      program,
      unitFolder: '/usr/lib/systemd/system',
      sysusersFolder: '/usr/lib/sysusers.d',
      polkitFolder: '/usr/share/polkit-1/rules.d',
      tmpfilesFolder: '/usr/lib/tmpfiles.d',
    });
    expect(files.map(({ path }) => path)).toEqual([
      '/usr/lib/systemd/system/stationery-station.service',
      '/usr/lib/systemd/system/stationery-plotter.service',
      '/usr/lib/systemd/system/stationery-board.service',
      '/usr/lib/sysusers.d/stationery.conf',
      '/usr/lib/tmpfiles.d/stationery-config.conf',
      '/usr/share/polkit-1/rules.d/50-stationery.rules',
    ]);
  });

  it('permit access to pcscd only for the service user', () => {
    const rule = find(serviceUnits({ program }), '50-stationery.rules');
    const rules: ((action: object, subject: object) => unknown)[] = [];
    const polkit = { Result: { YES: 'yes' }, addRule: (each: (typeof rules)[0]) => rules.push(each) };
    runInNewContext(rule, { polkit });
    const verdict = (id: string, user: string) => rules[0]?.({ id }, { user });
    expect(verdict('org.debian.pcsc-lite.access_pcsc', 'stationery')).toBe('yes');
    expect(verdict('org.debian.pcsc-lite.access_card', 'stationery')).toBe('yes');
    expect(verdict('org.debian.pcsc-lite.access_pcsc', 'anna')).toBeUndefined();
    expect(verdict('org.freedesktop.login1.reboot', 'stationery')).toBeUndefined();
  });

  it('keep a home folder readable if the program is in it', () => {
    const unit = (path: string) => find(serviceUnits({ program: [path] }), 'stationery-plotter.service');
    expect(unit('/home/anna/stationery')).toContain('ProtectHome=read-only');
    expect(unit('/usr/bin/stationery')).toContain('ProtectHome=yes');
  });

  it('mount a card in the host namespace when inserted, and unmount it when removed', () => {
    const files = cardUnits({ program: ['/usr/bin/stationery'] });
    const unit = find(files, 'stationery-card@.service');
    expect(unit).toContain('\nBindsTo=dev-%i.device\n');
    expect(unit).toContain('\nExecStart=/usr/bin/stationery card mount --device /dev/%I\n');
    expect(unit).toContain('\nExecStop=/usr/bin/stationery card unmount --device /dev/%I\n');
    // Each of these would create a private mount namespace.
    expect(unit).not.toMatch(/^(Protect|Private|ReadWritePaths|ReadOnlyPaths|TemporaryFileSystem)/m);
    expect(find(files, '90-stationery-card.rules')).toContain(
      'ENV{SYSTEMD_WANTS}+="stationery-card@%k.service"',
    );
  });

  it('apply requests of the station as root, without writing where the station could place a link', () => {
    const files = setupUnits({ program: ['/usr/bin/stationery'] });
    const request = '/var/lib/stationery/setup.toml';
    expect(find(files, 'stationery-apply.path')).toContain(`\nPathExists=${request}\n`);
    const unit = find(files, 'stationery-apply.service');
    expect(unit).toContain(
      `\nExecStart=/usr/bin/stationery setup ${request} --result /run/stationery-apply/`,
    );
    expect(unit).not.toContain('\nUser=');
    const station = find(serviceUnits({ program }), 'stationery-station.service');
    expect(station).toContain('\nWants=stationery-apply.path\n');
    expect(station).toContain(`\nEnvironment=STATION_SETUP_FILE=${request}\n`);
  });

  it('quote words in such a way that systemd reads them unchanged', () => {
    expect(commandLine(['/bin/x', 'a b', '5%', '$HOME', 'say "hi"'])).toBe(
      String.raw`/bin/x "a b" 5%% $$HOME "say \"hi\""`,
    );
  });

  it.skipIf(!systemd.run)(`are valid for systemd (${systemd.label})`, async () => {
    const folder = await temporaryFolder();
    mkdirSync(join(folder, 'bin'));
    const units = all.filter(({ path }) => /\.(service|path)$/.test(path));
    for (const { path, content } of units) {
      // Replace the programs, because systemd requires every program to exist and some are not installed here.
      const runnable = content.replace(
        /^(Exec\w+=-?)(nft|sysctl|ip|rfkill|hostapd|dnsmasq) /gm,
        '$1/bin/true ',
      );
      writeFileSync(join(folder, basename(path)), runnable);
    }
    const paths = units.map(({ path }) => join(folder, basename(path)));
    const { status, stderr } = spawnSync(systemd.path, ['verify', '--man=no', ...paths], {
      encoding: 'utf8',
    });
    // Unknown keys only cause a warning.
    expect(stderr.split('\n').filter((line) => line.includes('stationery'))).toEqual([]);
    expect(status).toBe(0);
  });
});
