import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { Program } from '../support/program.ts';

const env = { STATION_WIFI_SSID: 'Kitchen Wi-Fi', STATION_WIFI_COUNTRY: 'DE' };

const run = (...args: string[]) => runWith({}, ...args);

async function runWith(more: Record<string, string>, ...args: string[]) {
  const program = new Program(['network', ...args], { ...env, ...more });
  const { code } = await program.exit;
  return { code, stdout: program.stdout, stderr: program.stderr };
}

const files = (root: string) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));

describe('stationery network', () => {
  it('shows what would change, changes it once, and prints how to join', async () => {
    const root = await temporaryFolder();
    const planned = await run('apply', '--dry-run', '--root', root);
    expect(planned).toMatchObject({ code: 0, stderr: '' });
    expect(planned.stdout).toContain('+ country_code=DE\n');
    expect(planned.stdout).toContain('+ wpa_passphrase=••••••••\n');

    const applied = await run('apply', '--root', root);
    expect(applied).toMatchObject({ code: 0, stderr: '' });
    const passphrase = readFileSync(join(root, 'etc/stationery/network/passphrase'), 'utf8').trim();
    expect(readFileSync(join(root, 'etc/stationery/network/hostapd.conf'), 'utf8')).toContain(
      `\nwpa_passphrase=${passphrase}\n`,
    );
    expect(applied.stdout).toContain(`Network      Kitchen Wi-Fi\nPassphrase   ${passphrase}\n`);
    expect(applied.stdout).toMatch(/█▀▀▀▀▀█/);
    expect(applied.stdout).toContain(`Nothing was started: this was for ${root}.`);

    const plannedRemoval = await run('remove', '--dry-run', '--root', root);
    expect(plannedRemoval.stdout).toContain('would be removed  /etc/systemd/system/wpa_supplicant.service\n');
    const kept = await run('remove', '--keep-passphrase', '--root', root);
    expect(kept).toMatchObject({ code: 0, stderr: '' });
    expect(kept.stdout).toContain('Removed  /etc/systemd/system/wpa_supplicant.service\n');
    expect(files(root)).toEqual(['etc/stationery/network/passphrase']);
    expect(await run('remove', '--root', root)).toMatchObject({
      code: 0,
      stdout: 'There is nothing to remove: no network was applied here.\n',
    });
  });

  it('shows every file without the passphrase', async () => {
    const root = await temporaryFolder();
    const rendered = await run(
      'apply',
      '--dry-run',
      '--root',
      root,
      '--wifi-passphrase',
      'not for your eyes',
    );
    expect(rendered.code).toBe(0);
    expect(rendered.stdout).toContain('/etc/stationery/network/dnsmasq.conf');
    expect(rendered.stdout).not.toContain('not for your eyes');
  });

  it('removes the network despite a broken config file, but not with a misspelt option', async () => {
    const root = await temporaryFolder();
    const config = join(root, 'config.json');
    await run('apply', '--root', root);
    writeFileSync(config, '{ "station": ');
    expect(await run('remove', '--dry-rnu', '--root', root)).toMatchObject({ code: 2 });
    expect(await runWith({ STATIONERY_CONFIG: config }, 'remove', '--root', root)).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect(files(root)).toEqual(['config.json']);
  });

  it('has no command to join a network', async () => {
    expect(await run('join', 'Public')).toMatchObject({
      code: 2,
      stderr: 'stationery network: there is no command “network join”. Try: stationery network --help\n',
    });
  });
});
