import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readPublished } from '@stationery/fleet/collections';
import { readManifest } from '@stationery/station/collection';
import { folderTarget } from '../../clients/collection/export-target.ts';
import { defineCommand } from '../../command-line/command.ts';
import { UsageError } from '../../terminal/exit-codes.ts';
import { Transfer } from '../../terminal/transfer.ts';
import { counted, plain } from '../../terminal/words.ts';
import { fleetOptions, newestVersion, readVersion, versionOption, withFleet } from './connect-fleet.ts';

export const card = defineCommand({
  summary: 'Write a collection to a card, for stations without a network',
  arguments: '<folder of the card>',
  completes: ['folder'],
  about: `Writes a folder with the collection to a card. A station imports it when the card is put in, and keeps its own files: a file of the same
name with other content is not replaced.`,
  options: {
    ...fleetOptions,
    ...versionOption,
  },
  examples: ['stationery fleet card /media/card --collection museum'],
  async run(context) {
    const { args, options, out } = context;
    const wanted = readVersion(options.version);
    const folder = resolve(args[0] ?? '');
    if (!existsSync(folder)) throw new UsageError(`There is no folder “${args[0]}”`);
    return withFleet(context, async (broker, collection) => {
      const version = wanted ?? (await newestVersion(broker, collection));
      const path = join(folder, `${collection}-${version}`);
      if (existsSync(path)) throw new UsageError(`“${path}” exists already`);
      const published = await readPublished(broker, collection, version);
      const { files, tags } = readManifest(published.list);
      const wholeBytes = files.reduce((sum, { size }) => sum + size, 0);
      const writing = new Transfer(out, 'Writing the card');
      const target = await folderTarget(path);
      let doneBytes = 0;
      try {
        for (const file of files) {
          await target.add(file.entry, file.size, published.content(file));
          doneBytes += file.size;
          writing.show(doneBytes, wholeBytes);
        }
        await target.finish(Buffer.from(published.list));
      } catch (error) {
        await target.discard();
        throw error;
      } finally {
        writing.end();
      }
      out.result({ collection, version, folder: path, files: files.length, tags: tags.length }, () =>
        out.line(
          `Wrote ${counted(files.length, 'file')} and ${counted(tags.length, 'tag')} to ${plain(path)}.`,
        ),
      );
    });
  },
});
