import { isDrawingName } from '@stationery/contract/drawing-formats';
import { endingOf, isSoundOrFilm, mediaTypes } from '@stationery/contract/sound-names';
import { player } from './store.ts';

const films = 'mp4 m4v mov webm ogv mkv avi mpg mpeg'.split(' ');

const answers = new Map<string, boolean>();

/** Judges by the name whether the station's player can play or a plotter can plot a file. */
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
