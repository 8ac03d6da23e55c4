// `npm test [-- path or word]`: runs every test that needs only Node and npm packages, after installing and compiling what
// is missing.
import { buildCodeIfNeeded, installIfNeeded } from '../lib/prepare.mjs';
import { explainIfAsked } from '../lib/read-arguments.mjs';
import { runProject } from './vitest.mjs';

explainIfAsked(import.meta.filename);
installIfNeeded();
buildCodeIfNeeded();
const { failed } = await runProject('unit', process.argv.slice(2));
process.exitCode = failed === 0 ? 0 : 1;
