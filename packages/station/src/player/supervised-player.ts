import type { PlayerReason } from '@stationery/contract';
import { type BackoffTimes, backoffMs, type Clock, type Logger } from '@stationery/core';
import { PlayClock } from './play-clock.ts';
import type { OutputChoice, Place, Player, PlayerEvent, ReplayGain, SoundOutput, Track } from './player.ts';
import { PlayerEvents } from './player-events.ts';
import type { OpenSession, PlayerSession } from './player-session.ts';

/** Interval for asking the player for its position, which also detects a hanging player. */
const askEveryMs = 1_000;
/** A track is given up after this many lost sessions without progress. */
const maxAttempts = 5;
const retryTimes: BackoffTimes = { firstMs: 250, maxMs: 4_000 };
/** Playback time after which the player counts as healthy again. */
const healthyMs = 5_000;
/** After being paused for this time, mpv closes the file, because a card with an open file cannot be unmounted. */
const releaseAfterMs = 2_000;

interface SupervisedPlayerDeps {
  kind: Player['kind'];
  open: OpenSession;
  listOutputs: () => Promise<SoundOutput[]>;
  clock: Clock;
  log: Logger;
}

/** Plays on a session and reopens a lost session at the last position. Opens no session without a track. */
export class SupervisedPlayer implements Player {
  readonly kind: Player['kind'];
  readonly outputs: OutputChoice;
  readonly #open: OpenSession;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #events = new PlayerEvents();
  readonly #playClock: PlayClock;
  readonly #closing = new Set<Promise<void>>();
  #session: PlayerSession | undefined;
  #track: Track | undefined;
  #isPaused = false;
  #volume = 100;
  #replayGain: ReplayGain = 'off';
  #output: string | null = null;
  /** The output that was set when the track was loaded. */
  #loadedOutput: string | null = null;
  #attempts = 0;
  #attemptFromMs = 0;
  #cancelTimer = () => {};
  #cancelRelease = () => {};
  /** Whether the player is paused with nothing loaded in the session. */
  #isReleased = false;
  #closed = false;

