import type { PlayerReason } from '@stationery/client';

/** Visitors can't fix problems: causes and advice are on the page of the station. */
export function visitorNote({ code }: Pick<PlayerReason, 'code'>): 'noSound' | 'unavailable' | undefined {
  switch (code) {
    case 'tag-not-bound':
    case 'tag-unknown':
    case 'tag-random':
    case 'tag-file-missing':
    case 'file-not-playable':
    case 'file-removed':
      return 'noSound';
    // The page is about to play, or waits for a click.
    case 'page-not-open':
    case 'page-blocked':
    // The other files play.
    case 'playlist-file-missing':
      return undefined;
    default:
      return 'unavailable';
  }
}
