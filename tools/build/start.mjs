// `npm start`: installs and builds what is needed, then runs every service on its defaults.
import { createRequire } from 'node:module';
import { prepare } from '../lib/prepare.mjs';

await prepare();
const { main } = createRequire(import.meta.url)('../../packages/cli/dist/program/main.cjs');
process.exitCode = await main(['up', ...process.argv.slice(2)]);
