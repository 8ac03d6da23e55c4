// Runs the programs of the rendered units in systemd's order, as their user.
import { readFileSync } from 'node:fs';
import { run, start, succeeds } from '../guest/programs.mjs';

const valuesOf = (unit, key) =>
  [...readFileSync(`/etc/systemd/system/${unit}`, 'utf8').matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(
    ([, line]) => line,
  );

export function runUnit(unit) {
  for (const line of valuesOf(unit, 'ExecStart')) runLine(line);
}

export function startUnit(unit) {
  for (const line of valuesOf(unit, 'ExecStartPre')) runLine(line);
  const [line] = valuesOf(unit, 'ExecStart');
  return start(...asUser(unit), ...wordsOf(line));
}

/** Returns the words that run a command as the user and with the capabilities of the unit. */
function asUser(unit) {
  const [user] = valuesOf(unit, 'User');
  if (user === undefined) return [];
  const [folder] = valuesOf(unit, 'StateDirectory');
  if (folder !== undefined) run('install', '-d', '-o', user, '-g', user, `/var/lib/${folder}`);
  const [capabilities = ''] = valuesOf(unit, 'AmbientCapabilities');
  const kept = capabilities
    .split(' ')
    .map((each) => `+${each.replace('CAP_', '').toLowerCase()}`)
    .join(',');
  const rights = [`--inh-caps=-all,${kept}`, `--ambient-caps=-all,${kept}`, `--bounding-set=-all,${kept}`];
  return ['setpriv', '--reuid', user, '--regid', user, '--clear-groups', ...rights];
}

/** Runs a line of a unit. A leading dash means that failures are ignored. */
function runLine(line) {
  if (line.startsWith('-')) succeeds(...wordsOf(line.slice(1)));
  else run(...wordsOf(line));
}

function wordsOf(line) {
  if (/["'\\$%]/.test(line)) throw new Error(`this line needs more than a split at spaces: ${line}`);
  return line.split(' ');
}
