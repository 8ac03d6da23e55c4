// Builds the archive and the Debian package, unless they exist and their inputs are unchanged.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from '../../lib/prepare.mjs';
import { architectures } from './architectures.mjs';
import { writeArchive } from './archive.mjs';
import { writeDebianPackage } from './debian.mjs';
import { debianFiles } from './debian-files.mjs';
import { packageInputs } from './inputs.mjs';
import { nodeRuntime } from './node-runtime.mjs';
import { collectPayload } from './payload.mjs';
import { folders, installedTree, writeTree } from './tree.mjs';

export async function makePackages(options) {
  const { version, compression } = options;
  const architecture = architectures[options.arch];
  const out = resolve(options.out);
  const name = `stationery-${version}-linux-${options.arch}`;
  const archive = join(out, `${name}.tar.gz`);
  const debian = join(out, `stationery_${version}_${architecture.debian}.deb`);
  const results = { archive: [archive], debian: [debian] }[options.only] ?? [archive, debian];
  const hasNode = options.runtime !== undefined || architecture.runtime !== undefined;
  const made = { archive, debian, results, hasNode };
  const stamp = join(out, `.${name}.inputs`);
  const inputs = packageInputs(options);
  if (results.every((file) => existsSync(file)) && readIfThere(stamp) === inputs) return made;
  rmSync(stamp, { force: true });
  const runtime = nodeRuntime(architecture, options.runtime);
  const payload = await collectPayload(architecture, version);
  const staged = join(root, '.stamps/package', `${name}-${process.pid}`);
  /** Files get their final name when complete, so that concurrent builds never see an incomplete package. */
  const half = (path) => `${path}.${process.pid}`;
  mkdirSync(out, { recursive: true });
  rmSync(staged, { recursive: true, force: true });
  try {
    if (results.includes(archive)) {
      const tree = await installedTree({ payload, runtime, folder: folders.archive });
      writeTree([...tree.program, tree.installer], join(staged, 'archive/stationery'));
      // The archive contains the system files that the Debian package installs.
      writeTree(tree.system, join(staged, 'archive/stationery/share/system'));
      writeArchive(join(staged, 'archive'), 'stationery', half(archive), compression);
      renameSync(half(archive), archive);
    }
    if (results.includes(debian)) {
      const tree = await installedTree({ payload, runtime, folder: folders.debian });
      writeTree(tree.program, join(staged, 'debian', folders.debian));
      writeTree([...tree.system, ...(await debianFiles({ version, runtime }))], join(staged, 'debian'));
      writeDebianPackage(join(staged, 'debian'), half(debian), {
        version,
        architecture,
        runtime,
        compression,
      });
      renameSync(half(debian), debian);
    }
    writeFileSync(stamp, inputs);
    return made;
  } finally {
    rmSync(staged, { recursive: true, force: true });
    for (const path of results) rmSync(half(path), { force: true });
  }
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
