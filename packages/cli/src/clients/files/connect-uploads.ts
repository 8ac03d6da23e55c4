import { createResumableUploads, type ResumableUploads } from '@stationery/client/uploads';
import type { CommandContext } from '../../command-line/command.ts';
import { stationOptions } from '../../connection/connect.ts';

export async function connectUploads({
  sources,
  signal,
}: Pick<CommandContext, 'sources' | 'signal'>): Promise<ResumableUploads> {
  return createResumableUploads(await stationOptions(sources('client'), signal));
}
