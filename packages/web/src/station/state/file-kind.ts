import { endingOf, mediaTypes } from '@stationery/contract/sound-names';

export type FileKind = 'audio' | 'video' | 'image' | 'text' | 'pdf' | 'other';

const endings = {
  image: 'png jpg jpeg gif webp avif bmp ico',
  text: 'txt md csv tsv log json xml yml yaml ini conf srt vtt svg html css js ts gcode',
  pdf: 'pdf',
};
const kinds = new Map([
  ...Object.entries(mediaTypes).map(([ending, type]) => [ending, type.split('/')[0]] as const),
  ...Object.entries(endings).flatMap(([kind, list]) =>
    list.split(' ').map((ending) => [ending, kind] as const),
  ),
]) as ReadonlyMap<string, FileKind>;

/** Returns how a browser can show a file, by its extension. */
export function kindOf(filename: string): FileKind {
  return kinds.get(endingOf(filename)) ?? 'other';
}

/** Yields the folders that a file is in, the innermost first. */
export function* foldersOf(filename: string): Generator<string> {
  for (let end = filename.lastIndexOf('/'); end > 0; end = filename.lastIndexOf('/', end - 1))
    yield filename.slice(0, end);
}

/** Returns the name without its folder. */
export const baseName = (filename: string) => filename.slice(filename.lastIndexOf('/') + 1);
