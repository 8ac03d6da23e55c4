import type { PlotterClient, StationClient } from '@stationery/client';
import type { BoardClient } from '@stationery/client/board';
import type { SettingSources, SettingTable } from '@stationery/core/settings';
import type { Output } from '../terminal/output.ts';

/** What completes a word at the Tab key: a kind of thing, or the words that are possible. */
export type Completion = 'file' | 'folder' | 'card-file' | 'tag' | 'job' | 'paper' | readonly string[];

export interface CommandOption {
  /** What stands for the value in `--help`; a switch has none. */
  placeholder?: string;
  help: string;
  completes?: Completion;
  /** May be given several times: its value is a list. Of all others the last one counts. */
  repeats?: true;
  /** An empty text is a value, which removes what was there. */
  mayBeEmpty?: true;
}

export type OptionTable = Record<string, CommandOption>;

export type OptionValues<O extends OptionTable> = {
  [K in keyof O]: O[K] extends { repeats: true }
    ? string[]
    : O[K] extends { placeholder: string }
      ? string | undefined
      : boolean;
};

/** The objects in a config file. */
export type Section = 'station' | 'plotter' | 'board' | 'client';

/** Settings that are options of a command, and also environment variables and members of the config file. */
export interface CommandSettings {
  /** The heading in `--help`. */
  title: string;
  section: Section;
  table: SettingTable;
  /** Those with the values yes and no, which are given without a value for yes. */
  switches?: readonly string[];
  /** What the config file may hold, for `--help`. */
  example: string;
}

/** What a command has to work with. */
export interface CommandContext<O extends OptionTable = OptionTable> {
  /** The table that the command is in. */
  program: CommandGroup;
  /** As it was called: `files put`. */
  path: string;
  args: string[];
  options: OptionValues<O>;
  /** Of a command that passes words on: those that are not its own, in their order. */
  rest: string[];
  out: Output;
  env: NodeJS.ProcessEnv;
  /** Aborted by Ctrl+C. */
  signal: AbortSignal;
  /** The config file that was named with `--config`. */
  config: string | undefined;
  /** Where the settings of a section come from; options only for the section that the command has settings of. */
  sources(section: Section, how?: { withoutFile: boolean }): SettingSources;
  station(): Promise<StationClient>;
  plotter(): Promise<PlotterClient>;
  board(): Promise<BoardClient>;
}

export interface Command {
  summary: string;
  /** As it stands after the name in the usage: `<path…>`. */
  arguments?: string;
  /** How many arguments it takes at least and at most. */
  count?: readonly [number, number];
  /** What completes the arguments, one after another; the last one also those that follow. */
  completes?: readonly Completion[];
  /** More than the summary says. */
  about?: string;
  /** The service that it is a client of, which decides its settings. */
  service?: 'station' | 'plotter' | 'board';
  settings?: CommandSettings;
  options: OptionTable;
  /** Said where an option is unknown, in place of a guess. */
  optionHint?: string;
  /** Options that are not its own are for the program that it starts. */
  passesOn?: true;
  /** Runs until it is stopped, even if its output is closed. */
  keepsRunning?: true;
  /** Handles signals itself. */
  ownSignals?: true;
  /** Not listed: for programs. */
  isHidden?: true;
  examples: readonly string[];
  run(context: CommandContext): number | Promise<number>;
}

export interface CommandGroup {
  summary: string;
  about?: string;
  commands: Record<string, Entry>;
  /** The command that is used if the first word is not a command and this returns true for it. */
  direct?: { command: Command; isMeant(first: string): boolean; example: string };
  examples: readonly string[];
}

/** A row that is loaded when it is used: the small commands start at once, and the watchdog stays small. */
export interface LazyEntry {
  summary: string;
  isHidden?: true;
  load(): Promise<Command | CommandGroup>;
}

export type Entry = Command | CommandGroup | LazyEntry;

export const isGroup = (entry: Entry): entry is CommandGroup => 'commands' in entry;

export async function loaded(entry: Entry): Promise<Command | CommandGroup> {
  return 'load' in entry ? entry.load() : entry;
}

/** A command whose options are typed by their table. */
export function defineCommand<const O extends OptionTable = Record<never, never>>(
  command: Omit<Command, 'options' | 'run'> & {
    options?: O;
    run(context: CommandContext<O>): number | Promise<number>;
  },
): Command {
  return { options: {}, ...command } as unknown as Command;
}
