import { createHash } from 'node:crypto';
import type { Card, CardFile, StationClient } from '@stationery/client';
import { createStationPlayer } from '@stationery/client/player';
import { createStationTags } from '@stationery/client/tags';
import { defineCommand } from '../../command-line/command.ts';
import { stationOptions } from '../../connection/connect.ts';
import { exitCodes, Failure } from '../../terminal/exit-codes.ts';
import { Transfer } from '../../terminal/transfer.ts';
import { counted, plain, sizeText } from '../../terminal/words.ts';
import { connectUploads } from '../files/connect-uploads.ts';
import { sendFile } from '../files/send-file.ts';
import { openArchive } from './archive.ts';
import type { CollectedFile } from './manifest.ts';

export const importCollection = defineCommand({
  summary: 'Make a station like the one that a collection was saved from',
  arguments: '<archive>',
  count: [1, 1],
  completes: ['file'],
  about: `Checks the whole archive first, then uploads the files that are not on the card, adds the tags and sets what each does.
Files are compared by content and tags by serial, so nothing is added twice: run the same command again to continue after
an interruption. What the station has besides stays. Its name stays too, unless --nickname is given.`,
  service: 'station',
  options: {
    'dry-run': { help: 'Check and compare, and change nothing' },
    replace: { help: 'Replace files of the same name that have other content' },
    nickname: { help: 'Take the name of the station too' },
  },
  examples: [
    'stationery collection import kitchen.tar --dry-run',
    'stationery collection import kitchen.tar',
  ],
  async run(context) {
    const { args, options, out, signal } = context;
    const checking = new Transfer(out, 'Checking the archive');
    const archive = await openArchive(args[0] ?? '', (done, whole) => checking.show(done, whole)).finally(
      () => checking.end(),
    );
    const { files, tags, player, nickname } = archive.manifest;
    const station = await context.station();
    const card = await station.card({ signal });
    const steps = await compare(station, card, files, signal);
    const { news, changed } = steps;
    if (changed.length > 0 && !options.replace) {
      const names = changed.slice(0, 5).map(({ file }) => `“${plain(file.filename)}”`);
      throw new Failure(
        `${counted(changed.length, 'file')} on the card with other content: ${names.join(', ')}. Use --replace to replace them. Nothing was changed`,
        exitCodes.refused,
      );
    }
    const sent: { file: CollectedFile; replaces?: CardFile }[] = [
      ...news.map((file) => ({ file })),
      ...changed,
    ];
    const neededBytes = sent.reduce((sum, { file }) => sum + file.size, 0);
    if (neededBytes > card.free)
      throw new Failure(
        `the card has no room for it: ${sizeText(neededBytes)} are needed, ${sizeText(card.free)} are free. Nothing was changed`,
        exitCodes.refused,
      );
    const outcome = {
      files: { added: news.length, replaced: changed.length, unchanged: steps.same },
      tags: tags.length,
      dryRun: options['dry-run'],
    };
    if (!options['dry-run']) {
      const uploads = await connectUploads(context);
      const transfer = new Transfer(out, 'Importing');
      try {
        let doneBytes = 0;
        for (const { file, replaces } of sent) {
          await sendFile({ station, uploads }, archive.content(file), {
            filename: file.filename,
            mediaType: file.mediaType,
            replaces,
            signal,
            onProgress: ({ sentBytes }) => transfer.show(doneBytes + sentBytes, neededBytes),
          });
          doneBytes += file.size;
        }
      } finally {
        transfer.end();
      }
      const connection = await stationOptions(context.sources('client'), signal);
      const known = createStationTags(connection);
      for (const { serial, model, ...change } of tags) {
        const { id } = await known.add({ serial, model }, { signal });
        await known.change(id, change, { signal });
      }
      await createStationPlayer(connection).changeSettings(player, { signal });
      if (options.nickname) await station.rename(nickname, { signal });
    }
    out.result(outcome, () =>
      out.line(
        `${options['dry-run'] ? 'Would import' : 'Imported'} ${counted(sent.length, 'file')} (${steps.same} on the card already) and ${counted(tags.length, 'tag')}.`,
      ),
    );
    return exitCodes.good;
  },
});

/** Which files are new, which are there with other content, and how many are there already. */
async function compare(
  station: StationClient,
  card: Card,
  files: readonly CollectedFile[],
  signal: AbortSignal,
) {
  const there = new Map(card.files.map((file) => [file.filename.toLowerCase(), file]));
  const news: CollectedFile[] = [];
  const changed: { file: CollectedFile; replaces: CardFile }[] = [];
  let same = 0;
  for (const file of files) {
    const found = there.get(file.filename.toLowerCase());
    if (found === undefined) news.push(file);
    else if (found.size === file.size && (await sha256Of(station, found, signal)) === file.sha256) same += 1;
    else changed.push({ file, replaces: found });
  }
  return { news, changed, same };
}

async function sha256Of(station: StationClient, { id }: CardFile, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of (await station.content(id, { signal })).body ?? []) hash.update(piece);
  return hash.digest('hex');
}
