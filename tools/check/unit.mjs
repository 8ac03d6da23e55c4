// `npm run unit [path or word] [vitest options]`: runs vitest at once on the matching tests. Tests under test/system,
// test/release and tools/ run only if the path contains “system”, “release” or “tools”. `npm run watch` takes the same and runs tests again when a file changes.
import { buildCodeIfNeeded, buildIfNeeded, installIfNeeded } from '../lib/prepare.mjs';
import { explainIfAsked } from '../lib/read-arguments.mjs';
import { vitest } from './vitest.mjs';

explainIfAsked(import.meta.filename);
const args = process.argv.slice(2);
const isSystem = args.some((word) => /system|release|tools/.test(word));
installIfNeeded();
if (isSystem) buildIfNeeded();
else buildCodeIfNeeded();
const mode = args.includes('--watch') ? [] : ['run'];
process.exitCode = await vitest([...mode, ...(isSystem ? [] : ['--project', 'unit']), ...args]);
