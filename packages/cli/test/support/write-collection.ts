import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '@stationery/core';

/** Writes a collection of this many files, with a tag for each file. */
export function writeCollection(folder: string, count: number): void {
  mkdirSync(join(folder, 'files'), { recursive: true });
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const files = numbers.map((number) => {
    const entry = `files/${String(number).padStart(6, '0')}`;
    const content = `content ${number}`;
    writeFileSync(join(folder, entry), content);
    return { entry, filename: `${number}.mp3`, size: content.length, sha256: sha256(content) };
  });
  const tags = numbers.map((number) => ({
    serial: `0x${number.toString(16).toUpperCase().padStart(8, '0')}`,
    model: 'mifare',
    name: `Tag ${number}`,
    meaning: { kind: 'playlist', files: [`${number}.mp3`], shuffled: false },
  }));
  const manifest = { type: 'stationery-collection', version: 1, nickname: 'x', files, tags, player: {} };
  writeFileSync(join(folder, 'collection.json'), JSON.stringify(manifest));
}
