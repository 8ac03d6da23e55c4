import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const program = fileURLToPath(new URL('../dist/program', import.meta.url));

it('takes one byte of memory for a character: nothing in it is beyond Latin-1', () => {
  const modules = readdirSync(program).filter((name) => name.endsWith('.cjs'));
  expect(modules).toContain('main.cjs');
  for (const name of modules) {
    const beyond = /[\u0100-\uffff]/.exec(readFileSync(join(program, name), 'utf8'));
    expect(beyond?.[0], name).toBeUndefined();
  }
});

it('has no compiler for schemas that its routes do not use', () => {
  const texts = readdirSync(program).map((name) => readFileSync(join(program, name), 'utf8'));
  expect(texts.filter((text) => text.includes('node_modules/ajv/'))).toEqual([]);
});

it('loads no database for the commands of the network: the watchdog among them runs all the time', () => {
  const start = readdirSync(program).find((name) => name.startsWith('network-command-'));
  const loaded = new Set([start ?? 'no such module']);
  for (const name of loaded) {
    const text = readFileSync(join(program, name), 'utf8');
    const imports = [...text.matchAll(/^(?:const .* = )?require\("([^"]+)"\);$/gm)].map(
      (match) => match[1] ?? '',
    );
    for (const other of imports) if (other.startsWith('./')) loaded.add(other.slice(2));
    expect(imports, name).not.toContain('libsql');
  }
  expect(loaded.size).toBeGreaterThan(10);
});
