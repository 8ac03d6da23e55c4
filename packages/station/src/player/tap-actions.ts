import type { PlayerReason, TagMeaning, TagPlayback } from '@stationery/contract';
import { randomNumbers } from '@stationery/contract/random-numbers';
import { AppError, type Clock } from '@stationery/core';
import type { Tap } from '../scanner/scanner.ts';
import type { PlacesTable } from '../store/places-table.ts';
import { type PlayerAction, playingActions } from './actions.ts';
import type { SoundName } from './built-in-sounds.ts';
import type { PlayControl } from './play-control.ts';
import type { Playable, PlayingTag } from './play-queue.ts';
import type { StoredPlayerSettings } from './player-settings.ts';

/** What a tap does. Its files are only those on the card. */
export type TapMeaning =
  | {
      kind: 'playlist';
      tag: PlayingTag;
      files: readonly Playable[];
      isShuffled: boolean;
      playback: TagPlayback | null;
      missing: string | undefined;
    }
  /** The tag has only drawings, which `Plots` plots. */
  | { kind: 'drawings' }
  | Exclude<TagMeaning, { kind: 'playlist' | 'album' | 'stream' }>;

interface TapActionsDeps {
  control: PlayControl;
  settings: StoredPlayerSettings;
  places: PlacesTable;
  /** Resolves what a tap does. Fetches no stream while `limit` is set. */
  meaningOf: (
    tap: Tap & { id: number },
    limit: PlayerReason | undefined,
  ) => Promise<TapMeaning | PlayerReason>;
  act: (action: PlayerAction) => Promise<void>;
  sound: (name: SoundName) => Promise<Playable>;
  limited: () => PlayerReason | undefined;
  clock: Clock;
}

export interface TapKind {
  /** The tag was added by this tap, so no sound is expected. */
  isNew?: boolean;
  /** The reader lost the tag only briefly. */
  isBack?: boolean;
}

export class TapActions {
  readonly #deps: TapActionsDeps;
  readonly #present = new Set<string>();
  #cancelRemoval: (() => void) | undefined;
  /** Number of the last tap. Only that tap counts, because an earlier one may still be resolving its files. */
  #lastTap = 0;

  constructor(deps: TapActionsDeps) {
    this.#deps = deps;
  }

