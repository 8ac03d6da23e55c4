import { effect } from '@preact/signals';
import type { PlayerState } from '@stationery/client';
import type { PlayerReport } from '@stationery/client/player';
import { newKey } from '../../service/new-key.ts';
import { stationPlayer } from '../client.ts';
import { addressOf } from './content-address.ts';
import { player } from './store.ts';

/** The station considers a page closed after 10 s without a report. */
const reportEveryMs = 2_000;
/** Smaller differences are delays of the network, not jumps. */
const jumpSeconds = 2;

export class PagePlayer {
  readonly #id = newKey();
  readonly #audio: HTMLMediaElement;
  /** The station's number of what is loaded; 0 if nothing is loaded. */
  #loaded = 0;
  #isBlocked = false;
  #shouldPlay = false;
  #release = () => {};
  #stopFade = () => {};

  constructor(element: HTMLMediaElement) {
    this.#audio = element;
  }

  start(): void {
    const audio = this.#audio;
    audio.preload = 'auto';
    audio.addEventListener('playing', () => this.#report('playing'));
    audio.addEventListener('ended', () => this.#report('ended'));
    audio.addEventListener('error', () => {
      if (this.#loaded > 0) this.#report('failed');
    });
    setInterval(() => {
      if (this.#loaded === 0) return;
      this.#report(this.#isBlocked ? 'blocked' : audio.paused ? 'ready' : 'playing');
      this.#playIfNeeded();
    }, reportEveryMs);
    addEventListener('pagehide', () => {
      audio.pause();
      this.#report('closed');
    });
    effect(() => {
      const told = player.value;
      if (told !== undefined) this.#follow(told.state, (performance.now() - told.atMs) / 1000);
    });
  }

  /** Called in a click handler, because browsers allow sound only after a click. */
  allowSound(): void {
    this.#isBlocked = false;
    if (this.#loaded > 0) void this.#play();
  }

  #follow(state: PlayerState, ageSeconds: number): void {
    const { load, content, page, fade } = state.output;
    const audio = this.#audio;
    const isOver = state.player !== 'browser' || state.status === 'stopped' || content === null;
    if (isOver || (page !== null && page !== this.#id)) {
      this.#silence();
      // Clears the problem, because a page is open again.
      if (page === null && state.problem?.cause.code === 'page-not-open') this.#report('ready', load);
      return;
    }
    // Any page may become the player. The station chooses one.
    if (page === null) {
      if (state.status === 'playing') this.#report('ready', load);
      return;
    }
    const position = state.position + (state.status === 'playing' ? ageSeconds : 0);
    this.#stopFade();
    audio.volume = state.volume / 100;
    if (load !== this.#loaded) void this.#begin(load, content, position, state.status === 'playing');
    else if (Math.abs(audio.currentTime - position) > jumpSeconds) audio.currentTime = position;
    if (fade !== null) this.#fadeOut(fade);
    else if (state.status === 'paused') audio.pause();
    this.#shouldPlay = fade === null && state.status === 'playing';
    this.#playIfNeeded();
  }

  /** Called repeatedly, because a pending `play()` is rejected when playback is paused or sought. */
  #playIfNeeded(): void {
    const audio = this.#audio;
    if (this.#shouldPlay && audio.paused && audio.hasAttribute('src') && !this.#isBlocked && !audio.ended)
      void this.#play();
  }

  async #begin(load: number, content: string, position: number, plays: boolean): Promise<void> {
    this.#silence();
    this.#loaded = load;
    this.#report('ready');
    try {
      const address = await addressOf(content);
      if (this.#loaded !== load) {
        address.release();
        return;
      }
      this.#release = address.release;
      this.#audio.src = address.url;
      this.#audio.currentTime = position;
      if (plays) await this.#play();
    } catch {
      if (this.#loaded === load) this.#report('failed');
    }
  }

  async #play(): Promise<void> {
    try {
      await this.#audio.play();
      this.#isBlocked = false;
    } catch (error) {
      // Other errors mean that the sound was paused or replaced before it started. Unplayable files cause an event
      // instead.
      if ((error as DOMException).name !== 'NotAllowedError') return;
      this.#isBlocked = true;
      this.#report('blocked');
    }
  }

  #silence(): void {
    this.#loaded = 0;
    this.#isBlocked = false;
    this.#shouldPlay = false;
    this.#stopFade();
    this.#audio.pause();
    if (this.#audio.hasAttribute('src')) this.#audio.removeAttribute('src');
    this.#release();
    this.#release = () => {};
  }

  #fadeOut(seconds: number): void {
    const audio = this.#audio;
    const from = audio.volume;
    const startMs = performance.now();
    const timer = setInterval(() => {
      const part = (performance.now() - startMs) / (seconds * 1000);
      audio.volume = from * Math.max(0, 1 - part);
      if (part < 1) return;
      this.#stopFade();
      audio.pause();
    }, 40);
    this.#stopFade = () => {
      clearInterval(timer);
      this.#stopFade = () => {};
    };
  }

  #report(status: PlayerReport['status'], load = this.#loaded): void {
    const { duration, currentTime } = this.#audio;
    const report = { page: this.#id, load, status, position: currentTime };
    // If the station does not respond, the next report repeats this one.
    stationPlayer.report(Number.isFinite(duration) ? { ...report, duration } : report).catch(() => undefined);
  }
}
