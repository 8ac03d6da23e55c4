import { createPlotterSetup, type PlotterSetup } from '@stationery/client/setup';
import type { CommandContext } from '../../command-line/command.ts';
import { plotterOptions } from '../../connection/connect.ts';

export async function connectSetup({ sources }: Pick<CommandContext, 'sources'>): Promise<PlotterSetup> {
  return createPlotterSetup(plotterOptions(sources('client')));
}
