export type FileKind = 'audio' | 'video' | 'image' | 'text' | 'pdf' | 'other';

const endings: Record<Exclude<FileKind, 'other'>, string> = {
  audio: 'mp3 m4a aac ogg oga opus wav flac',
  video: 'mp4 m4v webm mov ogv',
  image: 'png jpg jpeg gif webp avif bmp ico',
  text: 'txt md csv tsv log json xml yml yaml ini conf srt vtt svg html css js ts gcode',
  pdf: 'pdf',
};
const kinds = new Map(
  Object.entries(endings).flatMap(([kind, list]) =>
    list.split(' ').map((ending) => [ending, kind as FileKind] as const),
  ),
);

/** Returns how a browser can show a file, by its extension. */
export function kindOf(filename: string): FileKind {
  return kinds.get(filename.slice(filename.lastIndexOf('.') + 1).toLowerCase()) ?? 'other';
}

/** Yields the folders that a file is in, the innermost first. */
export function* foldersOf(filename: string): Generator<string> {
  for (let end = filename.lastIndexOf('/'); end > 0; end = filename.lastIndexOf('/', end - 1))
    yield filename.slice(0, end);
}
