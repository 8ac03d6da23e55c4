import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The files of these kernel modules and of all that they need, in the order in which they can be loaded. */
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

/** The kernel takes - and _ for the same, and files may be compressed. */
const moduleName = (file) =>
  basename(file)
    .replace(/\.ko.*$/, '')
    .replaceAll('-', '_');
