import { createHash } from 'node:crypto';
import type { CardFile, StationClient } from '@stationery/client';
import { createStationPlayer } from '@stationery/client/player';
import { createStationTags } from '@stationery/client/tags';
import type { ResumableUploads } from '@stationery/client/uploads';
import {
  type CollectedFile,
  CollectionError,
  compareFiles,
  describeChanged,
  filesOf,
  mergeTag,
  refuseTooManyFiles,
} from '@stationery/station/collection';
import { defineCommand } from '../../command-line/command.ts';
import { stationOptions } from '../../connection/connect.ts';
import { exitCodes, Failure } from '../../terminal/exit-codes.ts';
import { Transfer } from '../../terminal/transfer.ts';
import { counted, sizeText } from '../../terminal/words.ts';
import { connectUploads, sendFile } from '../files/send-file.ts';
import { type Archive, openArchive } from './archive.ts';

export const importCollection = defineCommand({
  summary: 'Make a station like the one that a collection was saved from',
  arguments: '<archive or folder>',
  completes: ['file'],
  about: `Checks the whole archive first, then uploads the files that are not on the card, adds the tags and sets what each does.
Files are compared by content and tags by serial, so nothing is added twice: run the same command again to continue after
an interruption. Other files and tags of the station stay. So do tags that it has with other details, unless --replace is
given, and its name, unless --nickname is given.`,
  service: 'station',
  options: {
    'dry-run': { help: 'Check and compare, and change nothing' },
    replace: { help: 'Replace files of the same name with other content, and tags with other details' },
    nickname: { help: 'Take the name of the station too' },
  },
  examples: [
    'stationery collection import kitchen.tar --dry-run',
    'stationery collection import kitchen.tar',
  ],
  async run(context) {
    const { args, options, out, signal } = context;
    const { replace } = options;
    const checking = new Transfer(out, 'Checking the collection');
    const archive = await openArchive(args[0] ?? '', (done, whole) => checking.show(done, whole))
      .catch((error: unknown) => asFailure(error))
      .finally(() => checking.end());
    const { files, tags, player, nickname } = archive.manifest;
    const station = await context.station();
    const connection = await stationOptions(context.sources('client'), signal);
    const stationTags = createStationTags(connection);
    const [card, list] = await Promise.all([station.card({ signal }), stationTags.list({ signal })]);
    const { added, changed, same } = await compareFiles(files, card.files, (file) =>
      sha256Of(station, file, signal),
    );
    if (changed.length > 0 && !replace)
      throw new Failure(`${describeChanged(changed)} Use --replace to replace them.`, exitCodes.refused);
    const known = new Map(list.map((tag) => [tag.serial, tag]));
    const steps = tags.map((tag) => ({ tag, step: mergeTag(tag, known.get(tag.serial), { replace }) }));
    const skippedTags = steps.filter(({ step }) => step === 'keep').map(({ tag }) => tag.serial);
    const sent: FileToImport[] = [...added.map((file) => ({ file })), ...changed];
    const uploads = await connectUploads(context);
    await checkRoom(uploads, archive, sent, card.free, signal);
    try {
      refuseTooManyFiles(
        list.reduce((sum, tag) => sum + filesOf(tag), 0),
        steps
          .filter(({ step }) => step === 'set')
          .map(({ tag }) => ({ from: known.get(tag.serial), to: tag })),
      );
    } catch (error) {
      asFailure(error, exitCodes.refused);
    }
    const sentBytes = sent.reduce((sum, { file }) => sum + file.size, 0);
    const outcome = {
      files: { added: added.length, replaced: changed.length, unchanged: same },
      tags: tags.length,
      skippedTags,
      dryRun: options['dry-run'],
    };
    if (!options['dry-run']) {
      const transfer = new Transfer(out, 'Importing');
      try {
        let doneBytes = 0;
        for (const { file, replaces } of sent) {
          await sendFile({ station, uploads }, archive.content(file), {
            filename: file.filename,
            mediaType: file.mediaType,
            replaces,
            signal,
            onProgress: (progress) => transfer.show(doneBytes + progress.sentBytes, sentBytes),
            onRetry: () => transfer.say('Connection lost. Trying again …'),
          });
          doneBytes += file.size;
        }
      } finally {
        transfer.end();
      }
      for (const { tag, step } of steps) {
        if (step !== 'set') continue;
        const { serial, model, ...change } = tag;
        const { id } = await stationTags.add({ serial, model }, { signal });
        await stationTags.change(id, change, { signal });
      }
      await createStationPlayer(connection).changeSettings(player, { signal });
      if (options.nickname) await station.rename(nickname, { signal });
    }
    const count = (wanted: string) => steps.filter(({ step }) => step === wanted).length;
    out.result(outcome, () => {
      out.line(
        `${options['dry-run'] ? 'Would import' : 'Imported'} ${counted(sent.length, 'file')} (${same} on the card already) and ${counted(count('set'), 'tag')} (${count('same')} as they are).`,
      );
      if (skippedTags.length > 0)
        out.line(
          `Skipped ${counted(skippedTags.length, 'tag')} that the station has with other details: ${skippedTags.slice(0, 5).join(', ')}. Use --replace to replace them.`,
        );
    });
  },
});

interface FileToImport {
  file: CollectedFile;
  replaces?: CardFile;
}

/** Throws if the card is too full for the import. Runs before the first byte is sent. */
async function checkRoom(
  uploads: ResumableUploads,
  archive: Archive,
  sent: readonly FileToImport[],
  freeBytes: number,
  signal: AbortSignal,
): Promise<void> {
  if (sent.length === 0) return;
  const maxBytes = await uploads.maxBytes({ signal });
  const tooLarge = sent.find(({ file }) => file.size > maxBytes);
  if (tooLarge !== undefined)
    throw new Failure(
      `“${tooLarge.file.filename}” is too large for the card: ${sizeText(tooLarge.file.size)}, at most ${sizeText(maxBytes)}. Nothing was changed`,
      exitCodes.refused,
    );
  const stored = await uploads.storedBytes(
    sent.map(({ file }) => archive.content(file)),
    { signal },
  );
  // A replaced file stays on the card until its replacement is complete, so both need space for a while.
  let [usedBytes, neededBytes] = [0, 0];
  for (const [at, { file, replaces }] of sent.entries()) {
    usedBytes += file.size - (stored[at] ?? 0);
    neededBytes = Math.max(neededBytes, usedBytes);
    usedBytes -= replaces?.size ?? 0;
  }
  if (neededBytes > freeBytes)
    throw new Failure(
      `the card has no room for the collection: ${sizeText(neededBytes)} are needed, ${sizeText(freeBytes)} are free. Nothing was changed`,
      exitCodes.refused,
    );
}

function asFailure(error: unknown, exitCode: number = exitCodes.failed): never {
  throw error instanceof CollectionError ? new Failure(error.message, exitCode) : error;
}

async function sha256Of(station: StationClient, { id }: CardFile, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of (await station.content(id, { signal })).body ?? []) hash.update(piece);
  return hash.digest('hex');
}
