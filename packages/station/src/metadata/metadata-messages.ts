import type { FileHandle } from 'node:fs/promises';

export interface MetadataTask {
  handle: FileHandle;
  sizeBytes: number;
  mediaType: string | undefined;
  wantsCover: boolean;
}

export interface ReadMetadata {
  title: string | null;
  artist: string | null;
  album: string | null;
  durationMs: number | null;
  hasCover: boolean;
  cover?: { mediaType: string; bytes: Uint8Array };
}

export const nothingKnown: ReadMetadata = {
  title: null,
  artist: null,
  album: null,
  durationMs: null,
  hasCover: false,
};
