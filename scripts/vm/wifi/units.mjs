// Runs what the rendered units run, in the order in which systemd would.
import { readFileSync } from 'node:fs';
import { run, start, succeeds } from '../guest/programs.mjs';

const commandsOf = (unit, key) =>
  [...readFileSync(`/etc/systemd/system/${unit}`, 'utf8').matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(
    ([, line]) => line,
  );

/** A unit that only prepares something. */
export function runUnit(unit) {
  for (const line of commandsOf(unit, 'ExecStart')) runLine(line);
}

/** A unit whose program goes on. */
export function startUnit(unit) {
  for (const line of commandsOf(unit, 'ExecStartPre')) runLine(line);
  const [line] = commandsOf(unit, 'ExecStart');
  return start(...wordsOf(line));
}

/** A dash in front: it may fail. */
function runLine(line) {
  if (line.startsWith('-')) succeeds(...wordsOf(line.slice(1)));
  else run(...wordsOf(line));
}

function wordsOf(line) {
  if (/["'\\$%]/.test(line)) throw new Error(`this line needs more than a split at spaces: ${line}`);
  return line.split(' ');
}
