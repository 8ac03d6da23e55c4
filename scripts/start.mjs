// `npm start`: installs and builds what is needed, then runs every service on its defaults.
import { prepare } from './prepare.mjs';

await prepare();
const { main } = await import('../packages/cli/dist/program/main.mjs');
process.exitCode = await main(['up', ...process.argv.slice(2)]);
