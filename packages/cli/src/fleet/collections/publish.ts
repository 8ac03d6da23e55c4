import { followersOf, publishCollection, tooSmall } from '@stationery/fleet/collections';
import { CollectionError } from '@stationery/station/collection';
import { openPublication } from '../../clients/collection/open-publication.ts';
import { defineCommand } from '../../command-line/command.ts';
import { Failure } from '../../terminal/exit-codes.ts';
import { Transfer } from '../../terminal/transfer.ts';
import { counted, plain, sizeText } from '../../terminal/words.ts';
import { fleetOptions, withFleet } from './connect-fleet.ts';

export const publish = defineCommand({
  summary: 'Publish a collection as a new version',
  arguments: '<archive or folder>',
  completes: ['file'],
  about: `Checks a collection made by “stationery collection export”, and stores it in the fleet as the next version. Content that the fleet has
already is not sent again: run the same command again to continue after an interruption. No station gets the version before
“stationery fleet roll-out”.`,
  options: fleetOptions,
  examples: ['stationery fleet publish kitchen.tar --collection museum'],
  async run(context) {
    const { args, out } = context;
    const checking = new Transfer(out, 'Checking the collection');
    const opened = await openPublication(args[0] ?? '', (done, whole) => checking.show(done, whole))
      .catch((error: unknown) => {
        throw error instanceof CollectionError ? new Failure(error.message) : error;
      })
      .finally(() => checking.end());
    const { files, tags } = opened;
    return withFleet(context, async (broker, collection) => {
      const sending = new Transfer(out, 'Publishing');
      const wholeBytes = files.reduce((sum, { size }) => sum + size, 0);
      let doneBytes = 0;
      const published = await publishCollection(broker, {
        collection,
        ...opened,
        onBytes(bytes) {
          doneBytes += bytes;
          sending.show(doneBytes, wholeBytes);
        },
      }).finally(() => sending.end());
      const small = tooSmall(await followersOf(broker, collection), published);
      const { version, sentBytes } = published;
      const tooSmallFor = small.map(({ id, name }) => ({ id, name }));
      out.result({ collection, version, files: files.length, tags, sentBytes, tooSmallFor }, () => {
        out.line(
          `Published version ${version} of ${collection}: ${counted(files.length, 'file')} and ${counted(tags, 'tag')}, ${sizeText(sentBytes)} sent.`,
        );
        if (small.length > 0)
          out.line(`Their cards are too small for it: ${plain(small.map(({ name }) => name).join(', '))}.`);
      });
    });
  },
});
