import { type PlotterCommand, plotterCommands } from '@stationery/contract/plotter-commands';

/** Returns the commands that begin with the input. Empty once the command is complete. */
export function completionsOf(written: string): readonly PlotterCommand[] {
  const start = written.trimStart().toUpperCase();
  if (start === '' || /\s/.test(start)) return [];
  return plotterCommands.filter(({ verb }) => verb.startsWith(start) && verb !== start);
}

/** Returns the completed command, with a space if arguments follow. */
export function completed({ verb, usage }: PlotterCommand): string {
  return usage === verb ? verb : `${verb} `;
}

/** Returns the usage of the command that is being typed, once its name is complete. */
export function usageOf(written: string): PlotterCommand | undefined {
  const [verb] = written.trimStart().toUpperCase().split(/\s/, 1);
  return plotterCommands.find((command) => command.verb === verb);
}
