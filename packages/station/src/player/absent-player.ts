import type { PlayerReason } from '@stationery/contract';
import type { Player, PlayerEvent } from './player.ts';
import { PlayerEvents } from './player-events.ts';

/** A player that fails every track with the given reason. */
export function absentPlayer(kind: Player['kind'], cause: PlayerReason): Player {
  const events = new PlayerEvents();
  const failed = (load: number): PlayerEvent => ({ type: 'failed', load, cause });
  return {
    kind,
    load: ({ load }) => events.publish(failed(load)),
    setPaused() {},
    seek() {},
    stop() {},
    setVolume() {},
    place: () => ({ positionMs: 0, durationMs: undefined }),
    subscribe: (listener) => events.subscribe(listener),
    close: async () => events.close(),
  };
}