  constructor(deps: SupervisedPlayerDeps) {
    this.kind = deps.kind;
    this.outputs = { list: deps.listOutputs, use: (id) => this.#useOutput(id) };
    this.#open = deps.open;
    this.#clock = deps.clock;
    this.#log = deps.log;
    this.#playClock = new PlayClock(deps.clock, 1.5 * askEveryMs);
  }

  load(track: Track, { positionMs, isPaused }: { positionMs: number; isPaused: boolean }): void {
    if (this.#closed) return;
    this.#track = track;
    this.#isPaused = isPaused;
    this.#attempts = 0;
    this.#playClock.reset(positionMs);
    this.#cancelRelease();
    if (isPaused) this.#releaseLater();
    this.#begin();
  }

  setPaused(isPaused: boolean): void {
    if (this.#track === undefined || isPaused === this.#isPaused) return;
    this.#isPaused = isPaused;
    this.#cancelRelease();
    if (!isPaused && this.#isReleased) {
      this.#begin();
      return;
    }
    // The clock runs again once the player reports playback or answers the next query.
    if (isPaused) this.#playClock.setRunning(false);
    this.#session?.setPaused(isPaused);
    if (this.#session !== undefined) void this.#ask();
    if (isPaused) this.#releaseLater();
  }

  seek(positionMs: number): void {
    if (this.#track === undefined) return;
    this.#playClock.report({ positionMs, durationMs: undefined });
    if (!this.#isReleased) this.#session?.seek(positionMs);
  }

  stop(): void {
    this.#forget();
    this.#session?.stop();
  }

  setVolume(percent: number): void {
    this.#volume = percent;
    this.#session?.setVolume(percent);
  }

  setReplayGain(mode: ReplayGain): void {
    if (mode === this.#replayGain) return;
    this.#replayGain = mode;
    this.#session?.setReplayGain(mode);
  }

  place(): Place {
    return this.#playClock.now();
  }

  subscribe(listener: (event: PlayerEvent) => void): () => void {
    return this.#events.subscribe(listener);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#forget();
    this.#events.close();
    this.#drop();
    await Promise.all(this.#closing);
  }

  #begin(): void {
    const track = this.#track;
    if (track === undefined) return;
    this.#isReleased = false;
    this.#cancelTimer();
    this.#playClock.setRunning(false);
    if (track.stream?.isLive) this.#playClock.reset(0);
    const { positionMs } = this.place();
    this.#attemptFromMs = positionMs;
    this.#loadedOutput = this.#output;
    const session = this.#session ?? this.#openSession();
    session.load(track, { positionMs, isPaused: this.#isPaused });
  }

  #openSession(): PlayerSession {
    const isMine = () => this.#session === session;
    const session: PlayerSession = this.#open({
      started: (load) => {
        if (!isMine() || load !== this.#track?.load) return;
        this.#playClock.setRunning(!this.#isPaused);
        this.#events.publish({ type: 'started', load });
        void this.#ask();
      },
      ended: (load) => {
        if (isMine()) this.#over({ type: 'ended', load });
      },
      failed: (load, cause) => {
        if (!isMine()) return;
        const isOutput = cause.code === 'sound-device-failed' && load === this.#track?.load;
        if (isOutput && this.#changesOutput()) this.#begin();
        else this.#over({ type: 'failed', load, cause });
      },
      trouble: (cause) => {
        if (isMine()) this.#events.publish({ type: 'trouble', cause });
      },
      lost: (cause, { isFinal = false } = {}) => {
        if (isMine()) this.#lost(cause, isFinal);
      },
      outputMissing: () => {
        if (isMine()) this.#outputMissing();
      },
      outputsChanged: () => {
        if (isMine()) this.#events.publish({ type: 'outputs-changed' });
      },
    });
    this.#session = session;
    if (this.#output !== null) session.setOutput(this.#output);
    if (this.#replayGain !== 'off') session.setReplayGain(this.#replayGain);
    session.setVolume(this.#volume);
    return session;
  }

  #useOutput(id: string | null): void {
    if (id === this.#output) return;
    this.#output = id;
    this.#session?.setOutput(id);
  }

  /**
   * Switches to the default output, unless the user has chosen a different one meanwhile. Returns false if
   * there is no other output to use.
   */
  #changesOutput(): boolean {
    if (this.#output !== this.#loadedOutput) return true;
    if (this.#output === null) return false;
    this.#outputMissing();
    return true;
  }

  #outputMissing(): void {
    this.#useOutput(null);
    this.#events.publish({ type: 'output-missing' });
  }

  #over(event: Extract<PlayerEvent, { type: 'ended' | 'failed' }>): void {
    if (event.load !== this.#track?.load) return;
    this.#playClock.setRunning(false);
    this.#forget();
    this.#events.publish(event);
  }

  #lost(cause: PlayerReason, isFinal: boolean): void {
    const track = this.#track;
    this.#cancelTimer();
    this.#playClock.setRunning(false);
    this.#drop();
    this.#log.warn({ cause, filename: track?.filename }, 'player lost');
    // Open no session without a track; the next load opens one.
    if (track === undefined || this.#isReleased) return;
    if (this.place().positionMs >= this.#attemptFromMs + healthyMs) this.#attempts = 0;
    if (isFinal || ++this.#attempts >= maxAttempts) {
      // A file that crashes the player repeatedly is reported as unplayable.
      const { filename, load } = track;
      const isFile = cause.code === 'player-stopped' || cause.code === 'player-silent';
      this.#forget();
      this.#events.publish({
        type: 'failed',
        load,
        cause: isFile && !isFinal ? { code: 'file-not-playable', filename } : cause,
      });
      return;
    }
    this.#events.publish({ type: 'trouble', cause });
    this.#cancelTimer = this.#clock.after(backoffMs(this.#attempts - 1, retryTimes), () => this.#begin());
  }

  async #ask(): Promise<void> {
    const [session, load] = [this.#session, this.#track?.load];
    if (session === undefined || load === undefined) return;
    this.#cancelTimer();
    const place = await session.ask();
    if (session !== this.#session || load !== this.#track?.load) return;
    if (place !== undefined) {
      const isNew = this.place().durationMs === undefined && place.durationMs !== undefined;
      this.#playClock.report(place);
      this.#playClock.setRunning(!this.#isPaused);
      if (isNew) this.#events.publish({ type: 'changed', load });
    }
    this.#cancelTimer();
    if (!this.#isPaused) this.#cancelTimer = this.#clock.after(askEveryMs, () => void this.#ask());
  }

  #releaseLater(): void {
    // Only mpv keeps a file open, because MPD reads over HTTP.
    if (this.kind !== 'mpv') return;
    this.#cancelRelease = this.#clock.after(releaseAfterMs, () => {
      this.#isReleased = true;
      this.#cancelTimer();
      this.#session?.stop();
    });
  }

  #forget(): void {
    this.#track = undefined;
    this.#isReleased = false;
    this.#cancelRelease();
    this.#cancelTimer();
  }

  #drop(): void {
    const session = this.#session;
    this.#session = undefined;
    if (session === undefined) return;
    const closing = session
      .close()
      .catch((err: unknown) => this.#log.warn({ err }, 'player not closed'))
      .finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }
}
