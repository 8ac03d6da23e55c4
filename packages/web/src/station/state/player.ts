import { effect } from '@preact/signals';
import type { StationPlayer } from '@stationery/client/player';
import { explain } from '../../service/index.ts';
import { showToast } from '../../ui/index.ts';
import { stationPlayer } from '../client.ts';
import type { PagePlayer } from './page-player.ts';
import { player } from './store.ts';

/** The part of the page that makes sound; loaded where the page is the player. */
const sound: { player: PagePlayer | undefined; isLoading: boolean } = { player: undefined, isLoading: false };

/** `element`: where a film is seen; a sound needs none. */
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

/** A click is what a browser waits for before it plays. */
export function play(): void {
  const { status } = player.value?.state ?? {};
  sound.player?.allowSound();
  if (status !== 'playing') run((client) => client.play());
}

export function run(work: (client: StationPlayer) => Promise<unknown>): void {
  work(stationPlayer).catch((error: unknown) => showToast({ tone: 'danger', message: explain(error) }));
}
