// Makes a fingerprint of everything a package is built from, so that unchanged packages are not rebuilt.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, root } from '../../lib/prepare.mjs';
import { buildMoment } from './archive.mjs';
import { maintainer } from './debian-files.mjs';

const below = (folder) =>
  readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`);

export function packageInputs({ out: _, ...options }) {
  const built = readdirSync(join(root, 'packages')).flatMap((name) => [
    `packages/${name}/package.json`,
    ...below(`packages/${name}/dist`),
  ]);
  const files = [...built, ...below('packages/cli/bin'), ...below('tools/release/package')];
  const others = [
    'tools/release/package.mjs',
    'package-lock.json',
    'node_modules/.package-lock.json',
    'LICENSE',
  ];
  return `${JSON.stringify([options, buildMoment(), maintainer()])}\n${fingerprint([...files, ...others])}`;
}
