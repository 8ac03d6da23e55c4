import { sha256 } from '@stationery/core';
import type { Publication } from './publish.ts';

export interface InMemoryTag {
  serial: string;
  name: string;
  files: readonly string[];
}

export interface InMemoryCollection {
  nickname: string;
  contents: Readonly<Record<string, string | Uint8Array>>;
  tags?: readonly InMemoryTag[];
  player?: object;
}

/** Makes a collection equal to an export by `stationery collection export`. */
export function makeCollection(collection: InMemoryCollection): Pick<Publication, 'list' | 'files' | 'tags'> {
  const { nickname, contents, tags = [], player = {} } = collection;
  const files = Object.entries(contents).map(([filename, content], at) => {
    const bytes = Buffer.from(content);
    const entry = `files/${String(at + 1).padStart(6, '0')}`;
    return { entry, filename, size: bytes.length, sha256: sha256(bytes), bytes };
  });
  const list = {
    type: 'stationery-collection',
    version: 1,
    nickname,
    files: files.map(({ bytes: _, ...file }) => file),
    tags: tags.map(({ serial, name, files: playlist }) => ({
      serial,
      model: 'mifare',
      name,
      meaning: { kind: 'playlist', files: playlist, shuffled: false },
    })),
    player,
  };
  return {
    list: JSON.stringify(list),
    tags: tags.length,
    files: files.map(({ sha256: digest, size, bytes }) => ({
      sha256: digest,
      size,
      async *pieces(from) {
        yield bytes.subarray(from);
      },
    })),
  };
}
