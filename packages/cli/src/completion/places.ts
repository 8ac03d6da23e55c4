import {
  type Command,
  type CommandGroup,
  type Completion,
  type Entry,
  isGroup,
  loaded,
} from '../command-line/command.ts';
import { completionOf, flagsOf } from '../command-line/flags.ts';

export type Values = 'file' | 'folder' | 'ask' | 'none' | readonly string[];

export interface PlaceFlag {
  name: string;
  help: string;
  /** Absent for switches. */
  values?: Values;
}

export interface Place {
  /** The words that lead there, for example `stationery` or `stationery files`. */
  path: string;
  commands: { name: string; summary: string }[];
  flags: PlaceFlag[];
  args: Values[];
}

export async function placesOf(program: CommandGroup): Promise<Place[]> {
  // Imported only here, because the package is needed only for the paper sizes.
  const { namedPapers } = await import('@stationery/drawing');
  const papers = Object.keys(namedPapers);
  const places = await placesBelow('stationery', program, papers);
  places[0]?.flags.push({ name: 'version', help: 'Show the version' });
  return places;
}

async function placesBelow(path: string, row: Entry, papers: readonly string[]): Promise<Place[]> {
  const entry = await loaded(row);
  if (!isGroup(entry)) return [{ path, commands: [], ...wordsOf(entry, papers) }];
  const listed = Object.entries(entry.commands).filter(([, each]) => isGroup(each) || !each.isHidden);
  const below = await Promise.all(listed.map(([name, each]) => placesBelow(`${path} ${name}`, each, papers)));
  const own =
    entry.direct === undefined
      ? { flags: [{ name: 'help', help: 'Show this help' }], args: [] }
      : wordsOf(entry.direct.command, papers);
  const commands = listed.map(([name, { summary }]) => ({ name, summary }));
  return [{ path, commands, ...own }, ...below.flat()];
}

function wordsOf(command: Command, papers: readonly string[]): Pick<Place, 'flags' | 'args'> {
  const valuesOf = (completion: Completion | undefined): Values => {
    if (completion === undefined) return 'none';
    if (completion === 'paper') return papers;
    return completion === 'card-file' || completion === 'tag' || completion === 'job' ? 'ask' : completion;
  };
  return {
    flags: flagsOf(command).map((flag) => ({
      name: flag.name,
      help: flag.help.split('\n')[0] ?? '',
      ...(flag.placeholder === undefined ? {} : { values: valuesOf(completionOf(flag)) }),
    })),
    args: (command.completes ?? []).map(valuesOf),
  };
}

/**
 * Returns the kind of value for the arguments. If any argument is asked from the program (`ask`), all are,
 * because the program knows which argument is being typed.
 */
export function argumentValues({ args }: Place): Values {
  return args.includes('ask') ? 'ask' : (args[0] ?? 'none');
}

/** Patterns such as `stationery files get --to`, for each kind of value. */
export function flagPatterns(places: readonly Place[]): { pattern: string; values: Values }[] {
  const all = places.flatMap(({ path, flags }) =>
    flags.flatMap(({ name, values }) => (values === undefined ? [] : [{ path, name, values }])),
  );
  const kindsOf = (name: string) =>
    new Set(all.filter((flag) => flag.name === name).map(({ values }) => JSON.stringify(values)));
  const isSwitchSomewhere = (name: string) =>
    places.some(({ flags }) => flags.some((flag) => flag.name === name && flag.values === undefined));
  // Options that mean the same in every command need one pattern instead of one per command.
  const patterns = all.map(({ path, name, values }) =>
    kindsOf(name).size === 1 && !isSwitchSomewhere(name)
      ? { pattern: `*' --${name}'`, values }
      : { pattern: `'${path} --${name}'`, values },
  );
  return patterns.filter(
    ({ pattern }, index) => patterns.findIndex((each) => each.pattern === pattern) === index,
  );
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", '’')}'`;
}

/** Returns a kind of value as the bash and zsh scripts write it. A list of words follows a colon. */
export const valueWord = (values: Values): string =>
  typeof values === 'string' ? values : `words:${values.join(' ')}`;
