import { endingOf } from '../file-ending.ts';

export { endingOf };

/** Media types by extension. Browsers report which of these they play. */
export const mediaTypes: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  m4b: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg; codecs=opus',
  wav: 'audio/wav',
  flac: 'audio/flac',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/mp4',
  webm: 'video/webm',
  ogv: 'video/ogg',
};
/** Formats that mpv and MPD play, but no browser. */
const onlyPrograms = 'wma aif aiff ape wv mpc mka mkv avi amr dsf ac3 mp2 mpg mpeg'.split(' ');

/** Checks only the extension, not the content. */
export function isSoundOrFilm(filename: string): boolean {
  const ending = endingOf(filename);
  return Object.hasOwn(mediaTypes, ending) || onlyPrograms.includes(ending);
}
