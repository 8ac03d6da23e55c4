import { type PlotterCommand, plotterCommands } from '@stationery/contract/plotter-commands';

/** Returns the commands that start with the input. Returns none once the command's name is complete. */
export function completionsOf(written: string): readonly PlotterCommand[] {
  const start = written.trimStart().toUpperCase();
  if (start === '' || /\s/.test(start)) return [];
  return plotterCommands.filter(({ verb }) => verb.startsWith(start) && verb !== start);
}

/** Returns the name of the command, with a space if arguments follow. */
export function completed({ verb, usage }: PlotterCommand): string {
  return usage === verb ? verb : `${verb} `;
}

/** Returns undefined until the command's name is complete. */
export function usageOf(written: string): PlotterCommand | undefined {
  const [verb] = written.trimStart().toUpperCase().split(/\s/, 1);
  return plotterCommands.find((command) => command.verb === verb);
}
