// Generates the types and URLs of the client from the contract, as a part of the build.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkers, root, run } from '../lib/prepare.mjs';

run(process.execPath, [
  join(root, 'node_modules/typescript/bin/tsc'),
  '-b',
  'packages/contract',
  ...checkers,
]);
const { boardClientTypes, plotterClientTypes, stationClientTypes } = await import(
  '../../packages/contract/dist/index.js'
);
const folder = join(root, 'packages/client/src/generated');
mkdirSync(folder, { recursive: true });
const files = { station: stationClientTypes, plotter: plotterClientTypes, board: boardClientTypes };
for (const [name, types] of Object.entries(files)) {
  const path = join(folder, `${name}.ts`);
  const text = types();
  // Leave an unchanged file alone, so that it keeps its date and nothing is rebuilt.
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
}
