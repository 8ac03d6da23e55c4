import { type PlotterCommand, plotterCommands } from '@stationery/contract/plotter-commands';

/** Empty once the command is complete. */
export function completionsOf(written: string): readonly PlotterCommand[] {
  const start = written.trimStart().toUpperCase();
  if (start === '' || /\s/.test(start)) return [];
  return plotterCommands.filter(({ verb }) => verb.startsWith(start) && verb !== start);
}

/** With a space if arguments follow. */
export function completed({ verb, usage }: PlotterCommand): string {
  return usage === verb ? verb : `${verb} `;
}

/** Undefined until the command's name is complete. */
export function usageOf(written: string): PlotterCommand | undefined {
  const [verb] = written.trimStart().toUpperCase().split(/\s/, 1);
  return plotterCommands.find((command) => command.verb === verb);
}
