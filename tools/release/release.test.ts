import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { release } from './steps.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const manifests = [
  'package.json',
  ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}/package.json`),
];
const docs = ['README.md', 'docs/getting-it.md', 'docs/deploy-raspberry-pi.md', 'CONTRIBUTING.md'];
const changed = ['package-lock.json', ...manifests, ...docs];
const readJson = (folder: string, path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'));

/** Creates a checkout with the files that a release changes and its own changelog. */
async function checkout(unreleased = '- A button.\n') {
  const folder = await temporaryFolder();
  for (const path of [...changed, 'tools/lib', 'tools/release']) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  writeFileSync(
    join(folder, 'CHANGELOG.md'),
    `# Changelog\n\n## Unreleased\n\n${unreleased}\n## 0.0.9\n\n- A door.\n`,
  );
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args], {
      cwd: folder,
      encoding: 'utf8',
    }).trim();
  git('init', '--quiet');
  git('config', 'user.name', 'T');
  git('config', 'user.email', 't@example.org');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'start');
  const built: string[] = [];
  const said: string[] = [];
  const options = {
    root: folder,
    version: '98.7.6',
    date: '2026-11-16',
    say: (line: string) => said.push(line),
    buildPackages: (_: string, version: string) =>
      built.push(`${version} of ${git('log', '-1', '--format=%s')}`),
  };
  return { folder, git, built, said, options };
}

describe('a release', () => {
  it('sets every version, closes the changelog, commits, builds and tags', async () => {
    const { folder, git, built, options } = await checkout();
    release(options);
    for (const path of manifests) expect(readJson(folder, path).version, path).toBe('98.7.6');
    const { version, packages } = readJson(folder, 'package-lock.json');
    expect([version, packages[''].version, packages['packages/cli'].version]).toEqual(
      Array(3).fill('98.7.6'),
    );
    // Every dependency on a workspace package has the new version.
    const needed = [...manifests, 'package-lock.json'].flatMap((path) => [
      ...readFileSync(join(folder, path), 'utf8').matchAll(/"@stationery\/\w{1,20}": ("[^"]{1,20}")/g),
    ]);
    expect(needed.length).toBeGreaterThan(40);
    expect(new Set(needed.map(([, text]) => text))).toEqual(new Set(['"98.7.6"']));
    expect(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')).toBe(
      '# Changelog\n\n## Unreleased\n\n## 98.7.6 (2026-11-16)\n\n- A button.\n\n## 0.0.9\n\n- A door.\n',
    );
    expect(built).toEqual(['98.7.6 of release 98.7.6']);
    expect(git('describe', '--exact-match')).toBe('v98.7.6');
    expect(git('status', '--porcelain')).toBe('');
    const named = docs.flatMap((path) => [
      ...readFileSync(join(folder, path), 'utf8').matchAll(/stationery[-:](\d+\.\d+\.\d+)/g),
    ]);
    expect(named.length).toBeGreaterThan(6);
    expect(new Set(named.map(([, text]) => text))).toEqual(new Set(['98.7.6']));
    // Only versions were changed.
    const withoutVersions = (text: string) =>
      text
        .replaceAll(/("(?:version|@stationery\/\w+)": )"[^"]*"/g, '$1')
        .replaceAll(/(stationery[-:])\d+\.\d+\.\d+/g, '$1');
    for (const path of changed) {
      const before = git('show', `HEAD~1:${path}`);
      expect(withoutVersions(readFileSync(join(folder, path), 'utf8').trim()), path).toBe(
        withoutVersions(before),
      );
    }
  });

  it.each([
    ['an invalid version', { version: '1.0' }, 'is not a version'],
    ['a version that is not newer', { version: '0.0.1' }, 'is not newer than'],
    ['no version', { version: '' }, '"" is not a version'],
  ])('is refused with %s', async (_, more, message) => {
    const { git, built, options } = await checkout();
    expect(() => release({ ...options, ...more })).toThrow(message);
    expect([git('log', '--format=%s'), git('tag'), built]).toEqual(['start', '', []]);
  });

  it('is refused if there are uncommitted changes, the tag exists, or nothing is new', async () => {
    const dirty = await checkout();
    writeFileSync(join(dirty.folder, 'new.txt'), '');
    expect(() => release(dirty.options)).toThrow('not committed');
    const tagged = await checkout();
    tagged.git('tag', 'v98.7.6');
    expect(() => release(tagged.options)).toThrow('The tag v98.7.6 exists already');
    const empty = await checkout('### Added\n');
    expect(() => release(empty.options)).toThrow('Nothing is unreleased');
  });

  it('restores the checkout if a package cannot be built', async () => {
    const { git, options } = await checkout();
    const buildPackages = () => {
      throw new Error('The disk is full.');
    };
    expect(() => release({ ...options, buildPackages })).toThrow(/The disk is full\.\nNothing was released/);
    expect([git('log', '--format=%s'), git('tag'), git('status', '--porcelain')]).toEqual(['start', '', '']);
  });

  it('changes nothing in a dry run, even if npm consumes the option', async () => {
    const { folder, git } = await checkout();
    const run = (args: string[], env: Record<string, string>) =>
      spawnSync(process.execPath, [join(folder, 'tools/release/release.mjs'), ...args], {
        encoding: 'utf8',
        env: { ...process.env, ...env },
      });
    for (const { status, stdout } of [
      run(['98.7.6', '--dry-run'], {}),
      run(['98.7.6'], { npm_config_dry_run: 'true' }),
    ]) {
      expect(stdout).toContain('Would release 98.7.6');
      expect(status).toBe(0);
    }
    expect([git('log', '--format=%s'), git('tag')]).toEqual(['start', '']);
    expect(existsSync(join(folder, 'dist-packages'))).toBe(false);
    expect(run(['soon'], {})).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('"soon" is not a version'),
    });
  });
});

describe('the manifests of packages', () => {
  it.each(manifests)('%s names its owner and its files', (path) => {
    const { license, repository, files, private: isPrivate, workspaces } = readJson(root, path);
    expect(license).toBe('MIT');
    expect(repository).toMatchObject({ type: 'git', url: expect.stringMatching(/\.git$/) });
    if (workspaces === undefined) {
      expect(files).toContain('dist');
      expect(repository.directory).toBe(dirname(path));
    }
    const isPublished = /^packages\/(client|drawing)\//.test(path);
    expect(isPrivate).toBe(isPublished ? undefined : true);
  });
});
