import { ManualClock } from '@stationery/core/testing';
import { expect, vi } from 'vitest';
import type { Player, PlayerEvent, Track } from '../../src/player/player.ts';

/** What a real player says of itself when it is asked behind the back of our code. */
export interface Seen {
  isPlaying: boolean;
  isPaused: boolean;
  positionMs: number;
  volume: number | undefined;
  filename: string | undefined;
}

/** A player with everything around it that the suite needs, each kind with its own. */
export interface Rig {
  player: Player;
  clock: ManualClock;
  /** 'long' lasts a minute, 'short' a part of a second, the others cannot be played. */
  track(name: 'long' | 'short' | 'broken' | 'missing' | 'list'): Track;
  look(): Promise<Seen>;
  /** Ends what plays with SIGKILL; whatever starts it again is started too, unless it is the player's own task. */
  kill(): Promise<void>;
  /** Stops what plays with SIGSTOP, so that it is there and does nothing. */
  hang(): Promise<void>;
  /** What the owner of a machine does when something hangs that the station has not started. */
  revive(): Promise<void>;
  /** Waits for a condition, moving the clock where the kind needs it. */
  until(condition: () => void | Promise<void>): Promise<void>;
}

export class EventList {
  readonly all: PlayerEvent[] = [];

  constructor(player: Player) {
    player.subscribe((event) => this.all.push(event));
  }

  of<T extends PlayerEvent['type']>(type: T): Extract<PlayerEvent, { type: T }>[] {
    return this.all.filter((event): event is Extract<PlayerEvent, { type: T }> => event.type === type);
  }
}

/** Real players on a loaded machine take their time. */
export const waitForIt = (condition: () => void | Promise<void>) =>
  vi.waitFor(condition, { timeout: 20_000, interval: 10 });

let loads = 0;
export const nextLoad = () => ++loads;

export { expect, ManualClock };
