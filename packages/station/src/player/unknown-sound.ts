import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { stationRoutes } from '@stationery/contract';
import { lazy } from '@stationery/core';
import { makeWav } from './make-wav.ts';
import type { Playable } from './play-queue.ts';

/** Two falling tones. */
export const unknownSoundFile = lazy(() =>
  makeWav([
    { hz: 440, durationMs: 140, loudness: 0.25 },
    { hz: 311, durationMs: 220, loudness: 0.25 },
  ]),
);

/** Writes the sound for unknown tags to the data folder, where the player reads it as a file. */
export function unknownSound(dataDir: string): () => Promise<Playable> {
  const folder = resolve(dataDir, 'sounds');
  const path = join(folder, 'unknown.wav');
  return async () => {
    // On a full disk only the sound is missing; taps still work.
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
