import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { needsMounts, needsProgram } from '@stationery/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Program } from './support/program.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const version = '0.1.0';
let folder: string;
let archive: string;
let debian: string;
let bundle: string;
/** A path with what the start script uses, and above all without a Node. */
let barePath: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stationery-package-'));
  const node = (...args: string[]) => execFileSync(process.execPath, args, { cwd: root, stdio: 'pipe' });
  // With the Node that is here: the download is not what is tried. Little compression, for the same reason.
  const quick = ['--runtime', process.execPath, '--compression', '1', '--version', version];
  node('scripts/package.mjs', ...quick, '--out', folder);
  archive = join(folder, `stationery-${version}-linux-${process.arch}.tar.gz`);
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
  debian = join(folder, `stationery_${version}_${architecture}.deb`);
  bundle = join(folder, 'update.stnfw');
  const stationery = 'packages/cli/bin/stationery.mjs';
  node(stationery, 'firmware', 'keygen', '--out', join(folder, 'release'));
  const key = ['--key', join(folder, 'release.key')];
  node(stationery, 'firmware', 'build', '--version', '0.2.0', ...key, '--out', bundle);
  barePath = join(folder, 'bin');
  mkdirSync(barePath);
  for (const name of ['dirname', 'readlink'])
    symlinkSync(needsProgram(name, 'coreutils').path, join(barePath, name));
}, 240_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Has a launched station take the bundle, and waits until the new version stays. */
async function update(launched: Program): Promise<void> {
  const port = await launched.printed((text) => /^ {2}http:\/\/localhost:(\d+)/m.exec(text)?.[1]);
  const url = `http://127.0.0.1:${port}/api/v1`;
  expect(await (await fetch(`${url}/settings`)).json()).toMatchObject({ data: { fw_version: '00.01.00' } });
  const sent = ['-sS', '-X', 'PATCH', '-F', `update=@${bundle}`, `${url}/firmware`];
  expect(execFileSync('curl', sent, { encoding: 'utf8' })).toContain('"fw_version":"00.02.00"');
  await expect.poll(() => launched.stderr, { timeout: 60_000 }).toContain('0.2.0 is healthy and stays');
  const again = /localhost:(\d+)(?![\s\S]*\n {2}http:)/.exec(launched.stdout)?.[1];
  const answer = await fetch(`http://127.0.0.1:${again}/api/v1/settings`);
  expect(await answer.json()).toMatchObject({ data: { fw_version: '00.02.00' } });
}

describe('the archive', () => {
  it('runs where there is no Node, from any folder, and can be updated', { timeout: 120_000 }, async () => {
    const place = join(folder, 'some where');
    mkdirSync(place);
    execFileSync('tar', ['-xzf', archive, '-C', place]);
    const program = join(place, 'stationery/bin/stationery');
    const env = { PATH: barePath };
    expect(spawnSync('/bin/sh', ['-c', 'command -v node'], { env }).status).not.toBe(0);
    expect(execFileSync(program, ['--version'], { env, encoding: 'utf8' })).toBe(`${version}\n`);
    const launched = new Program(
      ['launch', '--firmware-slots', join(place, 'slots'), '--http-port', '0', '--https-port', '0'],
      { STATION_DATA_DIR: join(place, 'data'), STATION_FIRMWARE_KEYS: join(folder, 'release.pub'), ...env },
      { program: [program], bareEnvironment: true },
    );
    await update(launched);
  });

  it('installs below another root, and leaves what somebody has set', () => {
    const place = join(folder, 'root');
    mkdirSync(place);
    execFileSync('tar', ['-xzf', archive, '-C', place]);
    const install = () =>
      execFileSync(join(place, 'stationery/install.sh'), ['--root', place], { stdio: 'pipe' });
    install();
    const config = join(place, 'etc/stationery/config.json');
    expect(JSON.parse(readFileSync(config, 'utf8'))).toMatchObject({
      station: { host: '0.0.0.0', reader: 'none' },
    });
    execFileSync('sh', ['-c', `echo '{}' > ${config}`]);
    install();
    expect(readFileSync(config, 'utf8')).toBe('{}\n');
    expect(readFileSync(join(place, 'usr/lib/systemd/system/stationery-station.service'), 'utf8')).toContain(
      'ExecStart=/opt/stationery/bin/stationery launch',
    );
    expect(readFileSync(join(place, 'usr/lib/systemd/system/stationery-card@.service'), 'utf8')).toContain(
      'ExecStart=/opt/stationery/bin/stationery card mount',
    );
    expect(existsSync(join(place, 'usr/lib/udev/rules.d/90-stationery-card.rules'))).toBe(true);
    expect(
      execFileSync(join(place, 'opt/stationery/bin/stationery'), ['--version'], { encoding: 'utf8' }),
    ).toBe(`${version}\n`);
    const uninstall = (...args: string[]) =>
      execFileSync(join(place, 'opt/stationery/install.sh'), ['--uninstall', '--root', place, ...args]);
    execFileSync(join(place, 'opt/stationery/bin/stationery'), ['network', 'apply', '--root', place], {
      env: { ...process.env, STATION_WIFI_SSID: 'Kitchen' },
    });
    uninstall();
    rmSync(join(place, 'stationery'), { recursive: true });
    const left = execFileSync('find', [place, '-not', '-type', 'd', '-printf', '%P\\n'], {
      encoding: 'utf8',
    });
    expect(left.trim().split('\n').sort()).toEqual([
      'etc/stationery/config.json',
      'etc/stationery/network/passphrase',
    ]);
  });
});

const dpkg = needsProgram('dpkg-deb', 'dpkg');
const mounts = needsMounts();
describe.skipIf(!dpkg.run || !mounts.run)(`the Debian package (${dpkg.label}, ${mounts.label})`, () => {
  it('says what it is and needs', () => {
    const field = (name: string) =>
      execFileSync('dpkg-deb', ['-f', debian, name], { encoding: 'utf8' }).trim();
    expect([field('Package'), field('Version')]).toEqual(['stationery', version]);
    expect(field('Depends')).toMatch(/systemd .*libc6 \(>= 2\.28\)/);
    const files = execFileSync('dpkg-deb', ['-c', debian], { encoding: 'utf8' });
    expect(files.split('\n').filter((line) => line !== '' && !/^\S+ root\/root /.test(line))).toEqual([]);
  });

  it('is installed, runs as its own user, is updated, removed and purged', { timeout: 120_000 }, async () => {
    const script = fileURLToPath(new URL('./support/in-scratch-root.sh', import.meta.url));
    const inRoot = new Program(
      [],
      { PACKAGE: debian, RELEASE_KEY: join(folder, 'release.pub') },
      {
        program: ['unshare', '--mount', 'sh', script],
      },
    );
    await update(inRoot);
    inRoot.kill('SIGTERM');
    expect(await inRoot.exit, inRoot.stderr).toEqual({ code: 0, signal: null });
    expect(inRoot.stdout.slice(inRoot.stdout.indexOf('INSTALLED'))).toContain('stationery:x:');
    expect(inRoot.stdout).toMatch(/REMOVED, the data is there\nPURGED, nothing is there\n$/);
  });
});
