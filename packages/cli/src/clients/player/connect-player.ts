import { createStationPlayer, type StationPlayer } from '@stationery/client/player';
import type { CommandContext } from '../../command-line/command.ts';
import { stationOptions } from '../../connection/connect.ts';

export async function connectPlayer({
  sources,
  signal,
}: Pick<CommandContext, 'sources' | 'signal'>): Promise<StationPlayer> {
  return createStationPlayer(await stationOptions(sources('client'), signal));
}
