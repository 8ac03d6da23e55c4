// `npm run torture`: starts the built services again and again, does to them what may happen to them on a desk
// and on a network, and checks after every time that they kept their promises (docs/reliability.md).
import { buildIfNeeded, installIfNeeded } from './prepare.mjs';

installIfNeeded();
buildIfNeeded();
const { torture } = await import('./torture/torture.mjs');
process.exitCode = await torture(process.argv.slice(2));
