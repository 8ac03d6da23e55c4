import { effect } from '@preact/signals';
import { ServiceError } from '@stationery/client';
import type { StationPlayer } from '@stationery/client/player';
import { showError } from '../../service/index.ts';
import { stationTexts } from '../../texts/station.ts';
import { showToast } from '../../ui/index.ts';
import { stationPlayer } from '../client.ts';
import type { PagePlayer } from './page-player.ts';
import { player } from './store.ts';

/** Loaded if the page is the player. */
const sound: { player: PagePlayer | undefined; isLoading: boolean } = { player: undefined, isLoading: false };

/** `element` shows films. */
export function playInThisPage(element: HTMLMediaElement = new Audio()): void {
  effect(() => {
    const isPlayer = player.value?.state.player === 'browser';
    if (!isPlayer || sound.isLoading) return;
    sound.isLoading = true;
    import('./page-player.ts').then(
      (loaded) => {
        sound.player = new loaded.PagePlayer(element);
        sound.player.start();
      },
      () => {
        sound.isLoading = false;
      },
    );
  });
}

/** Called in a click handler, because browsers play only after a click. */
export function play(): void {
  const { status } = player.value?.state ?? {};
  sound.player?.allowSound();
  if (status === 'playing') return;
  stationPlayer.play().catch((error: unknown) => {
    const isNothing = error instanceof ServiceError && error.code === 'nothing-to-play';
    if (isNothing) showToast({ message: stationTexts.player.nothingYet });
    else showError(error);
  });
}

export function playFile(filename: string): void {
  sound.player?.allowSound();
  run((client) => client.play(filename));
}

export function run(work: (client: StationPlayer) => Promise<unknown>): void {
  work(stationPlayer).catch(showError);
}
