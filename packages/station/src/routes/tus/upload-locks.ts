import type { Locker } from '@tus/server';

/**
 * One request at a time for each upload. A client whose connection broke comes back before the station has noticed, so
 * a new request ends the one before it; the bytes that came are kept.
 */
export function uploadLocks(): Locker {
  const held = new Map<string, { giveUp: () => void; released: Promise<void> }>();
  return {
    newLock(id) {
      let release = () => {};
      return {
        async lock(_signal, giveUp) {
          for (let before = held.get(id); before !== undefined; before = held.get(id)) {
            before.giveUp();
            await before.released;
          }
          const released = new Promise<void>((resolve) => {
            release = () => {
              held.delete(id);
              resolve();
            };
          });
          held.set(id, { giveUp: () => void giveUp(), released });
        },
        async unlock() {
          release();
        },
      };
    },
  };
}
