// Makes an apt repository of static files: packages, indices, and a signed list of the indices.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  constants,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { architectures } from './architectures.mjs';
import { buildDate } from './archive.mjs';
import { makeServicePackages } from './service-packages.mjs';

const suite = 'stable';
const keyName = 'stationery-archive-keyring.asc';

/**
 * Makes the repository and returns its folder. `key` is a key in
 * gpg's keyring; without it, gpg's default key is used.
 */
export function makeAptRepository({ out, version, key }) {
  const signer = signingKey(key);
  makeServicePackages({ out, version });
  const repository = join(resolve(out), 'apt');
  const packages = readdirSync(out)
    .filter((name) =>
      new RegExp(`^stationery[a-z-]*_${version.replaceAll('.', '\\.')}_\\w+\\.deb$`).test(name),
    )
    .sort();
  rmSync(repository, { recursive: true, force: true });
  mkdirSync(join(repository, 'pool'), { recursive: true });
  for (const name of packages)
    copyFileSync(join(out, name), join(repository, 'pool', name), constants.COPYFILE_FICLONE);
  const entries = packages.map((name) => packageEntry(join(repository, 'pool', name)));
  const indices = Object.values(architectures)
    .map(({ debian }) => debian)
    .filter((debian) => entries.some(({ architecture }) => architecture === debian))
    .flatMap((debian) => indexFiles(debian, entries));
  const suiteFolder = join(repository, 'dists', suite);
  for (const { path, content } of indices) {
    mkdirSync(join(suiteFolder, path, '..'), { recursive: true });
    writeFileSync(join(suiteFolder, path), content);
  }
  writeFileSync(join(suiteFolder, 'Release'), releaseFile(version, indices));
  sign(signer, suiteFolder);
  writeFileSync(join(repository, keyName), gpg('--armor', '--export', signer));
  return repository;
}

/** Returns the fingerprint of the key; throws if gpg does not have its secret part. */
export function signingKey(key) {
  const words = ['--batch', '--with-colons', '--list-secret-keys', ...(key === undefined ? [] : [key])];
  const { stdout } = spawnSync('gpg', words, { encoding: 'utf8' });
  const [, fingerprint] = /^fpr:+([0-9A-F]{40}):$/m.exec(stdout ?? '') ?? [];
  if (fingerprint !== undefined) return fingerprint;
  throw new Error(
    `gpg has no secret key${key === undefined ? '' : ` “${key}”`} to sign the apt repository with. Make one and keep it: gpg --quick-gen-key "Stationery releases" ed25519 sign never`,
  );
}

const gpg = (...words) =>
  execFileSync('gpg', ['--batch', '--yes', ...words], { stdio: ['ignore', 'pipe', 2] });

function sign(signer, folder) {
  const words = ['--local-user', signer, '--digest-algo', 'SHA512', '--armor'];
  const to = (name) => ['--output', join(folder, name)];
  gpg(...words, ...to('InRelease'), '--clearsign', join(folder, 'Release'));
  gpg(...words, ...to('Release.gpg'), '--detach-sign', join(folder, 'Release'));
}

function packageEntry(file) {
  const content = readFileSync(file);
  const control = execFileSync('dpkg-deb', ['--field', file], { encoding: 'utf8' }).trimEnd();
  const [, architecture] = /^Architecture: (\w+)$/m.exec(control);
  const lines = [
    control,
    `Filename: pool/${basename(file)}`,
    `Size: ${content.length}`,
    `SHA256: ${sha256(content)}`,
  ];
  return { architecture, text: `${lines.join('\n')}\n\n` };
}

function indexFiles(debian, entries) {
  const text = entries
    .filter(({ architecture }) => architecture === debian || architecture === 'all')
    .map((entry) => entry.text)
    .join('');
  const path = `main/binary-${debian}/Packages`;
  return [
    { path, architecture: debian, content: Buffer.from(text) },
    { path: `${path}.gz`, architecture: debian, content: gzipSync(text, { level: 9 }) },
  ];
}

function releaseFile(version, indices) {
  const names = [...new Set(indices.map(({ architecture }) => architecture))];
  const sums = indices.map(({ path, content }) => ` ${sha256(content)} ${content.length} ${path}\n`);
  return `Origin: Stationery
Label: Stationery
Suite: ${suite}
Codename: ${suite}
Version: ${version}
Date: ${buildDate()}
Architectures: ${names.join(' ')}
Components: main
SHA256:
${sums.join('')}`;
}

const sha256 = (content) => createHash('sha256').update(content).digest('hex');
