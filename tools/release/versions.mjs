import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Sets the version in every manifest, in the lock file, and in the names of files in the docs. */
export function setVersions(root, version) {
  for (const path of manifestPaths(root)) change(root, path, (manifest) => setManifest(manifest, version));
  change(root, 'package-lock.json', (lock) => {
    lock.version = version;
    for (const [path, entry] of Object.entries(lock.packages)) {
      if (path === '' || path.startsWith('packages/')) setManifest(entry, version);
    }
  });
  for (const path of docPaths(root)) {
    const text = readFileSync(join(root, path), 'utf8');
    writeFileSync(join(root, path), text.replaceAll(/(?<=\bstationery[-:])\d+\.\d+\.\d+/g, version));
  }
}

const docPaths = (root) => [
  ...['README.md', 'CONTRIBUTING.md'],
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

const manifestPaths = (root) => [
  'package.json',
  ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}/package.json`),
];

/**
 * Sets the version in a manifest and in its dependencies on workspace packages, because npm would look up a
 * different version in the registry.
 */
function setManifest(manifest, version) {
  manifest.version = version;
  const { dependencies, devDependencies, optionalDependencies, peerDependencies } = manifest;
  for (const needed of [dependencies, devDependencies, optionalDependencies, peerDependencies]) {
    for (const name of Object.keys(needed ?? {})) {
      if (name.startsWith('@stationery/')) needed[name] = version;
    }
  }
}

function change(root, path, work) {
  const file = join(root, path);
  const content = JSON.parse(readFileSync(file, 'utf8'));
  work(content);
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}
