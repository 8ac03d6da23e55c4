// `npm run test:release`: runs the long tests that rarely fail, under packages/*/test/release
// and tools/test/release. Part of `npm run release`.
import { buildIfNeeded, installIfNeeded } from '../lib/prepare.mjs';
import { readArguments } from '../lib/read-arguments.mjs';
import { ensurePrograms, releasePrograms, testPrograms } from '../lib/system-packages.mjs';
import { runProject } from './vitest.mjs';

readArguments({ script: import.meta.filename });
ensurePrograms({ ...testPrograms, ...releasePrograms });
installIfNeeded();
buildIfNeeded();
const { failed } = await runProject('release');
process.exitCode = failed === 0 ? 0 : 1;
