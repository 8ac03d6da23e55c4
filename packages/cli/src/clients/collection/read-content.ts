import { setTimeout as pause } from 'node:timers/promises';
import { type CardFile, ServiceError, type StationClient } from '@stationery/client';
import { defaultDelaysMs } from '@stationery/client/uploads';
import { messageOf } from '@stationery/core/errors';
import { exitCodes, Failure } from '../../terminal/exit-codes.ts';
import { plain, sizeText } from '../../terminal/words.ts';

export interface ReadOptions {
  signal: AbortSignal;
  /** Called with the first response, which has the file's type. */
  onAnswer: (answer: Response) => void;
  /** Called when the connection was lost and is retried. */
  onRetry: () => void;
  retryDelaysMs?: readonly number[];
}

/** Reads a file on the card. After a lost connection, continues at the last byte. */
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
