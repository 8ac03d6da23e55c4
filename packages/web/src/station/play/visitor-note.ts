import type { PlayerReason, StationEvents } from '@stationery/client';

/** Returns a note without causes and advice, because visitors cannot fix problems. */
export function visitorNote({
  code,
}: Pick<PlayerReason, 'code'>): 'noSound' | 'unavailable' | 'quiet' | 'used' | undefined {
  switch (code) {
    case 'tag-not-bound':
    case 'tag-unknown':
    case 'tag-random':
    case 'tag-file-missing':
    case 'file-not-playable':
    case 'file-removed':
      return 'noSound';
    case 'quiet-hours':
      return 'quiet';
    case 'minutes-used':
      return 'used';
    // The page will play soon, or waits for a click.
    case 'page-not-open':
    case 'page-blocked':
    // The other files of the playlist play.
    case 'playlist-file-missing':
    // The default output plays instead.
    case 'output-missing':
      return undefined;
    default:
      return code.startsWith('stream-') ? 'noSound' : 'unavailable';
  }
}

type Plot = StationEvents['plots'][number];

export function plotNote({
  state,
  cause,
}: Pick<Plot, 'state' | 'cause'>): Exclude<Plot['state'], 'refused'> | 'open' | 'soon' | 'full' | 'off' {
  if (state !== 'refused') return state;
  switch (cause?.code) {
    case 'plot-open':
      return 'open';
    case 'plot-too-soon':
      return 'soon';
    case 'plots-full':
      return 'full';
    default:
      return 'off';
  }
}
