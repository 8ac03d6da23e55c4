// `npm run client-types`: rewrites the types of the client. A test compares it with the contract.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installIfNeeded, root, run } from './prepare.mjs';

installIfNeeded();
run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-b', 'packages/contract']);
const { boardClientTypes, plotterClientTypes, stationClientTypes } = await import(
  '../packages/contract/dist/index.js'
);
const folder = join(root, 'packages/client/src/generated');
writeFileSync(join(folder, 'station.ts'), stationClientTypes());
writeFileSync(join(folder, 'plotter.ts'), plotterClientTypes());
writeFileSync(join(folder, 'board.ts'), boardClientTypes());
