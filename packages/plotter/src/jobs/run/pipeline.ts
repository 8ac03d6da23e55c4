import type { Driver } from '../../drivers/driver.ts';
import type { Effect } from '../../drivers/language/effect.ts';
import { LinkError, type Reply, type SendOptions } from '../../drivers/link.ts';

/** Begun, but not known to be executed. */
export interface InFlightCommand {
  readonly index: number;
  readonly command: string;
  readonly effect: Effect;
  reply?: Reply;
  /** Result in the journal. */
  recorded?: 'ok' | 'failed';
  isExecuted: boolean;
  error?: LinkError;
  /** The driver may return it unsent, because it was withdrawn or an earlier command was refused. */
  isWithdrawn: boolean;
}

const unsent: readonly LinkError['kind'][] = ['closed', 'not-ready', 'other-session'];
const unsentWhenAborted: readonly string[] = ['abandoned-unsent', 'stopped-unsent'];

export function wasNotSent({ reply, error }: InFlightCommand): boolean {
  if (reply !== undefined || error === undefined) return false;
  return error.kind === 'aborted'
    ? unsentWhenAborted.includes(error.reason.code)
    : unsent.includes(error.kind);
}

/** Earlier commands must be executed before a barrier, and no later one is sent until it is executed. */
export const isBarrier = ({ origin, stops }: Effect) => origin !== undefined || stops === true;

export class Pipeline {
  readonly #driver: Driver;
  #commands: InFlightCommand[] = [];
  /** Commands, from the oldest, whose replies are in the journal. */
  #recorded = 0;
  #refused: InFlightCommand | undefined;
  #wake: (() => void) | undefined;
  #isWoken = false;
  #failure: { error: unknown } | undefined;

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  get size(): number {
    return this.#commands.length;
  }

  get all(): readonly InFlightCommand[] {
    return this.#commands;
  }

  get oldest(): InFlightCommand | undefined {
    return this.#commands[0];
  }

  get newest(): InFlightCommand | undefined {
    return this.#commands.at(-1);
  }

  /** The oldest command with a reply that is not in the journal yet. */
  get unrecorded(): InFlightCommand | undefined {
    const one = this.#commands[this.#recorded];
    return one?.reply === undefined ? undefined : one;
  }

  get refused(): InFlightCommand | undefined {
    return this.#refused;
  }

  /** The reply of `unrecorded` is recorded. */
  recordedOne(): void {
    this.#recorded++;
  }

  takes(effect: Effect): boolean {
    const { newest } = this;
    if (newest === undefined) return true;
    return this.size < this.#driver.window && !isBarrier(newest.effect) && !isBarrier(effect);
  }

  begin(index: number, command: string, effect: Effect, options: SendOptions): void {
    const one: InFlightCommand = { index, command, effect, isExecuted: false, isWithdrawn: false };
    this.#commands.push(one);
    const { accepted, executed } = this.#driver.begin(command, options);
    const failed = (error: unknown) => {
      if (error instanceof LinkError) one.error ??= error;
      else this.#failure ??= { error };
      this.wake();
    };
    accepted.then((reply) => {
      one.reply = reply;
      if (!reply.ok) this.#refuse(one);
      this.wake();
    }, failed);
    executed.then(() => {
      one.isExecuted = true;
      this.wake();
    }, failed);
  }

  /** A driver returns commands after a refused one unsent. */
  #refuse(one: InFlightCommand): void {
    this.#refused ??= one;
    for (const behind of this.#commands) if (behind.index > one.index) behind.isWithdrawn = true;
  }

  /** Resolves after the next `wake()`. */
  async changed(): Promise<void> {
    if (!this.#isWoken) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#isWoken = false;
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  wake(): void {
    this.#isWoken = true;
    this.#wake?.();
    this.#wake = undefined;
  }

  shift(): void {
    if (this.#commands.shift() === this.#refused) this.#refused = undefined;
    this.#recorded = Math.max(0, this.#recorded - 1);
  }

  /** Removes the newest command, which was never sent. */
  pop(): void {
    if (this.#commands.pop() === this.#refused) this.#refused = undefined;
    this.#recorded = Math.min(this.#recorded, this.#commands.length);
  }

  /** Withdraws the unsent commands, each of which ends with an error. */
  withdraw(): void {
    for (const one of this.#commands) one.isWithdrawn = true;
    this.#driver.withdraw();
  }

  get isSettled(): boolean {
    return this.#commands.every(({ isExecuted, error }) => isExecuted || error !== undefined);
  }

  async settled(): Promise<void> {
    while (!this.isSettled) await this.changed();
  }
}
