// `npm run unit [path or word] [vitest options]`: runs vitest at once on the matching tests. Tests under test/system and
// test/release run only if the path contains “system” or “release”. `npm run watch` takes the same and runs tests again when a file changes.
import { buildCodeIfNeeded, buildIfNeeded, installIfNeeded } from './prepare.mjs';
import { explainIfAsked } from './read-arguments.mjs';
import { vitest } from './vitest.mjs';

explainIfAsked(import.meta.filename);
const args = process.argv.slice(2);
const isSystem = args.some((word) => /system|release/.test(word));
installIfNeeded();
if (isSystem) buildIfNeeded();
else buildCodeIfNeeded();
const mode = args.includes('--watch') ? [] : ['run'];
process.exitCode = await vitest([...mode, ...(isSystem ? [] : ['--project', 'unit']), ...args]);
