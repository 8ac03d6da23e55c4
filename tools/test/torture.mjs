// `npm run torture`: starts the built services, causes faults of every kind again and again, and checks after each one
// that the promises in docs/reliability.md hold.
import { buildIfNeeded, installIfNeeded } from '../lib/prepare.mjs';

installIfNeeded();
buildIfNeeded();
const { torture } = await import('./torture/torture.mjs');
process.exitCode = await torture(process.argv.slice(2));
