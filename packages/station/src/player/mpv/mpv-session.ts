import type { PlayerReason } from '@stationery/contract';
import type { Clock } from '@stationery/core';
import type { Place, ReplayGain, Track } from '../player.ts';
import type { OpenSession, PlayerSession, SessionListener } from '../player-session.ts';
import { type MpvMessage, MpvProcess } from './mpv-process.ts';

const lostReasons = {
  missing: { code: 'player-missing' },
  stopped: { code: 'player-stopped' },
  silent: { code: 'player-silent' },
} as const satisfies Record<string, PlayerReason>;

const deviceList = 'audio-device-list';

/** Returns the bytes of the text in UTF-8 with one character per byte, as in all messages. */
const latin1Of = (text: string) => Buffer.from(text).toString('latin1');

/**
 * Bytes from which mpv recognises a live stream, instead of its default of 5 MB. Live streams arrive slowly;
 * this is two seconds of 128 kbit/s.
 */
const liveProbeBytes = 32 * 1024;

interface Loaded {
  track: Track;
  positionMs: number;
  /** Playlist entry id assigned by mpv, once known. */
  entry: number | undefined;
  isStarted: boolean;
  isOver: boolean;
}

interface MpvDeps {
  clock: Clock;
  httpPort?: () => number;
  token?: string | undefined;
  program?: string;
  /** Receives the id of each process, for tests that kill it. */
  onStart?: (pid: number) => void;
}

class MpvSession implements PlayerSession {
  readonly #mpv: MpvProcess;
  readonly #deps: MpvDeps;
  readonly #listener: SessionListener;
  #loaded: Loaded | undefined;
  #currentEntry: number | undefined;
  /** The device of mpv's own configuration, read before the first change. */
  #ownDevice: unknown;
  #isListed = false;

  constructor(deps: MpvDeps, listener: SessionListener) {
    const { program = 'mpv', clock, onStart } = deps;
    this.#deps = deps;
    this.#listener = listener;
    this.#mpv = new MpvProcess({
      program,
      clock,
      listener: {
        event: (message) => this.#event(message),
        lost: (why) => listener.lost(lostReasons[why], { isFinal: why === 'missing' }),
      },
    });
    if (this.#mpv.pid !== undefined) onStart?.(this.#mpv.pid);
  }

  load(track: Track, { positionMs, isPaused }: { positionMs: number; isPaused: boolean }): void {
    const loaded: Loaded = { track, positionMs, entry: undefined, isStarted: false, isOver: false };
    this.#loaded = loaded;
    this.setPaused(isPaused);
    const { httpPort, token } = this.#deps;
    const isStream = track.stream !== undefined;
    const command = {
      name: 'loadfile',
      url: isStream ? `http://127.0.0.1:${httpPort?.()}${track.content}` : track.path.toString('latin1'),
      flags: 'replace',
      options: {
        start: (positionMs / 1000).toFixed(3),
        ...(track.stream?.isLive && { 'demuxer-lavf-probesize': String(liveProbeBytes) }),
        ...(isStream && token && { 'http-header-fields-append': `Authorization: Bearer ${token}` }),
      },
    };
    this.#mpv.send(command, ({ data }) => {
      loaded.entry = (data as { playlist_entry_id?: number } | undefined)?.playlist_entry_id;
    });
  }

  setPaused(isPaused: boolean): void {
    this.#mpv.send(['set_property', 'pause', isPaused]);
  }

  seek(positionMs: number): void {
    this.#mpv.send(['seek', positionMs / 1000, 'absolute+exact']);
  }

  stop(): void {
    this.#loaded = undefined;
    this.#mpv.send(['stop']);
  }

  setVolume(percent: number): void {
    this.#mpv.send(['set_property', 'volume', percent]);
  }

  setReplayGain(mode: ReplayGain): void {
    this.#mpv.send(['set_property', 'replaygain', mode === 'off' ? 'no' : mode]);
  }

  setOutput(id: string | null): void {
    if (this.#ownDevice === undefined) {
      this.#ownDevice = 'auto';
      this.#mpv.send(['get_property', 'audio-device'], ({ data }) => {
        this.#ownDevice = data;
      });
      this.#mpv.send(['observe_property', 1, deviceList]);
    }
    this.#mpv.send(['set_property', 'audio-device', id === null ? this.#ownDevice : latin1Of(id)]);
  }

  async ask(): Promise<Place | undefined> {
    const asked = this.#loaded;
    const [position, duration] = await Promise.all([this.#mpv.ask('time-pos'), this.#mpv.ask('duration')]);
    const positionMs = milliseconds(position);
    if (asked !== this.#loaded || asked?.isStarted !== true || positionMs === undefined) return undefined;
    return { positionMs, durationMs: milliseconds(duration) };
  }

  close(): Promise<void> {
    return this.#mpv.close();
  }

  #event(message: MpvMessage): void {
    if (message.event === 'property-change' && message.name === deviceList) {
      // Ignore the first message, which has the current list.
      if (this.#isListed) this.#listener.outputsChanged();
      this.#isListed = true;
      return;
    }
    const loaded = this.#loaded;
    if (message.event === 'start-file') this.#currentEntry = message.playlist_entry_id;
    const isOurs = loaded?.entry !== undefined && loaded.entry === this.#currentEntry;
    if (loaded === undefined || !isOurs) return;
    const { load, filename } = loaded.track;
    if (message.event === 'playback-restart' && !loaded.isStarted) {
      loaded.isStarted = true;
      this.#listener.started(load);
    } else if (message.event === 'end-file' && message.playlist_entry_id === loaded.entry) {
      // mpv found nothing to play because the start position is at or after the end of the file.
      const isEmpty = message.file_error === 'no audio or video data played' && loaded.positionMs > 0;
      if (message.reason === 'eof' || isEmpty) loaded.isOver = true;
      else if (message.reason === 'error') {
        this.#loaded = undefined;
        this.#listener.failed(load, failure(filename, message.file_error));
      }
    } else if (message.event === 'idle' && loaded.isOver) {
      // Report the end only now: at `end-file`, buffered audio is still playing, and mpv becomes idle afterwards.
      this.#loaded = undefined;
      this.#listener.ended(load);
    }
  }
}

function failure(filename: string, error: string | undefined): PlayerReason {
  return error === 'audio output initialization failed'
    ? { code: 'sound-device-failed' }
    : { code: 'file-not-playable', filename };
}

function milliseconds(seconds: unknown): number | undefined {
  return typeof seconds === 'number' && Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : undefined;
}

export function mpvSessions(deps: MpvDeps): OpenSession {
  return (listener) => new MpvSession(deps, listener);
}
