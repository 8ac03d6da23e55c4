import { ServiceError } from '@stationery/client';
import { createStationMetadata } from '@stationery/client/metadata';
import { type TagDetails, titleOfTag } from '@stationery/client/tags';
import type { CommandContext } from '../../command-line/command.ts';
import { stationOptions } from '../../connection/connect.ts';

/** Returns the names of tags as the page shows them. Fetches the titles of files only if a tag needs them. */
export async function readTitles(
  context: Pick<CommandContext, 'sources' | 'signal' | 'station'>,
  tags: readonly TagDetails[],
): Promise<(tag: TagDetails) => string | undefined> {
  const titles = new Map<string, string>();
  if (tags.some(({ name, meaning }) => name === null && meaning?.kind === 'playlist')) {
    const { signal } = context;
    const metadata = createStationMetadata(await stationOptions(context.sources('client'), signal));
    try {
      const { files } = await (await context.station()).card({ signal });
      const names = new Map(files.map(({ id, filename }) => [id, filename]));
      for (const { id, title } of await metadata.all({ signal }))
        if (title !== null) titles.set(names.get(id) ?? '', title);
    } catch (error) {
      // Continue without a card, because the station still knows the names of the files.
      if (!(error instanceof ServiceError && error.code?.startsWith('card-'))) throw error;
    }
  }
  return (tag) => titleOfTag(tag, (filename) => titles.get(filename) ?? filename);
}
