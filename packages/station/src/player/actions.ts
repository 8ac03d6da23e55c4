import type { TagMeaning } from '@stationery/contract';
import { defaultSeekSeconds, defaultSleepMinutes } from '../tags/check-details.ts';
import type { PlayControl } from './play-control.ts';

export type PlayerAction = Omit<Extract<TagMeaning, { kind: 'action' }>, 'kind'>;

const defaultVolumeStep = 10;

interface ActionOptions {
  minutes: number;
  seconds: number;
  language: string | undefined;
  volumeStep: number;
}

interface ActionPlayer {
  control: PlayControl;
  resume(): Promise<void>;
  shutDown(): void;
  setLanguage(language: string | undefined): Promise<void>;
  /** Throws if a limit refuses playback. */
  requireAllowed(): void;
}

type Run = (player: ActionPlayer, options: ActionOptions) => unknown;

const actions: Record<PlayerAction['action'], Run> = {
  volume_up: ({ control }, { volumeStep }) =>
    control.setVolume(Math.min(100, control.state().volume + volumeStep)),
  volume_down: ({ control }, { volumeStep }) =>
    control.setVolume(Math.max(0, control.state().volume - volumeStep)),
  next: ({ control }) => control.next(),
  previous: ({ control }) => control.previous(),
  forward: ({ control }, { seconds }) => control.seekBy(seconds * 1000),
  back: ({ control }, { seconds }) => control.seekBy(-seconds * 1000),
  pause: (player) => (player.control.status === 'playing' ? player.control.pause() : player.resume()),
  stop: ({ control }) => control.stop(),
  shut_down: (player) => player.shutDown(),
  sleep: ({ control }, { minutes }) => control.sleepAfter(minutes * 60_000),
  language: (player, { language }) => player.setLanguage(language),
};

export const playingActions: readonly PlayerAction['action'][] = ['next', 'previous', 'pause'];

export async function runAction(
  player: ActionPlayer,
  { action, minutes = defaultSleepMinutes, seconds = defaultSeekSeconds, language }: PlayerAction,
  volumeStep = defaultVolumeStep,
): Promise<void> {
  if (playingActions.includes(action)) player.requireAllowed();
  await actions[action](player, { minutes, seconds, language, volumeStep });
}
