import { createHash } from 'node:crypto';
import type { PublishedFile } from '../../src/collections/index.ts';

export interface TestCollection {
  list: string;
  files: PublishedFile[];
  tags: number;
}

interface TestTag {
  serial: string;
  name: string;
  files: string[];
}

/** A collection of these files and tags, as an export has it. */
export function testCollection(
  contents: Record<string, string | Buffer>,
  tags: TestTag[] = [],
  player: object = {},
): TestCollection {
  const files = Object.entries(contents).map(([filename, content], at) => {
    const bytes = Buffer.from(content);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const entry = `files/${String(at + 1).padStart(6, '0')}`;
    return { entry, filename, size: bytes.length, sha256, bytes };
  });
  const manifest = {
    type: 'stationery-collection',
    version: 1,
    nickname: 'Kitchen',
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
    list: JSON.stringify(manifest),
    tags: tags.length,
    files: files.map(({ sha256, size, bytes }) => ({
      sha256,
      size,
      async *pieces(from: number) {
        yield bytes.subarray(from);
      },
    })),
  };
}
