// Measures plotting times on the simulated machines; one file per machine family in
// tools/bench/machines/.
//
//   npm run bench:machines [-- ebb] [--quick]
import { readdirSync } from 'node:fs';
import { prepare } from '../lib/prepare.mjs';
import { machine } from '../lib/programs.mjs';
import { readArguments, refuse } from '../lib/read-arguments.mjs';

const { values, positionals: wanted } = readArguments({
  script: import.meta.filename,
  options: { quick: { type: 'boolean', default: false } },
  most: 10,
});
const isQuick = values.quick;
const all = readdirSync(new URL('machines/', import.meta.url)).filter((name) => name.endsWith('.mjs'));
const unknown = wanted.find((word) => !all.includes(`${word}.mjs`));
if (unknown !== undefined)
  refuse(`there is no part “${unknown}”, only ${all.join(', ').replaceAll('.mjs', '')}`);
const parts = all.filter((name) => wanted.length === 0 || wanted.includes(name.slice(0, -4))).sort();

await prepare();
console.log(`Machines, ${machine()}`);
for (const part of parts) {
  const { title, run } = await import(`./machines/${part}`);
  console.log(`\n## ${title}\n`);
  await run({ isQuick });
}
