// `npm run package [-- --arch x64|arm64|armv7] [--out <folder>] [--version <1.2.3>] [--runtime <node>] [--compression <0-9>]
// [--only archive|debian|npm|apt|container] [--key <gpg key>]`: makes an archive and a Debian package of everything
// that a station needs, Node included. Nothing has to be installed or compiled on the station.
// `--only npm`: the packages for npm, which are for every architecture.
// `--only apt`: the Debian package, one more per service, and a signed apt repository of all packages of this version.
// `--only container`: an OCI image, a file for Compose and one for Home Assistant. Needs Debian and root; for another
// architecture, uses an emulator.
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, root, run } from '../lib/prepare.mjs';
import { readArguments, refuse } from '../lib/read-arguments.mjs';
import { makeAptRepository, signingKey } from './package/apt.mjs';
import { architectures, thisArchitecture } from './package/architectures.mjs';
import { makeContainerImage, whyNoContainerImage } from './package/container.mjs';
import { makePackages } from './package/make.mjs';
import { makeNpmPackages } from './package/npm.mjs';

const { values } = readArguments({
  script: import.meta.filename,
  options: {
    arch: { type: 'string', default: thisArchitecture() },
    out: { type: 'string', default: join(root, 'dist-packages') },
    version: {
      type: 'string',
      default: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version,
    },
    // A local Node program instead of a download.
    runtime: { type: 'string' },
    compression: { type: 'string', default: '6' },
    only: { type: 'string' },
    // A gpg key for the apt repository, instead of gpg's default key.
    key: { type: 'string', default: process.env.STATIONERY_RELEASE_KEY },
  },
});
if (architectures[values.arch] === undefined)
  refuse(`--arch must be one of ${Object.keys(architectures).join(', ')}, not “${values.arch}”`);

// Fail early, before the long build.
if (values.only === 'apt') signingKey(values.key);
const hindrance = values.only === 'container' ? whyNoContainerImage(values.arch) : undefined;
if (hindrance !== undefined) refuse(hindrance);

await prepare();
run(process.execPath, [join(root, 'tools/firmware/build.mjs')]);
mkdirSync(values.out, { recursive: true });
const firmware = ['stationery-plotter-pico.uf2', 'stationery-plotter-uno.hex'].map((name) => {
  copyFileSync(join(root, 'packages/plotter/dist/firmware', name), join(values.out, name));
  return join(values.out, name);
});
const { results, hasNode } = await make();
console.log([...results, ...firmware].join('\n'));
if (!hasNode) {
  console.log(
    `Neither has Node in it, for there is none to be had for ${values.arch}: Node 20.19 or newer must be there.`,
  );
}

async function make() {
  if (values.only === 'npm') return { results: await makeNpmPackages(values.out), hasNode: true };
  if (values.only !== 'apt' && values.only !== 'container') return makePackages(values);
  const { key, out, version, arch, ...options } = values;
  const { hasNode, debian } = await makePackages({ ...options, out, version, arch, only: 'debian' });
  if (values.only === 'apt') return { results: [makeAptRepository({ out, version, key })], hasNode };
  return { results: makeContainerImage({ out, version, arch, debian }), hasNode };
}
