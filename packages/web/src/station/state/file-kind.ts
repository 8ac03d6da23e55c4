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

export function kindOf(filename: string): FileKind {
  return kinds.get(endingOf(filename)) ?? 'other';
}

export const isPicture = (filename: string) => kindOf(filename) === 'image';

/** Yields the folders of a file, innermost first. */
export function* foldersOf(filename: string): Generator<string> {
  for (let end = filename.lastIndexOf('/'); end > 0; end = filename.lastIndexOf('/', end - 1))
    yield filename.slice(0, end);
}

export const baseName = (filename: string) => filename.slice(filename.lastIndexOf('/') + 1);
