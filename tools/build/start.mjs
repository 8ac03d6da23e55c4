// `npm start`: installs and builds what is needed, then runs every service on its defaults.
import { prepare } from '../lib/prepare.mjs';

await prepare();
const { programLoader } = await import('../../packages/cli/bin/load-program.mjs');
const { main } = programLoader()('main.cjs');
process.exitCode = await main(['up', ...process.argv.slice(2)]);
