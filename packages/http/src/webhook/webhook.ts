import { createHmac } from 'node:crypto';
import {
  Backoff,
  type Clock,
  type Logger,
  packageVersion,
  sleep,
  type WebhookConfig,
  withDeadline,
} from '@stationery/core';

interface WebhookMessage {
  /** Number of the event in the event stream. */
  id: number;
  service: string;
  event: string;
  /** When it happened, ISO 8601. */
  at: string;
  data: unknown;
}

interface WebhookOptions {
  config: WebhookConfig;
  clock: Clock;
  log: Logger;
}

export const webhookLimits = { queued: 100, answerMs: 10_000, retry: { firstMs: 1000, maxMs: 60_000 } };

/**
 * Posts events in order, one at a time, each until it is delivered or refused. Drops the oldest if too many
 * wait.
 */
export class Webhook {
  readonly #options: WebhookOptions;
  readonly #stopped = new AbortController();
  readonly #backoff = new Backoff(webhookLimits.retry);
  #queue: string[] = [];
  #isSending = false;
  #isFailing = false;

  constructor(options: WebhookOptions) {
    this.#options = options;
  }

  send(message: WebhookMessage): void {
    if (this.#stopped.signal.aborted) return;
    this.#queue.push(JSON.stringify(message));
    if (this.#queue.length > webhookLimits.queued) {
      this.#queue.shift();
      this.#options.log.debug('webhook: too many events wait; dropped the oldest');
    }
    if (!this.#isSending) void this.#sendAll();
  }

  /** Drops events that were not delivered. */
  stop(): void {
    this.#queue = [];
    this.#stopped.abort();
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true;
    try {
      for (let body = this.#queue[0]; body !== undefined; body = this.#queue[0]) {
        if (await this.#isDone(body)) {
          // The queue may have dropped the message meanwhile.
          if (this.#queue[0] === body) this.#queue.shift();
        } else {
          await sleep(this.#options.clock, this.#backoff.nextMs(), this.#stopped.signal);
        }
      }
    } catch (err) {
      if (!this.#stopped.signal.aborted) throw err;
    } finally {
      this.#isSending = false;
    }
  }

  /** Returns whether the message need not be sent again. */
  async #isDone(body: string): Promise<boolean> {
    const { clock, log } = this.#options;
    const { url, secret } = this.#options.config;
    try {
      const deadline = { clock, timeoutMs: webhookLimits.answerMs, signal: this.#stopped.signal };
      const status = await withDeadline('the answer', deadline, async (signal) => {
        const answer = await fetch(url, {
          method: 'POST',
          body,
          signal,
          redirect: 'manual',
          headers: {
            'content-type': 'application/json',
            'user-agent': `Stationery/${packageVersion}`,
            'x-stationery-signature': signatureOf(body, secret),
          },
        });
        await answer.body?.cancel();
        return answer.status;
      });
      if (isTemporary(status)) throw new Error(`it answered ${status}`);
      if (status >= 300) log.warn({ url: url.origin, status }, 'webhook refused an event');
      else if (this.#isFailing) log.info({ url: url.origin }, 'webhook: events arrive again');
      this.#isFailing = false;
      this.#backoff.reset();
      return true;
    } catch (err) {
      this.#stopped.signal.throwIfAborted();
      if (!this.#isFailing) log.warn({ url: url.origin, err }, 'webhook failed; retrying');
      this.#isFailing = true;
      return false;
    }
  }
}

const isTemporary = (status: number) => status >= 500 || status === 408 || status === 429;

const signatureOf = (body: string, secret: string) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
