import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const program = fileURLToPath(new URL('../dist/program', import.meta.url));

it('takes one byte of memory for a character: nothing in it is beyond Latin-1', () => {
  const modules = readdirSync(program).filter((name) => name.endsWith('.mjs'));
  expect(modules).toContain('main.mjs');
  for (const name of modules) {
    const beyond = /[\u0100-\uffff]/.exec(readFileSync(join(program, name), 'utf8'));
    expect(beyond?.[0], name).toBeUndefined();
  }
});

it('has no compiler for schemas that its routes do not use', () => {
  const texts = readdirSync(program).map((name) => readFileSync(join(program, name), 'utf8'));
  expect(texts.filter((text) => text.includes('node_modules/ajv/'))).toEqual([]);
});
