import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, open, rename, unlink } from 'node:fs/promises';
import type { CardFile, StationClient } from '@stationery/client';
import { createStationPlayer } from '@stationery/client/player';
import { createStationTags, type TagDetails } from '@stationery/client/tags';
import { defineCommand } from '../../command-line/command.ts';
import { stationOptions } from '../../connection/connect.ts';
import { exitCodes, Failure, UsageError } from '../../terminal/exit-codes.ts';
import { Transfer } from '../../terminal/transfer.ts';
import { counted, plain, sizeText } from '../../terminal/words.ts';
import {
  type CollectedFile,
  type CollectedTag,
  collectionVersion,
  type Manifest,
  manifestName,
} from './manifest.ts';
import { tarEnd, tarHeader, tarPadding } from './tar.ts';

export const exportCollection = defineCommand({
  summary: 'Save the whole of a station in one archive',
  arguments: '<archive>',
  count: [1, 1],
  completes: ['file'],
  about: `Saves all files, the tags with their names and what they do, and the settings of the player in a tar archive with
checksums. “stationery collection import” makes another station of it.`,
  service: 'station',
  examples: ['stationery collection export kitchen.tar'],
  async run(context) {
    const { args, out, signal } = context;
    const path = args[0] ?? '';
    if (existsSync(path)) throw new UsageError(`“${path}” exists already. Choose another name`);
    const station = await context.station();
    const options = await stationOptions(context.sources('client'), signal);
    const [card, tags, player, { nickname }] = await Promise.all([
      station.card({ signal }),
      createStationTags(options).list({ signal }),
      createStationPlayer(options).settings({ signal }),
      station.settings({ signal }),
    ]);
    const half = `${path}.part`;
    const handle = await open(half, 'w');
    const transfer = new Transfer(out, 'Exporting');
    try {
      const files: CollectedFile[] = [];
      const wholeBytes = card.files.reduce((sum, { size }) => sum + size, 0);
      let doneBytes = 0;
      for (const [at, file] of card.files.entries()) {
        const entry = `files/${String(at + 1).padStart(6, '0')}`;
        files.push(
          await addFile(handle, station, file, entry, signal, (bytes) => {
            doneBytes += bytes;
            transfer.show(doneBytes, wholeBytes);
          }),
        );
      }
      const manifest: Manifest = {
        type: 'stationery-collection',
        version: collectionVersion,
        nickname,
        files,
        tags: tags.map(collected),
        player,
      };
      const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
      // Last, because it has the checksums; a collection without it is incomplete.
      await handle.writeFile(
        Buffer.concat([tarHeader(manifestName, text.length), text, tarPadding(text.length), tarEnd]),
      );
      await handle.sync();
      await handle.close();
      await rename(half, path);
    } catch (error) {
      await handle.close().catch(() => undefined);
      await unlink(half).catch(() => undefined);
      throw error;
    } finally {
      transfer.end();
    }
    out.result({ archive: path, files: card.files.length, tags: tags.length }, () =>
      out.line(
        `Exported ${counted(card.files.length, 'file')} and ${counted(tags.length, 'tag')} to ${plain(path)}.`,
      ),
    );
    return exitCodes.good;
  },
});

async function addFile(
  archive: FileHandle,
  station: StationClient,
  { id, filename, size }: CardFile,
  entry: string,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<CollectedFile> {
  const answer = await station.content(id, { signal });
  const hash = createHash('sha256');
  let writtenBytes = 0;
  await archive.writeFile(tarHeader(entry, size));
  for await (const piece of answer.body ?? []) {
    writtenBytes += piece.length;
    if (writtenBytes > size) break;
    hash.update(piece);
    await archive.writeFile(piece);
    onBytes(piece.length);
  }
  if (writtenBytes !== size)
    throw new Failure(
      `“${plain(filename)}” (${sizeText(size)}) was changed during the export. Run the command again`,
    );
  await archive.writeFile(tarPadding(size));
  const mediaType = answer.headers.get('content-type') ?? undefined;
  return { entry, filename, size, sha256: hash.digest('hex'), mediaType };
}

/** Without the files of a playlist that are not on the card: they are not in the collection either. */
function collected({
  serial,
  model,
  name,
  colour,
  picture,
  note,
  meaning,
  missing,
}: TagDetails): CollectedTag {
  const tag = { serial, model, name, colour, picture, note };
  if (meaning?.kind !== 'playlist') return { ...tag, meaning };
  const files = meaning.files.filter((file) => !missing.includes(file));
  return { ...tag, meaning: files.length === 0 ? null : { ...meaning, files } };
}
