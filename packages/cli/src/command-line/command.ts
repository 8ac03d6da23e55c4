import type { PlotterClient, StationClient } from '@stationery/client';
import type { BoardClient } from '@stationery/client/board';
import type { SettingSources, SettingTable } from '@stationery/core/settings';
import type { Output } from '../terminal/output.ts';

/** What the shell completes: a kind of name, or one of the listed words. */
export type Completion = 'file' | 'folder' | 'card-file' | 'tag' | 'job' | 'paper' | readonly string[];

export interface CommandOption {
  /** Stands for the value in `--help`; absent for switches. */
  placeholder?: string;
  help: string;
  completes?: Completion;
  /** The option may be repeated, and its value is a list. For other options the last value wins. */
  repeats?: true;
  /** An empty text is a value, which removes the current one. */
  mayBeEmpty?: true;
}

type OptionTable = Record<string, CommandOption>;

export type OptionValues<O extends OptionTable> = {
  [K in keyof O]: O[K] extends { repeats: true }
    ? string[]
    : O[K] extends { placeholder: string }
      ? string | undefined
      : boolean;
};

export type Section = 'station' | 'plotter' | 'board' | 'client';

/** Settings that can be given as command-line options, environment variables or config-file members. */
export interface CommandSettings {
  title: string;
  section: Section;
  table: SettingTable;
  /** Settings with the values yes and no. As an option without a value they mean yes. */
  switches?: readonly string[];
  example: string;
}

export interface CommandContext<O extends OptionTable = OptionTable> {
  program: CommandGroup;
  /** The command as typed, for example `files put`. */
  path: string;
  args: string[];
  options: OptionValues<O>;
  /** The words to pass on, in order, if the command has `passesOn`. */
  rest: string[];
  out: Output;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  config: string | undefined;
  /** Includes the command-line options only if `section` is the command's own section. */
  sources(section: Section, how?: { withoutFile: boolean }): SettingSources;
  station(): Promise<StationClient>;
  plotter(): Promise<PlotterClient>;
  board(): Promise<BoardClient>;
}

export interface Command {
  summary: string;
  /** The arguments in the usage line, for example `<id> [name] <path…>`. */
  arguments?: string;
  maxArguments?: number;
  /** Completions of the arguments in order; the last applies to all further ones. */
  completes?: readonly Completion[];
  about?: string;
  /** The service that the command is a client of. It determines which settings the command has. */
  service?: 'station' | 'plotter' | 'board';
  settings?: CommandSettings;
  options: OptionTable;
  /** Shown for an unknown option if no known option is similar. */
  optionHint?: string;
  /** Unknown options are passed to the program that the command starts. */
  passesOn?: true;
  /** The command runs until it is stopped, even if its output is closed. */
  keepsRunning?: true;
  ownSignals?: true;
  /** Not listed in the help, because only programs call this command. */
  isHidden?: true;
  examples: readonly string[];
  /** The exit code; undefined is 0. */
  run(context: CommandContext): number | undefined | Promise<number | undefined>;
}

export interface CommandGroup {
  summary: string;
  about?: string;
  commands: Record<string, Entry>;
  /** The command to run if the first word is not a subcommand and `isSelected` returns true for it. */
  direct?: { command: Command; isSelected(first: string): boolean; example: string };
  examples: readonly string[];
}

/** A table row whose command is imported on use, so that small commands start fast and the watchdog stays small. */
interface LazyEntry {
  summary: string;
  isHidden?: true;
  load(): Promise<Command | CommandGroup>;
}

export type Entry = Command | CommandGroup | LazyEntry;

export const isGroup = (entry: Entry): entry is CommandGroup => 'commands' in entry;

export async function loaded(entry: Entry): Promise<Command | CommandGroup> {
  return 'load' in entry ? entry.load() : entry;
}

export function defineCommand<const O extends OptionTable = Record<never, never>>(
  command: Omit<Command, 'options' | 'run'> & {
    options?: O;
    run(context: CommandContext<O>): number | undefined | Promise<number | undefined>;
  },
): Command {
  return { options: {}, ...command } as unknown as Command;
}
