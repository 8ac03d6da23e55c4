import type { PlotterClient, StationClient } from '@stationery/client';
import type { Output } from './terminal/output.ts';

export interface ClientOption {
  /** What stands for the value in `--help`; a switch has none. */
  placeholder?: string;
  help: string;
  /** What completes the value. */
  takes?: 'file' | 'folder';
  /** May be given several times: its value is a list. */
  repeats?: true;
}

type OptionTable = Record<string, ClientOption>;

export type OptionValues<O extends OptionTable> = {
  [K in keyof O]: O[K] extends { repeats: true }
    ? string[]
    : O[K] extends { placeholder: string }
      ? string | undefined
      : boolean;
};

/** What a command has to work with. */
export interface ClientContext<O extends OptionTable = OptionTable> {
  args: string[];
  options: OptionValues<O>;
  out: Output;
  /** Aborted by Ctrl+C. */
  signal: AbortSignal;
  station(): Promise<StationClient>;
  plotter(): Promise<PlotterClient>;
}

export interface ClientCommand {
  summary: string;
  /** As it stands after the name in the usage: `<path…>`. */
  arguments?: string;
  /** How many arguments it takes at least and at most. */
  count?: readonly [number, number];
  /** What completes the arguments. */
  takes?: 'file';
  /** More than the summary says. */
  about?: string;
  service: 'station' | 'plotter';
  options: OptionTable;
  examples: readonly string[];
  run(context: ClientContext): Promise<number>;
}

export interface ClientGroup {
  summary: string;
  commands: Record<string, ClientCommand>;
  /** What is meant where the first word is none of the commands, and this says so. */
  direct?: { command: ClientCommand; isMeant(first: string): boolean };
  examples: readonly string[];
}

export type ClientEntry = ClientCommand | ClientGroup;

export const isGroup = (entry: ClientEntry): entry is ClientGroup => 'commands' in entry;

/** A command whose options are typed by their table. */
export function defineCommand<const O extends OptionTable = Record<never, never>>(
  command: Omit<ClientCommand, 'options' | 'run'> & {
    options?: O;
    run(context: ClientContext<O>): Promise<number>;
  },
): ClientCommand {
  return { options: {}, ...command } as unknown as ClientCommand;
}
