import type { SendReason } from '@stationery/contract';
import { LinkError, type SendOptions } from '../link.ts';

interface Waiting {
  command: string;
  start: () => void;
  reject: (error: LinkError) => void;
  forget: () => void;
}

/** Commands given before the machine is known. They wait in order. */
export class DeferredCommands {
  #waiting: Waiting[] = [];

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  wait<T>(command: string, { signal }: SendOptions, start: () => T): Promise<Awaited<T>> {
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#waiting = this.#waiting.filter((one) => one !== waiting);
        reject(new LinkError('aborted', { code: 'abandoned-unsent', command }, command));
      };
      const forget = () => signal?.removeEventListener('abort', onAbort);
      const waiting: Waiting = {
        command,
        reject,
        forget,
        start: () => {
          try {
            resolve(start() as Awaited<T>);
          } catch (error) {
            reject(error);
          }
        },
      };
      this.#waiting.push(waiting);
      signal?.addEventListener('abort', onAbort, { once: true });
      if (signal?.aborted) onAbort();
    });
  }

  release(): void {
    for (const { start, forget } of this.#take()) {
      forget();
      start();
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
