// How long drawings take on the machines, by their simulators; one part a family of machines, in bench/machines/.
//
//   npm run bench:machines [-- ebb] [-- --quick]
import { readdirSync } from 'node:fs';
import { prepare } from '../scripts/prepare.mjs';
import { machine } from './lib/harness.mjs';

const words = process.argv.slice(2);
const isQuick = words.includes('--quick');
const wanted = words.filter((word) => !word.startsWith('--'));
const parts = readdirSync(new URL('machines/', import.meta.url))
  .filter((name) => name.endsWith('.mjs'))
  .filter((name) => wanted.length === 0 || wanted.includes(name.slice(0, -4)))
  .sort();

await prepare();
console.log(`Machines, ${machine()}`);
for (const part of parts) {
  const { title, run } = await import(new URL(`machines/${part}`, import.meta.url));
  console.log(`\n## ${title}\n`);
  await run({ isQuick });
}
