import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { whyNoImage } from './image/why-no-image.mjs';
import { makeAptRepository, signingKey } from './package/apt.mjs';
import { writeChecksums } from './package/checksums.mjs';
import { whyNoContainerImage } from './package/container.mjs';

/** Builds all packages of a release. `without` lists the steps to leave out: `tests`, `image`. */
export function buildPackages(root, version, without) {
  // Fail early if there is no key, before the long build.
  signingKey(process.env.STATIONERY_RELEASE_KEY);
  const out = join(root, 'dist-packages');
  mkdirSync(out, { recursive: true });
  const run = (program, ...args) => execFileSync(program, args, { cwd: root, stdio: ['ignore', 2, 2] });
  const hasImage = !without.includes('image');
  if (!without.includes('tests'))
    run(process.execPath, 'tools/check/test-release.mjs', ...(hasImage ? [] : ['--without-image']));
  for (const architecture of ['x64', 'arm64', 'armv7']) {
    run(process.execPath, 'tools/release/package.mjs', '--arch', architecture, '--version', version);
  }
  run(process.execPath, 'tools/release/package.mjs', '--only', 'npm');
  const reason = hasImage ? whyNoImage() : 'left out';
  if (reason === undefined) run(process.execPath, 'tools/release/image.mjs', '--version', version);
  else process.stderr.write(`No SD card image: ${reason}.\n`);
  for (const arch of ['x64', 'arm64']) {
    const hindrance = whyNoContainerImage(arch);
    const container = ['--only', 'container', '--arch', arch, '--version', version];
    if (hindrance === undefined) run(process.execPath, 'tools/release/package.mjs', ...container);
    else process.stderr.write(`No container image for ${arch}: ${hindrance}.\n`);
  }
  makeAptRepository({ out, version, key: process.env.STATIONERY_RELEASE_KEY });
  writeChecksums(out, version);
}
