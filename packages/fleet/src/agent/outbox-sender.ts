import { fleetProtocol, reportsSubject } from '@stationery/contract/fleet';
import { answerWithinMs, type Broker } from '../broker/connect-broker.ts';
import { keepTrying, type RetryOptions } from '../broker/keep-trying.ts';
import { writeMessage } from '../broker/message.ts';
import type { ClaimStore } from './claim-store.ts';

/** Sends reports in order, each until the broker has confirmed it. */
export class OutboxSender {
  readonly #parts: { store: ClaimStore; broker: Broker; deviceId: string; retry: RetryOptions };
  #wake: () => void = () => undefined;

  constructor(parts: { store: ClaimStore; broker: Broker; deviceId: string; retry: RetryOptions }) {
    this.#parts = parts;
  }

  /** Call it after adding a report. */
  wake(): void {
    this.#wake();
  }

  async run(): Promise<void> {
    const { store, broker, deviceId, retry } = this.#parts;
    const { signal } = retry;
    signal.addEventListener('abort', () => this.#wake(), { once: true });
    await broker.first();
    while (!signal.aborted) {
      const next = store.nextReport();
      if (next === undefined) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
          if (signal.aborted || store.nextReport() !== undefined) resolve();
        });
        continue;
      }
      const { number, job, fence, body } = next;
      const message = writeMessage({ protocol: fleetProtocol, number, job, fence, ...body });
      await keepTrying('Sending reports', retry, async () => {
        await broker.current.js.publish(reportsSubject(deviceId), message, {
          msgID: `${deviceId}.${number}`,
          timeout: answerWithinMs,
        });
        // On a full disk it is sent again; the broker and the board drop duplicates.
        if (!signal.aborted) store.sent(number);
      });
    }
  }
}
