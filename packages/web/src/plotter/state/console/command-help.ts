import { type PlotterCommand, plotterCommands } from '@stationery/contract/plotter-commands';

/** The commands that begin with what was written; none once the whole command is there. */
export function completionsOf(written: string): readonly PlotterCommand[] {
  const start = written.trimStart().toUpperCase();
  if (start === '' || /\s/.test(start)) return [];
  return plotterCommands.filter(({ verb }) => verb.startsWith(start) && verb !== start);
}

/** What to write for a command: with a space where arguments follow. */
export function completed({ verb, usage }: PlotterCommand): string {
  return usage === verb ? verb : `${verb} `;
}

/** The shape of the command that is being written, once its name is whole. */
export function usageOf(written: string): PlotterCommand | undefined {
  const [verb] = written.trimStart().toUpperCase().split(/\s/, 1);
  return plotterCommands.find((command) => command.verb === verb);
}
