import { describePlayerReason, type PlayerReason, type PlayerState } from '@stationery/contract';
import { AppError, type Clock, type Logger } from '@stationery/core';
import type { PlacesTable } from '../store/places-table.ts';
import { Fader } from './fader.ts';
import type { Player, PlayerEvent, Track } from './player.ts';
import type { StoredPlayerSettings } from './player-settings.ts';

/** Something that can be loaded: a file on the card, or a sound of our own, which has no id. */
export interface Playable extends Omit<Track, 'load'> {
  id: number | undefined;
}

/** Files to play one after another, and the tag that stands for them. A tag has one file; lists can come later. */
export interface Selection {
  tag: { id: number; serial: string } | null;
  files: readonly Playable[];
}

export interface PlayControlParts {
  player: Player;
  settings: StoredPlayerSettings;
  places: PlacesTable;
  clock: Clock;
  log: Logger;
  onChange: (state: PlayerState) => void;
}

/** How often the place of a tag is saved while it plays: what a power cut can take. */
const saveEveryMs = 5_000;
/** Closer to the beginning or the end than this, a tag starts over. */
const edgeMs = 1_000;
const sleepFadeMs = 10_000;

/** Trouble of the player, over when it plays again. */
const isPlayersOwn = ({ code }: PlayerReason) => /^(?:player|mpd|page|sound)-/.test(code);

/** What plays, and what can be done about it. It never waits for the player. */
export class PlayControl {
  readonly #parts: PlayControlParts;
  readonly #fader: Fader;
  readonly #unsubscribe: () => void;
  #status: PlayerState['status'] = 'stopped';
  #selection: Selection | undefined;
  #index = 0;
  #load = 0;
  #problem: PlayerReason | null = null;
  #sleepAtMs: number | undefined;
  #cancelSleep = () => {};
  #cancelSave = () => {};
  /** Where it was when it stopped; the player no longer knows. */
  #stoppedAtMs = 0;

  constructor(parts: PlayControlParts) {
    this.#parts = parts;
    const { player, clock, settings } = parts;
    this.#fader = new Fader({ player, clock, volume: () => settings.volume });
    player.setVolume(settings.volume);
    this.#unsubscribe = player.subscribe((event) => this.#event(event));
  }

  get status(): PlayerState['status'] {
    return this.#status;
  }

  /** The tag that plays or was played last. */
  get tag(): Selection['tag'] {
    return this.#selection?.tag ?? null;
  }

  /** The file that plays or was played last; undefined for a sound of our own. */
  get fileId(): number | undefined {
    return this.#file?.id;
  }

  state(): PlayerState {
    const { player, settings, clock } = this.#parts;
    const isLoaded = this.#status !== 'stopped';
    const file = isLoaded ? this.#file : undefined;
    const { positionMs, durationMs } = player.place();
    const fadeMs = this.#fader.lengthMs;
    return {
      player: player.kind,
      status: this.#status,
      file: file?.id === undefined ? null : { id: file.id, filename: file.filename },
      tag: isLoaded ? this.tag : null,
      position: isLoaded ? positionMs / 1000 : 0,
      duration: isLoaded && durationMs !== undefined ? durationMs / 1000 : null,
      volume: settings.volume,
      volume_cap: settings.read().volume_cap,
      sleep: this.#sleepAtMs === undefined ? null : Math.max(0, (this.#sleepAtMs - clock.nowMs()) / 1000),
      problem: this.#problem && { reason: describePlayerReason(this.#problem), cause: this.#problem },
      output: {
        load: this.#load,
        content: file?.content ?? null,
        page: player.page ?? null,
        fade: fadeMs === undefined ? null : fadeMs / 1000,
      },
    };
  }

  /** Plays these files, from one of them and a place in it. */
  start(
    selection: Selection,
    from: { index: number; positionMs: number } = { index: 0, positionMs: 0 },
  ): void {
    this.#savePlace();
    this.#selection = selection;
    this.#begin(from.index, from.positionMs);
  }

