// Builds the firmware's core for this machine, in virtual time, to compare it with the virtual plotter and to fuzz it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = resolve(import.meta.dirname, '../../firmware');
const warnings = ['-Wall', '-Wextra', '-Wconversion', '-Werror'];
const sanitizers = ['-g', '-fsanitize=address,undefined', '-fno-sanitize-recover=all'];

const filesIn = (name, end) =>
  readdirSync(join(folder, name))
    .filter((file) => file.endsWith(end))
    .map((file) => join(folder, name, file));

/** Compiles `main` or `fuzz` unless it is newer than its sources. Returns the path of the program. */
export function buildHostFirmware(program = 'main', { compiler = 'cc' } = {}) {
  const output = join(folder, 'build', `host-${program}`);
  const headers = [...filesIn('core', '.h'), ...filesIn('boards/host', '.h')];
  const board = ['machine.c', `${program}.c`].map((file) => join(folder, 'boards/host', file));
  const sources = [...filesIn('core', '.c'), ...board];
  if (isNewer(output, [...sources, ...headers, import.meta.filename])) return output;
  mkdirSync(join(folder, 'build'), { recursive: true });
  // Compile to a separate file and rename it, because several test files may build at once.
  const unfinished = `${output}.${process.pid}`;
  const folders = ['core', 'boards/host'].map((name) => `-I${join(folder, name)}`);
  const args = ['-std=c11', '-O1', ...warnings, ...sanitizers, ...folders, ...sources, '-o', unfinished];
  const { status, stderr, error } = spawnSync(compiler, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${compiler} failed: ${stderr || error}`);
  renameSync(unfinished, output);
  return output;
}

function isNewer(output, inputs) {
  const builtAt = statSync(output, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return inputs.every((file) => statSync(file).mtimeMs < builtAt);
}
