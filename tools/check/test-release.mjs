// `npm run test:release [-- --without-image]`: runs the long tests that rarely fail, under packages/*/test/release
// and tools/test/release, and boots the SD card image. Part of `npm run release`.
import { spawnSync } from 'node:child_process';
import { buildIfNeeded, installIfNeeded, root } from '../lib/prepare.mjs';
import { readArguments } from '../lib/read-arguments.mjs';
import { ensurePrograms, releasePrograms, testPrograms } from '../lib/system-packages.mjs';
import { runProject } from './vitest.mjs';

const { values } = readArguments({
  script: import.meta.filename,
  options: { 'without-image': { type: 'boolean', default: false } },
});
ensurePrograms({ ...testPrograms, ...releasePrograms });
installIfNeeded();
buildIfNeeded();
const { failed } = await runProject('release');
const testImage = () =>
  spawnSync(process.execPath, ['tools/test/image.mjs'], { cwd: root, stdio: 'inherit' }).status === 0;
process.exitCode = (values['without-image'] || testImage()) && failed === 0 ? 0 : 1;
