import type { Locker } from '@tus/server';

/**
 * Allows one request per upload. A client with a broken connection returns before the station
 * notices, so a new request ends the previous one and keeps its bytes.
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
