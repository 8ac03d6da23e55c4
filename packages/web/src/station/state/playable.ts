import { isDrawingName } from '@stationery/contract/drawing-formats';
import { player } from './store.ts';

/** Media types by extension, for mpv only. Browsers report which types they play. */
const mediaTypes: Record<string, string> = {
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
const onlyPrograms = 'wma aif aiff ape wv mpc mka mkv avi amr dsf ac3 mp2 mpg mpeg'.split(' ');
const films = 'mp4 m4v mov webm ogv mkv avi mpg mpeg'.split(' ');

const answers = new Map<string, boolean>();

export const endingOf = (filename: string) =>
  filename.includes('.') ? filename.slice(filename.lastIndexOf('.') + 1).toLowerCase() : '';

export function isSoundOrFilm(filename: string): boolean {
  const ending = endingOf(filename);
  return Object.hasOwn(mediaTypes, ending) || onlyPrograms.includes(ending);
}

/**
 * Returns whether the player of this station can play a file, or a plotter can plot it, judging by its name.
 */
export function isPlayable(filename: string): boolean {
  const kind = player.value?.state.player ?? 'none';
  if (kind === 'none' || isDrawingName(filename)) return true;
  const ending = endingOf(filename);
  if (kind === 'mpv') return isSoundOrFilm(filename);
  if (kind === 'mpd') return isSoundOrFilm(filename) && !films.includes(ending);
  let answer = answers.get(ending);
  if (answer === undefined) {
    const type = Object.hasOwn(mediaTypes, ending) ? mediaTypes[ending] : undefined;
    answer = type !== undefined && document.createElement('video').canPlayType(type) !== '';
    answers.set(ending, answer);
  }
  return answer;
}
