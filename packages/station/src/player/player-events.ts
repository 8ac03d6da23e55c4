import type { PlayerEvent } from './player.ts';

export class PlayerEvents {
  readonly #listeners = new Set<(event: PlayerEvent) => void>();

  subscribe(listener: (event: PlayerEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  publish(event: PlayerEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  close(): void {
    this.#listeners.clear();
  }
}
