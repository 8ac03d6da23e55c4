import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { stationRoutes } from '@stationery/contract';
import { lazy } from '@stationery/core';
import { makeWav } from './make-wav.ts';
import type { Playable } from './play-queue.ts';

const tones = (...hz: number[]) =>
  lazy(() =>
    makeWav(hz.map((each, at) => ({ hz: each, durationMs: at + 1 < hz.length ? 140 : 220, loudness: 0.25 }))),
  );

export const builtInSounds = {
  unknown: { content: tones(440, 311), route: stationRoutes.getUnknownSound },
  limit: { content: tones(392, 330, 262), route: stationRoutes.getLimitSound },
};
export type SoundName = keyof typeof builtInSounds;

/** Returns a function that writes a sound to a file in the data folder, from where players read it. */
export function soundWriter(dataDir: string): (name: SoundName) => Promise<Playable> {
  const folder = resolve(dataDir, 'sounds');
  return async (name) => {
    const { content, route } = builtInSounds[name];
    const filename = `${name}.wav`;
    const path = join(folder, filename);
    // Ignore errors: on a full disk only the sound is missing, and taps still work.
    await mkdir(folder, { recursive: true })
      .then(() => writeFile(path, content()))
      .catch(() => undefined);
    return { id: undefined, filename, path: Buffer.from(path), content: route.path };
  };
}
