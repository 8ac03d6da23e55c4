import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const program = fileURLToPath(new URL('../../dist/program', import.meta.url));

it('the bundle takes one byte per character, because it contains only Latin-1', () => {
  const modules = readdirSync(program).filter((name) => name.endsWith('.cjs'));
  expect(modules).toContain('main.cjs');
  for (const name of modules) {
    const beyond = /[\u0100-\uffff]/.exec(readFileSync(join(program, name), 'utf8'));
    expect(beyond?.[0], name).toBeUndefined();
  }
});

it('the bundle has no compiler for schemas that its routes do not use', () => {
  const texts = readdirSync(program).map((name) => readFileSync(join(program, name), 'utf8'));
  expect(texts.filter((text) => text.includes('node_modules/ajv/'))).toEqual([]);
});

it('network commands load no database, because the watchdog runs all the time', () => {
  const loaded = loadedAtOnce('network-command-');
  for (const { name, imports } of loaded) expect(imports, name).not.toContain('libsql');
  expect(loaded.length).toBeGreaterThan(10);
});

it('the station starts without loading its optional parts: MQTT, titles, collections', () => {
  const loaded = loadedAtOnce('station-command-');
  const sources = loaded.flatMap(({ text }) => text.match(/(?<=^\/\/#region ).*/gm) ?? []);
  expect(sources.join()).toContain('station/dist/station.js');
  const unused =
    /dist\/(?:mqtt\/|device\/|collection\/take-over)|node_modules\/(?:mqtt|music-metadata|typebox\/build\/type\/extends)\//;
  expect(sources.filter((source) => unused.test(source))).toEqual([]);
});

/** Returns the modules that are loaded before a command of the program runs. */
function loadedAtOnce(start: string) {
  const names = new Set(readdirSync(program).filter((name) => name.startsWith(start)));
  return [...readAll(names)];
}

function* readAll(names: Set<string>) {
  for (const name of names) {
    const text = readFileSync(join(program, name), 'utf8');
    const imports = [...text.matchAll(/^(?:const .* = )?require\("([^"]+)"\);$/gm)].map(
      (match) => match[1] ?? '',
    );
    for (const other of imports) if (other.startsWith('./')) names.add(other.slice(2));
    yield { name, text, imports };
  }
}
