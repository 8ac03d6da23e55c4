import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeWav } from '../../src/player/make-wav.ts';

const tone = (durationMs: number) => makeWav([{ hz: 440, durationMs, loudness: 0.2 }]);
export const longSound = () => tone(60_000);
export const shortSound = () => tone(200);

/** Writes valid and invalid sound files to a folder. */
export function writeSounds(folder: string) {
  const at = (name: string, content?: string | Buffer) => {
    const path = join(folder, name);
    if (content !== undefined) writeFileSync(path, content);
    return path;
  };
  const long = at('löng.wav', longSound());
  return {
    long,
    short: at('short.wav', shortSound()),
    broken: at('broken.wav', 'RIFF and no sound'),
    missing: at('missing.wav'),
    // This is a playlist, which must not make the player open other files.
    list: at('list.m3u', `${long}\n`),
  };
}
