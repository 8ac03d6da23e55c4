// `npm run package [-- --arch x64|arm64|armv7] [--out <folder>] [--version <1.2.3>] [--runtime <node>] [--compression <0-9>]
// [--only archive|debian]`: an archive and a Debian package of everything that a station needs, Node included; nothing is installed or compiled where they go.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { architectures, thisArchitecture } from './package/architectures.mjs';
import { writeArchive } from './package/archive.mjs';
import { writeDebianPackage } from './package/debian.mjs';
import { debianFiles } from './package/debian-files.mjs';
import { packageInputs } from './package/inputs.mjs';
import { nodeRuntime } from './package/node-runtime.mjs';
import { collectPayload } from './package/payload.mjs';
import { folders, installedTree, writeTree } from './package/tree.mjs';
import { prepare, root } from './prepare.mjs';

const { values } = parseArgs({
  options: {
    arch: { type: 'string', default: thisArchitecture() },
    out: { type: 'string', default: join(root, 'dist-packages') },
    version: {
      type: 'string',
      default: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version,
    },
    // A Node that is here already, instead of the one that would be downloaded.
    runtime: { type: 'string' },
    compression: { type: 'string', default: '6' },
    only: { type: 'string' },
  },
});
const architecture = architectures[values.arch];
if (architecture === undefined) {
  console.error(`--arch must be one of ${Object.keys(architectures).join(', ')}, not “${values.arch}”`);
  process.exit(2);
}

await prepare();
const { version, compression } = values;
const out = resolve(values.out);
const name = `stationery-${version}-linux-${values.arch}`;
const archive = join(out, `${name}.tar.gz`);
const debian = join(out, `stationery_${version}_${architecture.debian}.deb`);
const results = { archive: [archive], debian: [debian] }[values.only] ?? [archive, debian];
const stamp = join(out, `.${name}.inputs`);
const inputs = packageInputs(values);
if (results.every((file) => existsSync(file)) && readIfThere(stamp) === inputs) {
  console.log(results.join('\n'));
  process.exit();
}
rmSync(stamp, { force: true });
const runtime = nodeRuntime(architecture, values.runtime);
const payload = await collectPayload(architecture, version);
const staged = join(root, '.stamps/package', `${name}-${process.pid}`);
/** It is there whole or not at all, also where two build the same one at once. */
const half = (path) => `${path}.${process.pid}`;
mkdirSync(out, { recursive: true });
rmSync(staged, { recursive: true, force: true });
try {
  if (results.includes(archive)) {
    const tree = await installedTree({ payload, runtime, folder: folders.archive });
    writeTree([...tree.program, tree.installer], join(staged, 'archive/stationery'));
    // The archive has here what the Debian package installs automatically.
    writeTree(tree.system, join(staged, 'archive/stationery/share/system'));
    writeArchive(join(staged, 'archive'), 'stationery', half(archive), compression);
    renameSync(half(archive), archive);
  }
  if (results.includes(debian)) {
    const tree = await installedTree({ payload, runtime, folder: folders.debian });
    writeTree(tree.program, join(staged, 'debian', folders.debian));
    writeTree([...tree.system, ...(await debianFiles({ version, runtime }))], join(staged, 'debian'));
    const options = { version, architecture, runtime, compression };
    writeDebianPackage(join(staged, 'debian'), half(debian), options);
    renameSync(half(debian), debian);
  }
  writeFileSync(stamp, inputs);
  console.log(results.join('\n'));
  if (runtime === undefined) {
    console.log(
      `Neither has Node in it, for there is none to be had for ${values.arch}: Node 20.19 or newer must be there.`,
    );
  }
} finally {
  rmSync(staged, { recursive: true, force: true });
  for (const path of results) rmSync(half(path), { force: true });
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