  /** Continues what is paused, or plays what was played last from where it was left. */
  resume(): void {
    if (this.#parts.player.kind === 'none')
      throw new AppError('player-unavailable', describePlayerReason({ code: 'player-not-set' }));
    if (this.fileId === undefined) throw new AppError('nothing-to-play', 'Nothing has been played yet.');
    if (this.#status === 'playing') return;
    if (this.#status === 'stopped') {
      this.#begin(this.#index, this.#stoppedAtMs);
      return;
    }
    this.#status = 'playing';
    this.#problem = null;
    // Within a fade the player has not been paused yet.
    if (!this.#fader.stop()) this.#parts.player.setPaused(false);
    this.#saveRegularly();
    this.#changed();
  }

  pause(fadeMs = this.#parts.settings.read().fade * 1000): void {
    if (this.#status !== 'playing') return;
    this.#savePlace();
    this.#cancelSave();
    this.#status = 'paused';
    this.#fader.out(fadeMs, () => {
      this.#parts.player.setPaused(true);
      this.#changed();
    });
    if (fadeMs > 0) this.#changed();
  }

  stop(): void {
    if (this.#status === 'stopped') return;
    const isHeard = this.#status === 'playing';
    this.#savePlace();
    this.#halt();
    if (!isHeard) this.#parts.player.stop();
    else this.#fader.out(this.#parts.settings.read().fade * 1000, () => this.#parts.player.stop());
    this.#changed();
  }

  /** The next file of the tag; after the last one it has ended. */
  next(): void {
    if (this.fileId === undefined) throw new AppError('nothing-to-play', 'Nothing has been played yet.');
    if (this.#nextIndex() !== undefined) this.#begin(this.#nextIndex() as number, 0);
    else {
      this.#forgetPlace();
      this.#halt();
      this.#stoppedAtMs = 0;
      this.#parts.player.stop();
      this.#changed();
    }
  }

  seek(positionMs: number): void {
    if (this.#status === 'stopped' || this.fileId === undefined)
      throw new AppError('nothing-to-play', 'Nothing plays that has a position.');
    const { durationMs } = this.#parts.player.place();
    this.#parts.player.seek(Math.min(positionMs, durationMs ?? positionMs));
    this.#savePlace();
    this.#changed();
  }

  setVolume(percent: number): void {
    const { settings, player } = this.#parts;
    settings.volume = percent;
    if (this.#fader.lengthMs === undefined) player.setVolume(settings.volume);
    this.#changed();
  }

  /** The settings have changed; the volume may be above the cap now. */
  settingsChanged(): void {
    this.setVolume(this.#parts.settings.volume);
  }

  /** Pauses after this time; null takes it back. */
  sleepAfter(delayMs: number | null): void {
    const { clock } = this.#parts;
    this.#cancelSleep();
    this.#sleepAtMs = delayMs === null ? undefined : clock.nowMs() + delayMs;
    this.#cancelSleep =
      delayMs === null
        ? () => {}
        : clock.after(delayMs, () => {
            this.#sleepAtMs = undefined;
            if (this.#status === 'playing') this.pause(sleepFadeMs);
            else this.#changed();
          });
    this.#changed();
  }

  /** Says what is wrong, without touching what plays. */
  report(problem: PlayerReason): void {
    if (JSON.stringify(problem) === JSON.stringify(this.#problem)) return;
    this.#problem = problem;
    this.#parts.log.warn({ problem }, describePlayerReason(problem));
    this.#changed();
  }

  /** The tag is known now, or bound to another file: what was wrong with it is over. */
  tagChanged(serial: string): void {
    const problem = this.#problem;
    if (problem === null || !('serial' in problem) || problem.serial !== serial) return;
    this.#problem = null;
    this.#changed();
  }

  /** What plays has gone: it stops at once, and its place is kept. */
  lost(problem: PlayerReason): void {
    if (this.#status === 'stopped') return;
    this.#savePlace();
    this.#halt();
    this.#parts.player.stop();
    this.report(problem);
  }

  async close(): Promise<void> {
    this.#savePlace();
    this.#halt();
    this.#cancelSleep();
    this.#unsubscribe();
    await this.#parts.player.close();
  }

  get #file(): Playable | undefined {
    return this.#selection?.files[this.#index];
  }

  #nextIndex(): number | undefined {
    return this.#index + 1 < (this.#selection?.files.length ?? 0) ? this.#index + 1 : undefined;
  }

  #begin(index: number, positionMs: number): void {
    this.#index = index;
    const file = this.#file;
    if (file === undefined) return;
    this.#fader.stop();
    this.#status = 'playing';
    this.#problem = null;
    this.#parts.player.load({ ...file, load: ++this.#load }, { positionMs, isPaused: false });
    this.#savePlace();
    this.#saveRegularly();
    // A player that is not there has said so already.
    if (this.#problem === null) this.#changed();
  }

  #event(event: PlayerEvent): void {
    if (event.type === 'trouble') {
      this.report(event.cause);
      return;
    }
    if (event.load !== this.#load || this.#status === 'stopped') {
      // A page that comes or goes while nothing plays.
      if (event.type === 'changed') this.#changed();
      return;
    }
    if (event.type === 'started' && this.#problem !== null && isPlayersOwn(this.#problem))
      this.#problem = null;
    if (event.type === 'ended' || event.type === 'failed') this.#over(event);
    else this.#changed();
  }

  #over(event: Extract<PlayerEvent, { type: 'ended' | 'failed' }>): void {
    const isFile = event.type === 'ended' || event.cause.code === 'file-not-playable';
    // Why a sound of our own was to be played is worth more than why it was not.
    if (event.type === 'failed' && this.fileId !== undefined) this.report(event.cause);
    const next = isFile ? this.#nextIndex() : undefined;
    if (next !== undefined) {
      const problem = this.#problem;
      this.#begin(next, 0);
      this.#problem = problem;
      return;
    }
    if (isFile) this.#forgetPlace();
    else this.#savePlace();
    this.#halt();
    if (isFile) this.#stoppedAtMs = 0;
    this.#changed();
  }

  #halt(): void {
    this.#cancelSave();
    this.#fader.stop();
    this.#stoppedAtMs = this.#parts.player.place().positionMs;
    this.#status = 'stopped';
  }

  #saveRegularly(): void {
    this.#cancelSave();
    this.#cancelSave = this.#parts.clock.every(saveEveryMs, () => this.#savePlace());
  }

  #savePlace(): void {
    const [file, tag] = [this.#file, this.tag];
    if (this.#status === 'stopped' || file?.id === undefined || tag === null) return;
    const { positionMs, durationMs } = this.#parts.player.place();
    const isAtEnd = durationMs !== undefined && positionMs > durationMs - edgeMs;
    const place = { fileId: file.id, positionMs: positionMs < edgeMs || isAtEnd ? 0 : positionMs, seed: 0 };
    this.#keep(() => this.#parts.places.set(tag.id, place));
  }

  #forgetPlace(): void {
    const { tag } = this;
    if (tag !== null) this.#keep(() => this.#parts.places.remove(tag.id));
  }

  /** A place that cannot be saved, as on a full disk, must not stop the sound. */
  #keep(work: () => Promise<void>): void {
    const failed = (error: unknown) => this.#parts.log.warn({ error }, 'the place of a tag was not saved');
    try {
      work().catch(failed);
    } catch (error) {
      failed(error);
    }
  }

  #changed(): void {
    this.#parts.onChange(this.state());
  }
}
