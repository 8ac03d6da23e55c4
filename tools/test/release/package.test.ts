import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { needsMounts, needsProgram } from '@stationery/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Program } from '../../../packages/cli/test/support/program.ts';
import { packagesForTests, versions } from '../packages/for-tests.mjs';

const version: string = versions.first;
let folder: string;
let debian: string;
let key: string;
let bundle: string;
/** The archive, unpacked in a folder with a space in its name. */
let unpacked: string;
/** A PATH with only the programs that the start script uses, without Node. */
let barePath: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stationery-package-'));
  const made = packagesForTests();
  ({ debian, key, bundle } = made);
  const place = join(folder, 'some where');
  mkdirSync(place);
  execFileSync('tar', ['-xzf', made.archive, '-C', place]);
  unpacked = join(place, 'stationery');
  barePath = join(folder, 'bin');
  mkdirSync(barePath);
  for (const name of ['dirname', 'readlink'])
    symlinkSync(needsProgram(name, 'coreutils').path, join(barePath, name));
}, 240_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Updates a launched station with the bundle, and waits until the new version is kept. */
async function update(launched: Program): Promise<void> {
  const port = await launched.printed((text) => /^ {2}http:\/\/localhost:(\d+)/m.exec(text)?.[1]);
  const url = `http://127.0.0.1:${port}/api/v1`;
  expect(await (await fetch(`${url}/settings`)).json()).toMatchObject({ data: { fw_version: '00.01.00' } });
  const sent = ['-sS', '-X', 'PATCH', '-F', `update=@${bundle}`, `${url}/firmware`];
  expect(execFileSync('curl', sent, { encoding: 'utf8' })).toContain('"fw_version":"00.01.05"');
  await expect
    .poll(() => launched.stderr, { timeout: 60_000 })
    .toContain(`${versions.update} is healthy and stays`);
  const again = /localhost:(\d+)(?![\s\S]*\n {2}http:)/.exec(launched.stdout)?.[1];
  const answer = await fetch(`http://127.0.0.1:${again}/api/v1/settings`);
  expect(await answer.json()).toMatchObject({ data: { fw_version: '00.01.05' } });
}

describe('the archive', () => {
  it('runs without Node, from any folder, and can be updated', async () => {
    const place = join(folder, 'launched');
    const program = join(unpacked, 'bin/stationery');
    const env = { PATH: barePath };
    expect(spawnSync('/bin/sh', ['-c', 'command -v node'], { env }).status).not.toBe(0);
    expect(execFileSync(program, ['--version'], { env, encoding: 'utf8' })).toBe(`${version}\n`);
    const launched = new Program(
      ['launch', '--firmware-slots', join(place, 'slots'), '--http-port', '0', '--https-port', '0'],
      { STATION_DATA_DIR: join(place, 'data'), STATION_FIRMWARE_KEYS: key, ...env },
      { program: [program], bareEnvironment: true },
    );
    await update(launched);
  });

  it('installs below a different root, and keeps settings', () => {
    const place = join(folder, 'root');
    mkdirSync(place);
    const install = () => execFileSync(join(unpacked, 'install.sh'), ['--root', place], { stdio: 'pipe' });
    install();
    const config = join(place, 'etc/stationery/config.json');
    expect(JSON.parse(readFileSync(config, 'utf8'))).toMatchObject({
      station: { host: '0.0.0.0', reader: 'none' },
    });
    expect(lstatSync(config).mode & 0o777).toBe(0o640);
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
    const left = execFileSync('find', [place, '-not', '-type', 'd', '-printf', '%P\\n'], {
      encoding: 'utf8',
    });
    expect(left.trim().split('\n').sort()).toEqual([
      'etc/stationery/config.json',
      'etc/stationery/network/passphrase',
    ]);
  });
});

/** Whether the content is a program for Linux (ELF), Windows or macOS. */
const isProgram = (content: Buffer) =>
  /^(\x7fELF|MZ\x90|\xcf\xfa\xed\xfe|\xca\xfe\xba\xbe)/.test(content.toString('latin1', 0, 4));

const dpkg = needsProgram('dpkg-deb', 'dpkg');
const mounts = needsMounts();
describe.skipIf(!dpkg.run || !mounts.run)(`the Debian package (${dpkg.label}, ${mounts.label})`, () => {
  it('declares its metadata and dependencies', () => {
    const field = (name: string) =>
      execFileSync('dpkg-deb', ['-f', debian, name], { encoding: 'utf8' }).trim();
    expect([field('Package'), field('Version')]).toEqual(['stationery', version]);
    expect(field('Depends')).toMatch(/systemd .*libc6 \(>= 2\.\d+\)/);
    expect(field('Maintainer')).toMatch(/^.+ <\S+@\S+\.\S+>$/);
    const files = execFileSync('dpkg-deb', ['-c', debian], { encoding: 'utf8' });
    expect(files.split('\n').filter((line) => line !== '' && !/^\S+ root\/root /.test(line))).toEqual([]);
    // Everything is world-readable except the settings, which can contain access tokens.
    const hidden = files.split('\n').filter((line) => /^-.{6}-/.test(line));
    expect(hidden).toEqual([expect.stringMatching(/^-rw-r----- .* \.\/etc\/stationery\/config\.json$/)]);
  });

  it('contains native files only for its own architecture, manual pages, and valid links', () => {
    const place = join(folder, 'unpacked');
    execFileSync('dpkg-deb', ['-x', debian, place]);
    const paths = readdirSync(place, { recursive: true, encoding: 'utf8' });
    const isFile = (path: string) => lstatSync(join(place, path)).isFile();
    const native = paths.filter(isFile).filter((path) => isProgram(readFileSync(join(place, path))));
    expect(native.filter((path) => path.endsWith('.node'))).toHaveLength(3);
    const machine = { x64: 62, arm64: 183, arm: 40 }[process.arch as string];
    for (const path of native) expect(readFileSync(join(place, path)).readUInt16LE(18), path).toBe(machine);

    for (const path of paths) {
      if (lstatSync(join(place, path)).isSymbolicLink())
        expect(existsSync(join(place, path)), path).toBe(true);
    }
    const page = (name: string) =>
      gunzipSync(readFileSync(join(place, 'usr/share/man/man1', name))).toString();
    expect(page('stationery.1.gz')).toContain('.BR stationery\\-plotter (1)');
    const station = execFileSync(join(place, 'usr/bin/stationery'), ['station', '--help'], {
      encoding: 'utf8',
    });
    for (const [option] of station.matchAll(/(?<=^ {2})--[\w-]+/gm))
      expect(page('stationery-station.1.gz')).toContain(option.replaceAll('-', '\\-'));
    expect(page('stationery-files.1.gz')).toContain('STATIONERY FILES PUT');
  });

  it('can be installed, runs as its own user, and can be updated, removed and purged', async () => {
    const script = fileURLToPath(
      new URL('../../../packages/cli/test/support/in-scratch-root.sh', import.meta.url),
    );
    const inRoot = new Program(
      [],
      { PACKAGE: debian, RELEASE_KEY: key },
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
