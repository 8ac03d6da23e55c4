import type { PlayerOutputs, PlayerReason } from '@stationery/contract';
import {
  AppError,
  type BackoffTimes,
  backoffMs,
  type Clock,
  type Logger,
  type StoredValue,
  sharedRun,
  sleep,
} from '@stationery/core';
import type { Player, SoundOutput, StoredOutput } from '../player.ts';
import type { StoredPlayerSettings } from '../player-settings.ts';

interface SoundOutputsDeps {
  player: Player;
  stored: StoredValue<{ chosen?: StoredOutput }>;
  settings: StoredPlayerSettings;
  clock: Clock;
  log: Logger;
  /** Called with the reason why the chosen output is not used; undefined if it is. */
  onChange: (reason: PlayerReason | undefined) => void;
}

/** Delays between searches for a missing output, because listing the outputs takes a slow machine a second. */
const lookTimes: BackoffTimes = { firstMs: 10_000, maxMs: 60_000 };
const maxShown = 100;

/** Uses the chosen output. While it is missing, uses the default and looks for the chosen one. */
export class SoundOutputs {
  readonly #deps: SoundOutputsDeps;
  readonly #list: () => Promise<SoundOutput[]>;
  #chosen: StoredOutput;
  /** `failed`: the output exists but could not be opened. It is not tried again until it has been absent. */
  #state: 'used' | 'failed' | 'absent' = 'used';
  #looking = new AbortController();
  #isClosed = false;

  constructor(deps: SoundOutputsDeps) {
    this.#deps = deps;
    const { outputs } = deps.player;
    this.#list = sharedRun(async () => (await outputs?.list()) ?? []);
    this.#chosen = outputs === undefined ? null : (deps.stored.get().chosen ?? null);
    deps.player.subscribe((event) => {
      if (event.type === 'output-missing') this.#lose('failed');
      else if (event.type === 'outputs-changed') void this.#look();
    });
    if (this.#chosen !== null) this.#use(this.#chosen.id);
  }

  async read(): Promise<PlayerOutputs> {
    const found = await this.#list();
    this.#seen(found.map(({ id }) => id));
    const { settings, player } = this.#deps;
    const chosen = this.#chosen;
    const isConnected = this.#state === 'used';
    const shown = found.filter(({ id, isHidden }) => !isHidden && id !== chosen?.id).slice(0, maxShown - 1);
    const all = [
      ...(chosen === null ? [] : [{ ...chosen, connected: isConnected }]),
      ...shown.map(({ id, name }) => ({ id, name, connected: true })),
    ];
    return {
      output: chosen?.id ?? null,
      can_choose: player.outputs !== undefined,
      outputs: all
        .map((output) => ({ ...output, volume: settings.volumeOf(output.id) }))
        .sort((a, b) => a.name.localeCompare(b.name)),
    };
  }

  async choose(id: string | null): Promise<void> {
    const found = id === null ? null : (await this.#list()).find((output) => output.id === id);
    if (found === undefined)
      throw new AppError('invalid-request', 'The station has no such output. Read the list again.', {
        pointer: '/data/attributes/output',
      });
    this.#chosen = found && { id: found.id, name: found.name };
    this.#deps.stored.set({ chosen: this.#chosen });
    this.#return();
  }

  close(): void {
    this.#isClosed = true;
    this.#looking.abort();
  }

  #use(id: string | null): void {
    const { player, settings } = this.#deps;
    settings.output = id;
    player.outputs?.use(id);
  }

  #seen(ids: readonly string[]): void {
    if (this.#chosen === null) return;
    if (!ids.includes(this.#chosen.id)) this.#lose('absent');
    else if (this.#state === 'absent') this.#return();
  }

  #lose(state: 'failed' | 'absent'): void {
    if (this.#chosen === null) return;
    const isNew = this.#state === 'used';
    this.#state = state;
    if (!isNew) return;
    this.#use(null);
    this.#looking = new AbortController();
    void this.#lookAgain(this.#looking.signal);
    this.#deps.onChange({ code: 'output-missing', name: this.#chosen.name });
  }

  #return(): void {
    this.#looking.abort();
    this.#state = 'used';
    this.#use(this.#chosen?.id ?? null);
    this.#deps.onChange(undefined);
  }

  async #lookAgain(signal: AbortSignal): Promise<void> {
    const { clock } = this.#deps;
    for (let looks = 0; !signal.aborted; looks++) {
      await this.#look();
      await sleep(clock, backoffMs(looks, lookTimes), signal).catch(() => undefined);
    }
  }

  async #look(): Promise<void> {
    try {
      const found = await this.#list();
      if (!this.#isClosed) this.#seen(found.map(({ id }) => id));
    } catch (err) {
      this.#deps.log.debug({ err }, 'outputs not listed');
    }
  }
}