  async on(tap: Tap, { isNew = false, isBack = false }: TapKind = {}): Promise<void> {
    const { control, settings } = this.#deps;
    const turn = ++this.#lastTap;
    this.#present.add(tap.serial);
    // Cancel the pending removal only for the same tag.
    if (control.tag?.serial === tap.serial) {
      const isHeld = this.#cancelRemoval !== undefined && control.status === 'playing';
      this.#cancelRemoval?.();
      this.#cancelRemoval = undefined;
      // The tag was missing for less than the grace time, which is not a removal.
      if (isHeld) return;
    }
    if (isNew) return;
    const { id, serial } = tap;
    const unknown = (): PlayerReason =>
      tap.random ? { code: 'tag-random' } : { code: 'tag-unknown', serial };
    const limit = this.#deps.limited();
    const meaning: TapMeaning | PlayerReason =
      id === null ? unknown() : await this.#deps.meaningOf({ ...tap, id }, limit);
    if (turn !== this.#lastTap) return;
    if (limit !== undefined && (meaning === limit || playsFiles(meaning)))
      return this.#refuse(turn, limit, 'limit');
    if ('code' in meaning) return this.#refuse(turn, meaning, settings.read().unknown_sound && 'unknown');
    if (meaning.kind === 'action' && !isBack) await this.#act(meaning);
    if (meaning.kind !== 'playlist') return;
    this.#play(meaning);
    if (meaning.missing !== undefined)
      control.report({ code: 'playlist-file-missing', filename: meaning.missing });
    if (!this.#present.has(serial)) this.#expectReturn();
  }

  off(tap: Tap): void {
    this.#present.delete(tap.serial);
    if (this.#deps.control.tag?.serial === tap.serial) this.#expectReturn();
  }

  close(): void {
    this.#lastTap++;
    this.#cancelRemoval?.();
    this.#cancelRemoval = undefined;
  }

  #play({ tag, files: all, isShuffled, playback }: Extract<TapMeaning, { kind: 'playlist' }>): void {
    const { control, settings, places } = this.#deps;
    const isPodcast = all[0]?.stream?.episode !== undefined;
    const files = isPodcast ? unheard(all, places.episodes(tag.id)) : all;
    const { on_again, repeat, remember } = { ...settings.read(), ...playback };
    const inOrder = (seed: number) => (isShuffled ? shuffle(files, seed) : files);
    // The same tag again: continue the playing file, or resume it without reloading.
    const isSame = control.tag?.id === tag.id && files.some(({ content }) => content === control.content);
    if (isSame && control.status !== 'stopped' && on_again === 'resume') {
      const seed = isShuffled ? control.selection.seed || newSeed() : 0;
      control.setFiles(inOrder(seed), seed);
      control.resume();
      return;
    }
    const how = {
      tag,
      repeat,
      isSingle: on_again === 'single',
      volume: playback?.volume,
      onRemoval: playback?.on_removal,
    };
    const isNext = on_again === 'next' || on_again === 'single';
    if (isPodcast) {
      const index = isNext ? nextEpisode(all, files, places.lastEpisode(tag.id)) : 0;
      const isResumed = remember && on_again !== 'restart';
      control.start({ ...how, files, seed: 0 }, { index, positionMs: isResumed ? undefined : 0 });
      return;
    }
    const place = places.get(tag.id);
    const seed = isShuffled ? place?.seed || newSeed() : 0;
    const ordered = inOrder(seed);
    const at = ordered.findIndex(({ id }) => id === place?.fileId);
    const next = at + 1;
    const isStarted = place !== undefined && at >= 0;
    if (isStarted && on_again === 'resume' && remember)
      control.start({ ...how, files: ordered, seed }, { index: at, positionMs: place.positionMs });
    else if (isStarted && isNext && next < ordered.length)
      control.start({ ...how, files: ordered, seed }, { index: next, positionMs: 0 });
    else {
      const fresh = isShuffled ? newSeed() : 0;
      control.start({ ...how, files: inOrder(fresh), seed: fresh });
    }
  }

  async #act(action: PlayerAction): Promise<void> {
    try {
      await this.#deps.act(action);
    } catch (error) {
      // Ignore refusals, because there is nothing to skip before the first playback.
      if (!(error instanceof AppError)) throw error;
    }
  }

  async #refuse(turn: number, reason: PlayerReason, name: SoundName | false): Promise<void> {
    const { control } = this.#deps;
    if (name && !control.isHeard) {
      const sound = await this.#deps.sound(name);
      if (turn !== this.#lastTap) return;
      control.start({ tag: null, files: [sound], seed: 0 });
    }
    control.report(reason);
  }

  #expectReturn(): void {
    const { clock, settings, control } = this.#deps;
    const { serial } = control.tag ?? {};
    this.#cancelRemoval?.();
    this.#cancelRemoval = clock.after(settings.read().grace * 1000, () => {
      this.#cancelRemoval = undefined;
      if (control.tag?.serial === serial)
        control.end(control.selection.onRemoval ?? settings.read().on_removal);
    });
  }
}

/** Returns the episodes that were not played to their end, or all of them if every one was. */
function unheard(
  episodes: readonly Playable[],
  positions: ReadonlyMap<string, number | null>,
): readonly Playable[] {
  const left = episodes.filter(({ stream }) => positions.get(stream?.episode ?? '') !== null);
  return left.length > 0 ? left : episodes;
}

/** Returns the episode to play next. After the oldest one, starts over. */
function nextEpisode(all: readonly Playable[], unheard: readonly Playable[], last: string | undefined) {
  const after = all.slice(all.findIndex(({ stream }) => stream?.episode === last) + 1);
  const next = after.find((episode) => unheard.includes(episode));
  return next === undefined ? 0 : unheard.indexOf(next);
}

function playsFiles(meaning: TapMeaning | PlayerReason): boolean {
  if ('code' in meaning) return false;
  if (meaning.kind !== 'action') return meaning.kind === 'playlist';
  return playingActions.includes(meaning.action);
}

/** Returns a random seed, which is never 0. */
export function newSeed(): number {
  return 1 + Math.floor(Math.random() * 0x7fff_fffe);
}

/** Shuffles a list. The same seed gives the same order. */
export function shuffle<T>(list: readonly T[], seed: number): T[] {
  const shuffled = [...list];
  const random = randomNumbers(seed);
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
  }
  return shuffled;
}
