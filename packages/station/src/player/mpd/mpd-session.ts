import { describePlayerReason, type PlayerReason } from '@stationery/contract';
import { AppError, type Clock } from '@stationery/core';
import type { Place, ReplayGain, SoundOutput, Track } from '../player.ts';
import type { OpenSession, PlayerSession, SessionListener } from '../player-session.ts';
import { type MpdAddress, MpdConnection } from './mpd-connection.ts';

interface MpdDeps {
  address: MpdAddress;
  /** Port of this station from which MPD reads files. */
  httpPort: () => number;
  clock: Clock;
}

interface Loaded {
  track: Track;
  /** Song id assigned by MPD, once known. */
  songId: string | undefined;
  isPaused: boolean;
  isStarted: boolean;
}

class MpdSession implements PlayerSession {
  readonly #connection: MpdConnection;
  readonly #deps: MpdDeps;
  readonly #listener: SessionListener;
  #loaded: Loaded | undefined;

  constructor(deps: MpdDeps, listener: SessionListener) {
    this.#deps = deps;
    this.#listener = listener;
    const unreachable = unreachableAt(deps.address);
    this.#connection = new MpdConnection({
      address: deps.address,
      clock: deps.clock,
      listener: { changed: () => void this.#look(), lost: () => listener.lost(unreachable) },
    });
  }

  load(track: Track, { positionMs, isPaused }: { positionMs: number; isPaused: boolean }): void {
    const loaded: Loaded = { track, songId: undefined, isPaused, isStarted: false };
    this.#loaded = loaded;
    // Add the track only after MPD has replied, because only then the local address is known.
    this.#connection.send(['clearerror', 'clear', 'repeat 0', 'random 0', 'single 0', 'consume 0'], () => {
      if (this.#loaded !== loaded) return;
      const address = `http://${this.#connection.localAddress}:${this.#deps.httpPort()}${track.content}`;
      const begin = positionMs > 0 ? `seek 0 ${seconds(positionMs)}` : 'play 0';
      const commands = [`addid ${quoted(address)}`, begin, ...(loaded.isPaused ? ['pause 1'] : [])];
      this.#connection.send(commands, (lines, refused) => {
        loaded.songId = lines.find((line) => line.startsWith('Id: '))?.slice(4);
        if (this.#loaded !== loaded) return;
        if (loaded.songId === undefined) this.#fail({ code: 'mpd-refused', message: refused ?? 'no id' });
        else void this.#look();
      });
    });
  }

  setPaused(isPaused: boolean): void {
    if (this.#loaded === undefined) return;
    this.#loaded.isPaused = isPaused;
    if (this.#loaded.songId !== undefined) this.#connection.send([`pause ${isPaused ? 1 : 0}`]);
  }

  seek(positionMs: number): void {
    if (this.#loaded?.songId !== undefined) this.#connection.send([`seekcur ${seconds(positionMs)}`]);
  }

  stop(): void {
    this.#loaded = undefined;
    this.#connection.send(['stop', 'clear']);
  }

  setVolume(percent: number): void {
    this.#connection.send([`setvol ${Math.round(percent)}`], (_, refused) => {
      if (refused !== undefined) this.#listener.trouble({ code: 'mpd-refused', message: refused });
    });
  }

  setReplayGain(mode: ReplayGain): void {
    this.#connection.send([`replay_gain_mode ${mode}`]);
  }

  /** Enables only this output. Null leaves the outputs unchanged. */
  setOutput(id: string | null): void {
    if (id === null) return;
    this.#connection.send(['outputs'], (lines) => {
      const numbers = outputNumbers(lines);
      const wanted = numbers.get(id);
      if (wanted === undefined) this.#listener.outputMissing();
      else {
        const others = [...numbers.values()].filter((number) => number !== wanted);
        this.#connection.send([
          `enableoutput ${wanted}`,
          ...others.map((number) => `disableoutput ${number}`),
        ]);
      }
    });
  }

  async ask(): Promise<Place | undefined> {
    return this.#look();
  }

  async close(): Promise<void> {
    this.#connection.close();
  }

  async #look(): Promise<Place | undefined> {
    const asked = this.#loaded;
    const songId = asked?.songId;
    const status = await this.#connection.status();
    // Ignore a status that was requested before the track was added.
    if (asked === undefined || asked !== this.#loaded || songId === undefined) return undefined;
    const { load, filename } = asked.track;
    const state = status.get('state');
    const isOurs = status.get('songid') === songId;
    if (status.has('error')) this.#fail({ code: 'file-not-playable', filename });
    else if (state === 'stop' || !isOurs) {
      // The track has ended, or another client uses this MPD.
      this.#loaded = undefined;
      this.#listener.ended(load);
    } else if (status.has('audio') || state === 'pause') {
      if (!asked.isStarted) this.#listener.started(load);
      asked.isStarted = true;
      return {
        positionMs: Number(status.get('elapsed') ?? 0) * 1000,
        durationMs: status.has('duration') ? Number(status.get('duration')) * 1000 : undefined,
      };
    }
    return undefined;
  }

  #fail(cause: PlayerReason): void {
    const load = this.#loaded?.track.load;
    this.#loaded = undefined;
    if (load !== undefined) this.#listener.failed(load, cause);
  }
}

const unreachableAt = ({ host, port }: MpdAddress): PlayerReason => ({
  code: 'mpd-unreachable',
  address: `${host}:${port}`,
});

/** Returns the numbers of the outputs by name. They change with the configuration of MPD. */
function outputNumbers(lines: readonly string[]): Map<string, number> {
  const numbers = new Map<string, number>();
  let number = 0;
  for (const line of lines) {
    if (line.startsWith('outputid: ')) number = Number(line.slice(10));
    if (line.startsWith('outputname: ')) numbers.set(line.slice(12), number);
  }
  return numbers;
}

export function listMpdOutputs(options: Pick<MpdDeps, 'address' | 'clock'>): Promise<SoundOutput[]> {
  const { address, clock } = options;
  return new Promise((resolve, reject) => {
    const lost = () =>
      reject(new AppError('player-unavailable', describePlayerReason(unreachableAt(address))));
    const connection = new MpdConnection({ address, clock, listener: { changed() {}, lost } });
    connection.send(['outputs'], (lines) => {
      connection.close();
      resolve([...outputNumbers(lines).keys()].slice(0, maxOutputs).map((name) => ({ id: name, name })));
    });
  });
}

const maxOutputs = 100;

const seconds = (ms: number) => (ms / 1000).toFixed(3);

/** Escapes quotation marks and backslashes so that they cannot end a word. */
const quoted = (text: string) => `"${text.replace(/[\\"]/g, '\\$&').replace(/[\r\n]/g, '')}"`;

export function mpdSessions(deps: MpdDeps): OpenSession {
  return (listener) => new MpdSession(deps, listener);
}
