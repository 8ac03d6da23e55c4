import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type CardFile, ServiceError, type StationClient } from '@stationery/client';
import { createStationPlayer } from '@stationery/client/player';
import { createStationTags } from '@stationery/client/tags';
import { defaultDelaysMs } from '@stationery/client/uploads';
import { messageOf } from '@stationery/core/errors';
import { type CollectedFile, makeManifest } from '@stationery/station/collection';
import { defineCommand } from '../../command-line/command.ts';
import { stationOptions } from '../../connection/connect.ts';
import { exitCodes, Failure, UsageError } from '../../terminal/exit-codes.ts';
import { Transfer } from '../../terminal/transfer.ts';
import { counted, plain, sizeText } from '../../terminal/words.ts';
import { type ExportTarget, folderTarget, tarTarget } from './export-target.ts';

export const exportCollection = defineCommand({
  summary: 'Save the whole of a station in one archive',
  arguments: '<archive>',
  completes: ['file'],
  about: `Saves all files, the tags with their names and what they do, and the settings of the player in a tar archive with
checksums. After a lost connection, it retries for a minute and resumes. “stationery collection
import” copies it to another station. With --folder, writes a folder instead: copy that to the card
of another station, which imports it when the card is put in.`,
  service: 'station',
  options: { folder: { help: 'Make a folder for a card, not an archive' } },
  examples: [
    'stationery collection export kitchen.tar',
    'stationery collection export --folder /media/card/kitchen',
  ],
  async run(context) {
    const { args, options: chosen, out, signal } = context;
    const path = resolve(args[0] ?? '');
    if (existsSync(path)) throw new UsageError(`“${args[0]}” exists already. Choose another name`);
    const station = await context.station();
    const options = await stationOptions(context.sources('client'), signal);
    const [card, tags, player, { nickname }] = await Promise.all([
      station.card({ signal }),
      createStationTags(options).list({ signal }),
      createStationPlayer(options).settings({ signal }),
      station.settings({ signal }),
    ]);
    const target = await (chosen.folder ? folderTarget : tarTarget)(path);
    const transfer = new Transfer(out, 'Exporting');
    try {
      const files: CollectedFile[] = [];
      const wholeBytes = card.files.reduce((sum, { size }) => sum + size, 0);
      let doneBytes = 0;
      for (const [at, file] of card.files.entries()) {
        const entry = `files/${String(at + 1).padStart(6, '0')}`;
        files.push(
          await addFile(target, station, file, entry, {
            signal,
            onBytes(bytes) {
              doneBytes += bytes;
              transfer.show(doneBytes, wholeBytes);
            },
            onRetry: () => transfer.say('Connection lost. Trying again …'),
          }),
        );
      }
      const manifest = makeManifest({ nickname, files, tags, player });
      await target.finish(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
    } catch (error) {
      await target.discard();
      throw error;
    } finally {
      transfer.end();
    }
    out.result({ archive: args[0], files: card.files.length, tags: tags.length }, () =>
      out.line(
        `Exported ${counted(card.files.length, 'file')} and ${counted(tags.length, 'tag')} to ${plain(args[0] ?? '')}.`,
      ),
    );
  },
});

async function addFile(
  target: ExportTarget,
  station: StationClient,
  file: CardFile,
  entry: string,
  how: { signal: AbortSignal; onBytes: (bytes: number) => void; onRetry: () => void },
): Promise<CollectedFile> {
  const { filename, size } = file;
  const hash = createHash('sha256');
  let mediaType: string | undefined;
  const onAnswer = ({ headers }: Response) => {
    mediaType = headers.get('content-type') ?? undefined;
  };
  async function* content() {
    for await (const piece of readContent(station, file, { ...how, onAnswer })) {
      hash.update(piece);
      yield piece;
      how.onBytes(piece.length);
    }
  }
  await target.add(entry, size, content());
  return { entry, filename, size, sha256: hash.digest('hex'), mediaType };
}

interface ReadOptions {
  signal: AbortSignal;
  /** Called with the first response, which has the file's type. */
  onAnswer: (answer: Response) => void;
  onRetry: () => void;
  retryDelaysMs?: readonly number[];
}

/** Yields the content of a file. After a lost connection, continues after the last byte received. */
export async function* readContent(
  station: StationClient,
  { id, filename, size }: CardFile,
  { signal, onAnswer, onRetry, retryDelaysMs = defaultDelaysMs }: ReadOptions,
): AsyncGenerator<Uint8Array> {
  const changed = () =>
    new Failure(
      `“${plain(filename)}” (${sizeText(size)}) was changed during the export. Run the command again`,
    );
  let doneBytes = 0;
  let tries = 0;
  let modified: string | null | undefined;
  for (;;) {
    try {
      const range = doneBytes > 0 ? { range: { first: doneBytes } } : {};
      const answer = await station.content(id, { signal, ...range });
      const isSame = modified === undefined || answer.headers.get('last-modified') === modified;
      if (!isSame || (doneBytes > 0 && answer.status !== 206)) throw changed();
      if (modified === undefined) onAnswer(answer);
      modified = answer.headers.get('last-modified');
      for await (const piece of answer.body ?? []) {
        doneBytes += piece.length;
        if (doneBytes > size) throw changed();
        tries = 0;
        yield piece;
      }
      if (doneBytes !== size) throw changed();
      return;
    } catch (error) {
      const isRefused = error instanceof ServiceError && error.code !== 'service-stopping';
      if (signal.aborted || error instanceof Failure || isRefused) throw error;
      const delayMs = retryDelaysMs[tries++];
      if (delayMs === undefined)
        throw new Failure(
          `The connection to the station was lost and did not come back (${messageOf(error)}). The incomplete export was removed. Run the command again`,
          exitCodes.unreachable,
        );
      onRetry();
      await pause(delayMs, undefined, { signal });
    }
  }
}
