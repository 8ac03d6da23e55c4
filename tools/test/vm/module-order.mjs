import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Returns the modules with their dependencies, in load order. */
export function moduleOrder(folder, names) {
  const needs = new Map();
  for (const line of readFileSync(join(folder, 'modules.dep'), 'utf8').trim().split('\n')) {
    const [file, rest] = line.split(':');
    needs.set(file, rest.trim() === '' ? [] : rest.trim().split(' '));
  }
  const byName = new Map([...needs.keys()].map((file) => [moduleName(file), file]));
  const ordered = new Set();
  const add = (file) => {
    for (const needed of needs.get(file)) add(needed);
    ordered.add(file);
  };
  for (const name of names) {
    const file = byName.get(moduleName(name));
    if (file === undefined) throw new Error(`this kernel has no module “${name}”`);
    add(file);
  }
  return [...ordered].map((file) => join(folder, file));
}

/** Normalises a module name. The kernel treats - and _ alike, and files may be compressed. */
const moduleName = (file) =>
  basename(file)
    .replace(/\.ko.*$/, '')
    .replaceAll('-', '_');
