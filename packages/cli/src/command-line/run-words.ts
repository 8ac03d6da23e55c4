import { writeError } from '../journal-output.ts';
import { exitCodes, Failure, UsageError } from '../terminal/exit-codes.ts';
import { Output, type Streams } from '../terminal/output.ts';
import { plain } from '../terminal/words.ts';
import { didYouMean } from './closest.ts';
import { type Command, type CommandContext, type CommandGroup, isGroup, loaded } from './command.ts';
import { readConfigFile, settingSources } from './config-file.ts';
import { helpOf } from './help.ts';
import { asksForHelp, parseArguments } from './parse-arguments.ts';

/** The environment that a command runs in: the process, or a test. */
interface CliEnvironment {
  streams: Streams;
  env: NodeJS.ProcessEnv;
  /** Aborted by Ctrl+C. Not called for commands that handle signals themselves. */
  stopSignal(): AbortSignal;
  onCommand?(command: Command, path: string): void;
}

interface Found {
  path: string;
  /** The command path in the advice to use `--help`. */
  helpPath: string;
  entry: Command | CommandGroup;
  words: readonly string[];
  isHelp: boolean;
}

export async function runWords(
  program: CommandGroup,
  words: readonly string[],
  environment: CliEnvironment,
): Promise<number> {
  const { streams } = environment;
  let place = { path: '', helpPath: '' };
  let signal: AbortSignal | undefined;
  try {
    const found = await findCommand(program, words, (reached) => {
      place = reached;
    });
    const { path, helpPath, entry } = found;
    if (isGroup(entry) || found.isHelp || asksForHelp(found.words)) {
      streams.stdout.write(helpOf(path, entry));
      return exitCodes.good;
    }
    place = { path, helpPath };
    environment.onCommand?.(entry, path);
    const context = contextOf({ program, path, command: entry, words: found.words }, environment, () => {
      signal ??= entry.ownSignals ? new AbortController().signal : environment.stopSignal();
      return signal;
    });
    return (await entry.run(context)) ?? exitCodes.good;
  } catch (error) {
    // After Ctrl+C, errors other than a `Failure` are consequences of the interruption.
    if (signal?.aborted && !(error instanceof Failure)) return exitCodes.interrupted;
    return report(error, place, environment);
  }
}

/** Finds the command that the words name. If they end at a group, its help is shown. */
export async function findCommand(
  program: CommandGroup,
  allWords: readonly string[],
  onPlace?: (place: { path: string; helpPath: string }) => void,
): Promise<Found> {
  let found: Found = { path: '', helpPath: '', entry: program, words: allWords, isHelp: false };
  while (isGroup(found.entry)) {
    const { path, entry, words } = found;
    onPlace?.({ path, helpPath: path });
    const [first, ...rest] = words;
    if (first === undefined || first === '--help' || first === '-h') return found;
    if (first === 'help') {
      found = { ...found, words: rest, isHelp: true };
      continue;
    }
    const next = path === '' && first === '--version' ? 'version' : first;
    if (Object.hasOwn(entry.commands, next)) {
      const inner = [path, next].filter(Boolean).join(' ');
      const row = entry.commands[next]!;
      found = { ...found, path: inner, helpPath: inner, entry: await loaded(row), words: rest };
      continue;
    }
    if (entry.direct?.isSelected(first))
      return { ...found, helpPath: `${path} ${entry.direct.example}`, entry: entry.direct.command };
    throw noSuchCommand(path, first, Object.keys(entry.commands));
  }
  return found;
}

function noSuchCommand(path: string, word: string, known: readonly string[]): UsageError {
  if (word.startsWith('-'))
    return new UsageError(
      `“${word}” comes after the command: stationery ${[path, '<command>'].filter(Boolean).join(' ')} ${word}`,
    );
  const guess = didYouMean(word, known);
  return new UsageError(`there is no command “${[path, word].filter(Boolean).join(' ')}”${guess}`);
}

interface Row {
  program: CommandGroup;
  path: string;
  command: Command;
  words: readonly string[];
}

function contextOf(
  { program, path, command, words }: Row,
  { streams, env }: CliEnvironment,
  stop: () => AbortSignal,
): CommandContext {
  const { settingFlags, json, config, args, options, rest } = parseArguments(command, words);
  // A config file named by `--config` must be readable even if no setting from it is needed.
  if (config !== undefined) readConfigFile(config);
  const signal = stop();
  const section = command.settings?.section ?? (command.service === undefined ? undefined : 'client');
  const sources: CommandContext['sources'] = (wanted, how) => {
    const args = wanted === section ? settingFlags : [];
    return how?.withoutFile ? { args, env } : settingSources(wanted, { config, env, args });
  };
  const connected = () => import('../connection/connect.ts');
  return {
    program,
    path,
    args,
    options: options as never,
    rest,
    out: new Output(streams, json, env),
    env,
    signal,
    config,
    sources,
    station: async () => (await connected()).connectStation(sources('client'), signal),
    plotter: async () => (await connected()).connectPlotter(sources('client')),
    board: async () => (await connected()).connectBoard(sources('client')),
  };
}

async function report(
  error: unknown,
  { path, helpPath }: { path: string; helpPath: string },
  { streams, env }: CliEnvironment,
): Promise<number> {
  const name = path === '' ? 'stationery:' : `stationery ${path}:`;
  // Loaded on demand, because it imports the errors of the clients.
  const { describeError, exitCodeOf } = await import('./describe-error.ts');
  const out = new Output(streams, false, env);
  writeError(
    `${out.style('red', name, 'stderr')} ${plain(describeError(error, helpPath))}\n`,
    'error',
    streams.stderr,
  );
  return exitCodeOf(error);
}
