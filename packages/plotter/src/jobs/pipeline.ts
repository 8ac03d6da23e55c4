import type { Driver } from '../drivers/driver.ts';
import type { Effect } from '../drivers/language/effect.ts';
import { LinkError, type Reply, type SendOptions } from '../drivers/link.ts';

/** A command of a job that was begun, and of which it is not known yet that the machine has carried it out. */
export interface UnderWay {
  readonly index: number;
  readonly command: string;
  readonly effect: Effect;
  /** What the machine replied. */
  reply?: Reply;
  /** What the journal says of it. */
  recorded?: 'ok' | 'failed';
  isExecuted: boolean;
  /** Why it has no reply, or why it is not known whether it was carried out. */
  error?: LinkError;
  /** It may come back unsent: it was asked for, or one before it was refused. */
  isWithdrawn: boolean;
}

const unsent: readonly LinkError['kind'][] = ['closed', 'not-ready', 'other-session'];
const unsentWhenAborted: readonly string[] = ['abandoned-unsent', 'stopped-unsent'];

/** It did not reach the machine. */
export function wasNotSent({ reply, error }: UnderWay): boolean {
  if (reply !== undefined || error === undefined) return false;
  return error.kind === 'aborted'
    ? unsentWhenAborted.includes(error.reason.code)
    : unsent.includes(error.kind);
}

/** Everything before it must have been carried out, and nothing is sent behind it until it was. */
export const isBarrier = ({ origin, stops }: Effect) => origin !== undefined || stops === true;

/** The commands of a job that are under way, oldest first. */
export class Pipeline {
  readonly #driver: Driver;
  #commands: UnderWay[] = [];
  /** How many of the oldest are in the journal with their replies. */
  #recorded = 0;
  #refused: UnderWay | undefined;
  #wake: (() => void) | undefined;
  #isWoken = false;
  #failure: { error: unknown } | undefined;

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  get size(): number {
    return this.#commands.length;
  }

  /** Oldest first. */
  get all(): readonly UnderWay[] {
    return this.#commands;
  }

  get oldest(): UnderWay | undefined {
    return this.#commands[0];
  }

  get newest(): UnderWay | undefined {
    return this.#commands.at(-1);
  }

  /** The oldest that has a reply which is not in the journal yet, with all before it in there. */
  get unrecorded(): UnderWay | undefined {
    const one = this.#commands[this.#recorded];
    return one?.reply === undefined ? undefined : one;
  }

  /** The first that the machine refused. */
  get refused(): UnderWay | undefined {
    return this.#refused;
  }

  /** The reply of `unrecorded` is in the journal. */
  recordedOne(): void {
    this.#recorded++;
  }

  /** Whether a command with this effect may be begun behind these. */
  takes(effect: Effect): boolean {
    const { newest } = this;
    if (newest === undefined) return true;
    return this.size < this.#driver.window && !isBarrier(newest.effect) && !isBarrier(effect);
  }

  begin(index: number, command: string, effect: Effect, options: SendOptions): void {
    const one: UnderWay = {
      index,
      command,
      effect,
      isExecuted: false,
      isWithdrawn: false,
    };
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

  /** Replies come in the order of the commands. A driver gives back what it has not sent behind a command that was refused. */
  #refuse(one: UnderWay): void {
    this.#refused ??= one;
    for (const behind of this.#commands) if (behind.index > one.index) behind.isWithdrawn = true;
  }

  /** Something came of these, or somebody wants something. */
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

  /** The oldest is done with. */
  shift(): void {
    if (this.#commands.shift() === this.#refused) this.#refused = undefined;
    this.#recorded = Math.max(0, this.#recorded - 1);
  }

  /** The newest never was on its way. */
  pop(): void {
    if (this.#commands.pop() === this.#refused) this.#refused = undefined;
    this.#recorded = Math.min(this.#recorded, this.#commands.length);
  }

  /** What is not sent yet comes back, as an error of each. */
  withdraw(): void {
    for (const one of this.#commands) one.isWithdrawn = true;
    this.#driver.withdraw();
  }

  /** None of them will get a reply any more. */
  get isSettled(): boolean {
    return this.#commands.every(({ isExecuted, error }) => isExecuted || error !== undefined);
  }

  async settled(): Promise<void> {
    while (!this.isSettled) await this.changed();
  }
}
