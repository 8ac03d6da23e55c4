import { createStationTags, type StationTags } from '@stationery/client/tags';
import type { CommandContext } from '../../command-line/command.ts';
import { stationOptions } from '../../connection/connect.ts';

export async function connectTags({
  sources,
  signal,
}: Pick<CommandContext, 'sources' | 'signal'>): Promise<StationTags> {
  return createStationTags(await stationOptions(sources('client'), signal));
}
