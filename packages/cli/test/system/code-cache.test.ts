import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { temporaryFolder } from '@stationery/core/testing';
import { expect, it } from 'vitest';

const cli = fileURLToPath(new URL('../..', import.meta.url));

/** Makes a copy of the built program that a test may damage. */
async function copyOfProgram() {
  const root = await temporaryFolder();
  const copy = join(root, 'packages/cli');
  for (const part of ['package.json', 'bin', 'dist/program', 'dist/code-cache'])
    cpSync(join(cli, part), join(copy, part), { recursive: true });
  for (const part of ['node_modules', 'packages/core', 'packages/station', 'packages/plotter'])
    symlinkSync(join(cli, '../..', part), join(root, part));
  const codeCache = join(copy, 'dist/code-cache', `${process.version}-${process.arch}`);
  return { copy, codeCache };
}

/**
 * Loads the code of the station and returns the modules whose code cache V8 accepted, rejected, or did not
 * get.
 */
function loadStation(copy: string): Record<'taken' | 'refused' | 'missing', string[]> {
  const text = `
    const { programLoader } = await import(${JSON.stringify(pathToFileURL(join(copy, 'bin/load-program.mjs')).href)});
    const modules = { taken: [], refused: [], missing: [] };
    const load = programLoader(({ script, codeFile }) => {
      const outcome = { false: 'taken', true: 'refused', undefined: 'missing' }[script.cachedDataRejected];
      modules[outcome].push(codeFile.split('/').at(-1));
    });
    await load('main.cjs').main(['station', '--help']);
    console.log('\\n' + JSON.stringify(modules));`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', text], {
    encoding: 'utf8',
  });
  expect(printed).toContain('Usage: stationery station');
  return JSON.parse(printed.trim().split('\n').at(-1)!);
}

it('the program starts a service with the code cache from the build', async () => {
  const { taken, refused, missing } = loadStation(cli);
  expect(taken).toContain('main.cjs');
  expect(taken.some((name) => name.startsWith('station-command-'))).toBe(true);
  expect([...refused, ...missing]).toEqual([]);
});

it('the program compiles its source if the code cache is damaged, truncated, or made from a different source', async () => {
  const { copy, codeCache } = await copyOfProgram();
  const damages = [
    (code: Buffer) => code.fill(code[code.length >> 1]! ^ 0x10, code.length >> 1, (code.length >> 1) + 1),
    (code: Buffer) => code.subarray(0, code.length - 100),
    () => Buffer.alloc(0),
  ];
  for (const [index, name] of readdirSync(codeCache).toSorted().entries()) {
    const file = join(codeCache, name);
    writeFileSync(file, damages[index % damages.length]!(readFileSync(file)));
  }
  expect(loadStation(copy).taken).toEqual([]);

  cpSync(join(cli, 'dist/code-cache'), join(copy, 'dist/code-cache'), { recursive: true });
  const main = join(copy, 'dist/program/main.cjs');
  // Keeps the length of the source, because V8 checks only that.
  writeFileSync(main, readFileSync(main, 'utf8').replace('Run the base station', 'Run the base STATION'));
  const { taken, missing } = loadStation(copy);
  expect(missing).toEqual(['main.cjs']);
  expect(taken.length).toBeGreaterThan(10);
});
