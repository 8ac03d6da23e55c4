import type { PlayerState } from '@stationery/contract';
import type { Playback } from './playback.ts';
import type { Player } from './player.ts';
import type { StoredPlayerSettings } from './player-settings.ts';
import type { SleepTimer } from './sleep-timer.ts';

export interface PlayStateInput {
  player: Player;
  settings: StoredPlayerSettings;
  playback: Playback;
  sleep: SleepTimer;
}

/** Returns the player state for the API and its events. */
export function playState({ player, settings, playback, sleep }: PlayStateInput): PlayerState {
  const { queue, status, load, problem, fader } = playback;
  const isLoaded = status !== 'stopped';
  const file = isLoaded ? queue.file : undefined;
  const { positionMs, durationMs } = player.place();
  const { lengthMs } = fader;
  const { leftMs } = sleep;
  return {
    player: player.kind,
    status,
    file: file?.id === undefined ? null : { id: file.id, filename: file.filename },
    tag: isLoaded ? queue.selection.tag : null,
    playlist: isLoaded ? queue.place : null,
    idle: isLoaded && queue.selection.isIdle === true,
    position: isLoaded ? positionMs / 1000 : 0,
    duration: isLoaded && durationMs !== undefined ? durationMs / 1000 : null,
    volume: settings.volume,
    volume_cap: settings.read().volume_cap,
    sleep: leftMs === null ? null : leftMs / 1000,
    problem: problem.shown,
    output: {
      load,
      content: file?.content ?? null,
      page: player.page ?? null,
      fade: lengthMs === undefined ? null : lengthMs / 1000,
    },
  };
}
