import type { PlayerReport } from '@stationery/contract';
import type { Clock } from '@stationery/core';
import { PlayClock } from './play-clock.ts';
import type { Place, Player, PlayerEvent, Track } from './player.ts';
import { PlayerEvents } from './player-events.ts';

/** Pages report every 2 s. A page that is silent for this long is closed, asleep or offline. */
const pageGoneMs = 10_000;
const pageWaitMs = 5_000;
/** A page that starts playing must report within this time that it is ready. */
const pageStartMs = 4_000;

/** Plays in a page. One page at a time follows the `player` event and reports its progress. */
export class BrowserPlayer implements Player {
  readonly kind = 'browser';
  readonly #clock: Clock;
  readonly #events = new PlayerEvents();
  readonly #playClock: PlayClock;
  #track: Track | undefined;
  #isPaused = false;
  #page: string | undefined;
  #isStarted = false;
  #cancelTimer = () => {};

  constructor({ clock }: { clock: Clock }) {
    this.#clock = clock;
    this.#playClock = new PlayClock(clock);
  }

  /** The playing page; undefined once it stops reporting. */
  get page(): string | undefined {
    return this.#page;
  }

  load(track: Track, { positionMs, isPaused }: { positionMs: number; isPaused: boolean }): void {
    this.#track = track;
    this.#isPaused = isPaused;
    this.#isStarted = false;
    this.#playClock.reset(positionMs);
    this.#expectReport(this.#page === undefined ? pageWaitMs : pageStartMs);
  }

  setPaused(isPaused: boolean): void {
    if (this.#track === undefined || isPaused === this.#isPaused) return;
    this.#isPaused = isPaused;
    this.#playClock.setRunning(!isPaused && this.#isStarted);
    this.#expectReport(this.#page === undefined ? pageWaitMs : pageGoneMs);
  }

  seek(positionMs: number): void {
    this.#playClock.report({ positionMs, durationMs: undefined });
  }

  stop(): void {
    this.#forget();
  }

  /** Does nothing: pages read the volume from the event. */
  setVolume(): void {}

  place(): Place {
    return this.#playClock.now();
  }

  report({ page, load, status, position, duration }: PlayerReport): void {
    if (status === 'closed') {
      if (page === this.#page) this.#lostPage();
      return;
    }
    const isNewPage = this.#page === undefined;
    this.#page ??= page;
    if (page !== this.#page) return;
    const track = this.#track;
    if (track !== undefined) this.#expectReport(pageGoneMs);
    if (isNewPage) this.#events.publish({ type: 'changed', load: track?.load ?? load });
    if (track === undefined || load !== track.load || status === 'ready') return;
    if (status === 'ended' || status === 'failed') {
      this.#forget();
      const cause = { code: 'file-not-playable', filename: track.filename } as const;
      this.#events.publish(status === 'ended' ? { type: 'ended', load } : { type: 'failed', load, cause });
    } else if (status === 'blocked') {
      this.#playClock.setRunning(false);
      this.#isStarted = false;
      this.#events.publish({ type: 'trouble', cause: { code: 'page-blocked' } });
    } else this.#plays(track, position, duration);
  }

  subscribe(listener: (event: PlayerEvent) => void): () => void {
    return this.#events.subscribe(listener);
  }

  async close(): Promise<void> {
    this.#forget();
    this.#events.close();
  }

  #plays({ load }: Track, position: number | undefined, duration: number | undefined): void {
    const isNew = this.place().durationMs === undefined && duration !== undefined;
    const durationMs = duration === undefined ? undefined : duration * 1000;
    if (position !== undefined) this.#playClock.report({ positionMs: position * 1000, durationMs });
    this.#playClock.setRunning(!this.#isPaused);
    if (!this.#isStarted) this.#events.publish({ type: 'started', load });
    else if (isNew) this.#events.publish({ type: 'changed', load });
    this.#isStarted = true;
  }

  #expectReport(withinMs: number): void {
    this.#cancelTimer();
    if (this.#isPaused) return;
    this.#cancelTimer = this.#clock.after(withinMs, () =>
      this.#page === undefined ? this.#noPage() : this.#lostPage(),
    );
  }

  /** Gives up the page, so that a different one may continue from the last position. */
  #lostPage(): void {
    this.#page = undefined;
    this.#isStarted = false;
    this.#playClock.setRunning(false);
    this.#cancelTimer();
    const track = this.#track;
    if (track === undefined) return;
    // A paused player needs no page; any page may resume.
    if (this.#isPaused) this.#events.publish({ type: 'changed', load: track.load });
    else this.#events.publish({ type: 'trouble', cause: { code: 'page-not-open' } });
    this.#expectReport(pageWaitMs);
  }

  #noPage(): void {
    const load = this.#track?.load;
    this.#forget();
    if (load !== undefined) this.#events.publish({ type: 'failed', load, cause: { code: 'page-not-open' } });
  }

  #forget(): void {
    this.#cancelTimer();
    this.#playClock.setRunning(false);
    this.#track = undefined;
    this.#isStarted = false;
  }
}
