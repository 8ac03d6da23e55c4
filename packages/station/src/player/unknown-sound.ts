import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { stationRoutes } from '@stationery/contract';
import { lazy } from '@stationery/core';
import { makeWav } from './make-wav.ts';
import type { Playable } from './play-queue.ts';

/** Two falling tones: “this is not known here”. */
export const unknownSoundFile = lazy(() =>
  makeWav([
    { hz: 440, durationMs: 140, loudness: 0.25 },
    { hz: 311, durationMs: 220, loudness: 0.25 },
  ]),
);

/** The sound for a tag that is not known, written to the data folder where a player reads it as a file. */
export function unknownSound(dataDir: string): () => Promise<Playable> {
  const folder = resolve(dataDir, 'sounds');
  const path = join(folder, 'unknown.wav');
  return async () => {
    // Where the disk is full the sound is missing, and the tap is as good as before.
    await mkdir(folder, { recursive: true })
      .then(() => writeFile(path, unknownSoundFile()))
      .catch(() => undefined);
    return {
      id: undefined,
      filename: 'unknown.wav',
      path: Buffer.from(path),
      content: stationRoutes.getUnknownSound.path,
    };
  };
}
