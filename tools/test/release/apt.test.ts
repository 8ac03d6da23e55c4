import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { needsMounts, needsProgram, temporaryFolder } from '@stationery/core/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeAptRepository, signingKey } from '../../release/package/apt.mjs';
import { packagesForTests, versions } from '../packages/for-tests.mjs';
import { bootContainer } from '../systemd/container.mjs';
import { ensureDebianRoot } from '../systemd/debian-root.mjs';

const programs = [
  needsProgram('gpg', 'gpg'),
  needsProgram('mmdebstrap', 'mmdebstrap'),
  needsProgram('systemd-nspawn', 'systemd-container'),
  needsProgram('lintian', 'lintian'),
  needsMounts(),
];
const missing = programs.filter(({ run }) => !run).map(({ label }) => label);

describe.skipIf(missing.length > 0)(`the apt repository ${missing.join(', ')}`, () => {
  let folder: string;
  let container: Awaited<ReturnType<typeof bootContainer>>;
  const source = (path: string) =>
    `deb [signed-by=/packages/apt/stationery-archive-keyring.asc] file:${path} stable main\n`;

  const publish = (version: string, debian: string) => {
    copyFileSync(debian, join(folder, basename(debian)));
    return makeAptRepository({ out: folder, version, key: undefined });
  };

  beforeAll(async () => {
    folder = await temporaryFolder(undefined, afterAll);
    // Make the folder readable for apt's own user.
    chmodSync(folder, 0o755);
    const home = join(folder, 'gnupg');
    mkdirSync(home, { mode: 0o700 });
    vi.stubEnv('GNUPGHOME', home);
    expect(() => signingKey(undefined)).toThrow('gpg --quick-gen-key');
    const owner = ['--quick-gen-key', 'Tests <tests@example.org>', 'ed25519', 'sign', 'never'];
    execFileSync('gpg', ['--batch', '--quiet', '--passphrase', '', ...owner], { stdio: 'pipe' });
    publish(versions.first, packagesForTests().debian);
    // Download nats-server, because it is not in the repository and the container has no network.
    execFileSync('apt-get', ['download', 'nats-server'], { cwd: folder, stdio: 'pipe' });
    container = await bootContainer({ root: ensureDebianRoot(), binds: [`${folder}:/packages`] });
    container.run('rm', '-rf', '/etc/apt/sources.list', '/etc/apt/sources.list.d');
    container.run('mkdir', '/etc/apt/sources.list.d');
    writeFileSync(container.path('/etc/apt/sources.list.d/stationery.list'), source('/packages/apt'));
  }, 300_000);

  afterAll(async () => {
    await container?.powerOff();
    spawnSync('gpgconf', ['--kill', 'all']);
    vi.unstubAllEnvs();
  });

  const install = (...names: string[]) =>
    container.run('apt-get', 'install', '--yes', '--no-install-recommends', ...names);
  const state = (name: string) => [
    container.try('systemctl', 'is-enabled', `stationery-${name}`).stdout.trim(),
    container.show(`stationery-${name}`, 'ActiveState'),
  ];
  const on = ['enabled', 'active'];
  const off = ['disabled', 'inactive'];

  it('installs only the plotter service, which then answers', () => {
    const { stdout, stderr } = container.try('apt-get', 'update');
    expect(`${stdout}${stderr}`).not.toMatch(/^[WE]:/m);
    install('stationery-plotter');
    expect([state('plotter'), state('station'), state('board')]).toEqual([on, off, off]);
    expect(container.run('curl', '-sS', '--fail', 'http://127.0.0.1:3000/api/plotter/health')).toContain('{');
  });

  it('installs the station and the board, with one NATS server', () => {
    const nats = readdirSync(folder).find((name) => name.startsWith('nats-server')) ?? '';
    install('stationery-station', 'stationery-board', `/packages/${nats}`);
    expect([state('plotter'), state('station'), state('board')]).toEqual([on, on, on]);
    expect(container.show('nats-server', 'ActiveState')).toBe('inactive');
    expect(container.run('curl', '-sS', '--fail', 'http://127.0.0.1:3200/api/fleet/status')).toContain(
      '"connected"',
    );
  });

  it('upgrades, and leaves a disabled service off', () => {
    container.run('systemctl', 'disable', '--now', 'stationery-board');
    publish(versions.second, packagesForTests().second);
    container.run('apt-get', 'update');
    container.run('apt-get', 'upgrade', '--yes');
    expect(container.run('stationery', '--version')).toBe(`${versions.second}\n`);
    expect([state('plotter'), state('station'), state('board')]).toEqual([on, on, off]);
  });

  it('removes a service, and installs it again', () => {
    container.run('apt-get', 'remove', '--yes', 'stationery-plotter');
    expect([state('plotter'), state('station')]).toEqual([off, on]);
    install('stationery-plotter');
    expect(state('plotter')).toEqual(on);
  });

  it('is refused if an index was changed', () => {
    const changed = join(folder, 'changed');
    execFileSync('cp', ['-r', join(folder, 'apt'), changed]);
    const [architecture = ''] = readdirSync(join(changed, 'dists/stable/main'));
    appendFileSync(join(changed, 'dists/stable/main', architecture, 'Packages'), 'Package: other\n');
    writeFileSync(join(changed, 'dists/stable/main', architecture, 'Packages.gz'), '');
    writeFileSync(container.path('/etc/apt/sources.list.d/stationery.list'), source('/packages/changed'));
    const { stdout, stderr } = container.try('apt-get', 'update');
    expect(`${stdout}${stderr}`).toMatch(/size mismatch|Hash Sum mismatch|unexpected size/i);
  });

  it('has service packages that pass lintian', () => {
    const packages = readdirSync(folder)
      .filter((name) => name.endsWith(`${versions.second}_all.deb`))
      .map((name) => join(folder, name));
    expect(packages).toHaveLength(3);
    const { stdout } = spawnSync('lintian', ['--allow-root', ...packages], { encoding: 'utf8' });
    expect(stdout.split('\n').filter((line) => /^[EW]:/.test(line))).toEqual([]);
  });
});
