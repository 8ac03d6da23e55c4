import { type Logger, silentLogger } from '@stationery/core';
import type { NfcReader, ReaderState } from '../reader.ts';
import { ReaderEvents } from '../reader-events.ts';
import { sameTag, type Tag } from '../tag.ts';

/** A reader without hardware. Tags are placed and removed by calls. */
export interface SimulatedReader extends NfcReader {
  /** Places a tag and removes the present one. Placing the tag that is present changes nothing. */
  put(tag: Tag): void;
  take(): void;
  fail(reason: string): void;
  /** Makes the reader work again. It then detects tags placed meanwhile. */
  recover(): void;
}

export const simulatedDevice = 'simulated reader';
const ready: ReaderState = { state: 'ready', device: simulatedDevice };

export function simulatedReader({ log = silentLogger }: { log?: Logger } = {}): SimulatedReader {
  const events = new ReaderEvents(log, ready);
  let lying: Tag | undefined;
  let seen: Tag | undefined;

  const lookAgain = () => {
    const visible = events.state.state === 'ready' ? lying : undefined;
    if (seen !== undefined && visible !== undefined && sameTag(seen, visible)) return;
    const gone = seen;
    seen = undefined;
    if (gone !== undefined) events.publish({ type: 'left', tag: gone });
    if (visible === undefined) return;
    seen = visible;
    events.publish({ type: 'arrived', tag: visible });
  };

  return {
    get state() {
      return events.state;
    },
    get present() {
      return seen === undefined ? [] : [seen];
    },
    subscribe: (listener) => events.subscribe(listener),
    put(tag) {
      lying = tag;
      lookAgain();
    },
    take() {
      lying = undefined;
      lookAgain();
    },
    fail(reason) {
      const stillLying = lying;
      lying = undefined;
      lookAgain();
      lying = stillLying;
      events.changeState({ state: 'failed', reason });
    },
    recover() {
      events.changeState(ready);
      lookAgain();
    },
    async close() {
      events.close();
      lying = undefined;
      seen = undefined;
    },
  };
}
