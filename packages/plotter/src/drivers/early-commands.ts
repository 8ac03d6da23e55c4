import type { SendReason } from '@stationery/contract';
import { LinkError, type SendOptions } from './link.ts';

interface Waiting {
  command: string;
  resolve: () => void;
  reject: (error: LinkError) => void;
  forget: () => void;
}

/** Commands that were given before it is known which machine is there. They wait, in order. */
export class EarlyCommands {
  #waiting: Waiting[] = [];

  /** Resolves when it may be given to the driver. */
  wait(command: string, { signal }: SendOptions): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#waiting = this.#waiting.filter((one) => one !== waiting);
        reject(new LinkError('aborted', { code: 'abandoned-unsent', command }, command));
      };
      const forget = () => signal?.removeEventListener('abort', onAbort);
      const waiting: Waiting = { command, resolve, reject, forget };
      this.#waiting.push(waiting);
      signal?.addEventListener('abort', onAbort, { once: true });
      if (signal?.aborted) onAbort();
    });
  }

  release(): void {
    for (const { resolve, forget } of this.#take()) {
      forget();
      resolve();
    }
  }

  fail(kind: LinkError['kind'], reasonOf: (command: string) => SendReason): void {
    for (const { command, reject, forget } of this.#take()) {
      forget();
      reject(new LinkError(kind, reasonOf(command), command));
    }
  }

  #take(): Waiting[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting;
  }
}
