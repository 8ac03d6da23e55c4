// Saves V8's compiled code when a command ends, in addition to the earlier cache.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { programLoader, writeCode } from '../../../packages/cli/bin/load-program.mjs';

const compiled = [];
const load = programLoader((module) => compiled.push(module));
process.on('exit', () => {
  // V8 uses a code cache only with the same flags as a normal start, which a service changes later.
  setFlagsFromString('--opt');
  for (const { script, text, codeFile } of compiled) {
    mkdirSync(dirname(codeFile), { recursive: true });
    writeCode(codeFile, text, script.createCachedData());
  }
});
process.exitCode = await load('main.cjs').main(process.argv.slice(2));
