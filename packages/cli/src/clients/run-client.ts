import { SettingError } from '@stationery/core/settings';
import { clientSources } from '../config-file.ts';
import { stopSignal } from '../stop-signal.ts';
import { didYouMean } from './closest.ts';
import { type ClientCommand, type ClientEntry, isGroup } from './command.ts';
import { connectPlotter, connectStation } from './connect.ts';
import { exitCodes } from './exit-codes.ts';
import { helpOf } from './help.ts';
import { parseArguments } from './parse-arguments.ts';
import { Output } from './terminal/output.ts';
import { plain } from './terminal/words.ts';
import { exitCodeOf, sentenceOf } from './what-went-wrong.ts';

/** Runs a client command and gives its exit code; what goes wrong becomes one sentence. */
export async function runClient(
  path: string,
  entry: ClientEntry,
  words: readonly string[],
  helpPath = path,
): Promise<number> {
  if (!isGroup(entry)) return guarded({ path, helpPath }, (signal) => runCommand(path, entry, words, signal));
  const [first = '--help', ...rest] = words;
  if (['help', '--help', '-h'].includes(first)) return say(helpOf(path, entry));
  const command = Object.hasOwn(entry.commands, first) ? entry.commands[first] : undefined;
  if (command !== undefined) return runClient(`${path} ${first}`, command, rest);
  if (entry.direct?.isMeant(first))
    return runClient(path, entry.direct.command, words, `${path} drawing.svg`);
  const hint = didYouMean(first, Object.keys(entry.commands));
  return guarded({ path, helpPath }, () => {
    throw new SettingError(`there is no “${first}”${hint}`);
  });
}

async function guarded(
  { path, helpPath }: { path: string; helpPath: string },
  work: (signal: AbortSignal) => Promise<number>,
): Promise<number> {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // Nobody reads on (`… | head -1`): the end, with the code that a shell gives a program without this line.
    if (error.code === 'EPIPE') process.exit(exitCodes.unread);
    process.stderr.write(`stationery ${path}: What it says could not be written: ${error.message}\n`);
    process.exit(exitCodes.failed);
  });
  const signal = stopSignal();
  try {
    return await work(signal);
  } catch (error) {
    if (signal.aborted) return exitCodes.interrupted;
    const out = new Output(process, false, process.env);
    out.note(`${out.style('red', `stationery ${path}:`, 'stderr')} ${plain(sentenceOf(error, helpPath))}`);
    return exitCodeOf(error);
  }
}

async function runCommand(
  path: string,
  command: ClientCommand,
  words: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  const parsed = parseArguments(command, words);
  if (parsed.help) return say(helpOf(path, command));
  const sources = clientSources(parsed.config, parsed.settingFlags);
  return command.run({
    args: parsed.args,
    options: parsed.options as never,
    out: new Output(process, parsed.json, process.env),
    signal,
    station: () => connectStation(sources, signal),
    plotter: () => connectPlotter(sources),
  });
}

function say(text: string): number {
  process.stdout.write(text);
  return exitCodes.good;
}
