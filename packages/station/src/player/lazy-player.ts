import type { Player, PlayerEvent } from './player.ts';
import { PlayerEvents } from './player-events.ts';

/** Loads the code of a player when it first plays. Calls made meanwhile are passed on in order. */
export function lazyPlayer(kind: Player['kind'], make: () => Promise<Player>): Player {
  const events = new PlayerEvents();
  let made: Player | undefined;
  let making: Promise<void> | undefined;
  let waiting: ((player: Player) => void)[] = [];
  let volume = 100;
  let positionMs = 0;
  let isClosed = false;

  const begin = async () => {
    const player = await make();
    if (isClosed) return player.close();
    player.subscribe((event: PlayerEvent) => events.publish(event));
    player.setVolume(volume);
    made = player;
    for (const call of waiting) call(player);
    waiting = [];
  };
  const tell = (call: (player: Player) => void) => {
    if (made !== undefined) call(made);
    else if (making !== undefined) waiting.push(call);
  };
  const startMaking = () => {
    if (!isClosed) making ??= begin();
  };

  return {
    kind,
    get page() {
      return made?.page;
    },
    load(track, at) {
      positionMs = at.positionMs;
      startMaking();
      tell((player) => player.load(track, at));
    },
    setPaused: (isPaused) => tell((player) => player.setPaused(isPaused)),
    seek: (positionMs) => tell((player) => player.seek(positionMs)),
    stop: () => tell((player) => player.stop()),
    setVolume(percent) {
      volume = percent;
      tell((player) => player.setVolume(percent));
    },
    report(report) {
      startMaking();
      tell((player) => player.report?.(report));
    },
    place: () => made?.place() ?? { positionMs, durationMs: undefined },
    subscribe: (listener) => events.subscribe(listener),
    async close() {
      isClosed = true;
      events.close();
      await making;
      await made?.close();
    },
  };
}
