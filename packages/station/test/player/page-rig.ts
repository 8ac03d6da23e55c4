import { onTestFinished, vi } from 'vitest';
import { BrowserPlayer } from '../../src/player/browser-player.ts';
import { PlayClock } from '../../src/player/play-clock.ts';
import type { Player, Track } from '../../src/player/player.ts';
import { ManualClock, nextLoad, type Rig } from './rig.ts';

const durations: Record<string, number> = { long: 60_000, short: 200 };

/** Simulates the station page with the test clock. */
class Page {
  readonly #id: string;
  readonly #player: BrowserPlayer;
  readonly #playClock: PlayClock;
  #track: Track | undefined;
  #isPaused = false;
  isOpen = true;

  constructor(id: string, player: BrowserPlayer, clock: ManualClock) {
    this.#id = id;
    this.#player = player;
    this.#playClock = new PlayClock(clock);
  }

  load(track: Track, positionMs: number, isPaused: boolean): void {
    this.#track = track;
    this.#isPaused = isPaused;
    this.#playClock.reset(positionMs);
    this.#playClock.setRunning(!isPaused);
  }

  setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.#playClock.setRunning(!isPaused);
  }

  seek(positionMs: number): void {
    this.#playClock.report({ positionMs, durationMs: undefined });
  }

  stop(): void {
    this.#track = undefined;
  }

  snapshot() {
    const isLoaded = this.#track !== undefined;
    const { positionMs } = this.#playClock.now();
    const filename = this.#track?.filename;
    return {
      isPlaying: isLoaded && !this.#isPaused,
      isPaused: isLoaded && this.#isPaused,
      positionMs,
      filename,
    };
  }

  report(): void {
    if (!this.isOpen) return;
    const { load = 0, filename = '' } = this.#track ?? {};
    const report = (status: 'ready' | 'playing' | 'ended' | 'failed', more = {}) =>
      this.#player.report({ page: this.#id, load, status, ...more });
    const durationMs = durations[filename];
    if (this.#track === undefined) report('ready');
    else if (durationMs === undefined) {
      this.#track = undefined;
      report('failed');
    } else if (this.#playClock.now().positionMs >= durationMs) {
      this.#track = undefined;
      report('ended');
    } else if (!this.#isPaused)
      report('playing', { position: this.#playClock.now().positionMs / 1000, duration: durationMs / 1000 });
  }
}

export async function pageRig(): Promise<Rig> {
  const clock = new ManualClock();
  const browser = new BrowserPlayer({ clock });
  onTestFinished(() => browser.close());
  let page = new Page('first', browser, clock);
  let [track, isPaused, volume]: [Track | undefined, boolean, number] = [undefined, false, 100];
  // Call the page directly. A real page gets each call through the `player` event.
  const player: Player = {
    kind: 'browser',
    load(next, at) {
      [track, isPaused] = [next, at.isPaused];
      browser.load(next, at);
      page.load(next, at.positionMs, at.isPaused);
    },
    setPaused(paused) {
      isPaused = paused;
      browser.setPaused(paused);
      page.setPaused(paused);
    },
    seek(positionMs) {
      browser.seek(positionMs);
      page.seek(positionMs);
    },
    stop() {
      track = undefined;
      browser.stop();
      page.stop();
    },
    setVolume(percent) {
      volume = percent;
      browser.setVolume();
    },
    place: () => browser.place(),
    subscribe: (listener) => browser.subscribe(listener),
    close: () => browser.close(),
  };
  let pages = 1;
  const closePage = () => {
    page.isOpen = false;
  };
  const openPage = () => {
    page = new Page(`page-${++pages}`, browser, clock);
    if (track !== undefined) page.load(track, browser.place().positionMs, isPaused);
  };
  return {
    player,
    clock,
    track: (name) => ({ load: nextLoad(), filename: name, path: Buffer.from(''), content: `/${name}` }),
    snapshot: async () => ({ ...page.snapshot(), volume }),
    async kill() {
      closePage();
      await clock.advance(10_000);
      openPage();
      page.report();
    },
    hang: async () => closePage(),
    async revive() {
      openPage();
      page.report();
    },
    until: (condition) =>
      vi.waitFor(async () => {
        await clock.advance(100);
        page.report();
        await condition();
      }),
  };
}
