// Runs a command of the program, and keeps the code that V8 has made of it when it ends. What was kept before is loaded
// and kept too, so every run adds to it.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { programLoader, writeCode } from '../../packages/cli/bin/load-program.mjs';

const compiled = [];
const load = programLoader((module) => compiled.push(module));
process.on('exit', () => {
  // V8 notes the flags with the code, and uses it only with the same ones: those of a start, which a service then changes.
  setFlagsFromString('--opt');
  for (const { script, text, codeFile } of compiled) {
    mkdirSync(dirname(codeFile), { recursive: true });
    writeCode(codeFile, text, script.createCachedData());
  }
});
process.exitCode = await load('main.cjs').main(process.argv.slice(2));
