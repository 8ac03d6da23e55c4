import { ManualClock } from '@stationery/core/testing';
import { expect, vi } from 'vitest';
import type { Player, PlayerEvent, Track } from '../../src/player/player.ts';

/** State of a real player, queried independently of the tested code. */
export interface PlayerSnapshot {
  isPlaying: boolean;
  isPaused: boolean;
  positionMs: number;
  volume: number | undefined;
  filename: string | undefined;
}

/** A player with the environment that the suite needs. */
export interface Rig {
  player: Player;
  clock: ManualClock;
  /** Returns a track: 'long' lasts a minute, 'short' a fraction of a second; the others cannot be played. */
  track(name: 'long' | 'short' | 'broken' | 'missing' | 'list'): Track;
  snapshot(): Promise<PlayerSnapshot>;
  /** Kills the player with SIGKILL. Restarts it if the tested code does not do so itself. */
  kill(): Promise<void>;
  /** Suspends the player with SIGSTOP. */
  hang(): Promise<void>;
  /** Restarts a hanging player that the station did not start. */
  revive(): Promise<void>;
  /** Waits for a condition, advancing the clock if needed. */
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

/** Generous timeout for real players on a busy machine. */
export const waitForIt = (condition: () => void | Promise<void>) =>
  vi.waitFor(condition, { timeout: 20_000, interval: 10 });

let loads = 0;
export const nextLoad = () => ++loads;

export { expect, ManualClock };
