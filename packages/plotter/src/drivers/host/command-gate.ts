import type { SendReason } from '@stationery/contract';
import { type CommandHandle, type DriverName, notBegun } from '../driver.ts';
import { isOurCommand } from '../language/our-language.ts';
import { LinkError, type LinkState, type Reply, type SendOptions } from '../link.ts';
import type { DriverMismatch } from './driver-mismatch.ts';
import type { DriverSlot } from './driver-slot.ts';
import { recogniseRefusal } from './recognise.ts';
import type { Recognition } from './recognition.ts';

export interface CommandGateDeps {
  slot: DriverSlot;
  recognition: Recognition;
  mismatch: DriverMismatch;
  /** The machine may still turn out to be of a different family, so commands wait. */
  isFindingOut: () => boolean;
  isRecognised: () => boolean;
  /** Called when the machine refuses a command in the way of a different family. */
  onOtherFamily: (name: DriverName, line: string) => void;
}

type OtherFamily = NonNullable<ReturnType<typeof recogniseRefusal>>;

const askTimeoutMs = 1_000;

/**
 * Passes commands to the driver in use: not before the machine is known, and none to the wrong machine. If an
 * unrecognised machine refuses a command in the way of a different family, asks that family's question.
 */
export class CommandGate {
  readonly #deps: CommandGateDeps;
  readonly #early = new DeferredCommands();
  /** The session in which the machine was asked because it refused a command. */
  #askedIn = 0;

  constructor(deps: CommandGateDeps) {
    this.#deps = deps;
  }

  begin(command: string, options: SendOptions): CommandHandle {
    if (!this.#mustWait) return this.#beginNow(command, options);
    const begun = this.#early.wait(command, options, () => this.#beginNow(command, options));
    const accepted = begun.then(({ accepted }) => accepted);
    const executed = begun.then(({ executed }) => executed);
    accepted.catch(() => undefined);
    executed.catch(() => undefined);
    return { accepted, executed };
  }

  async send(command: string, options: SendOptions): Promise<Reply> {
    const { slot, isFindingOut, isRecognised } = this.#deps;
    const sendNow = () => this.#sendNow(command, options);
    const reply = await (this.#mustWait ? this.#early.wait(command, options, sendNow) : sendNow());
    const other = this.#refusingFamily(command, reply);
    // Nothing has moved. The other family's driver takes over if the machine proves to be of it.
    if (other === undefined || isRecognised() || !(await this.#isOf(other))) return reply;
    while (isFindingOut() || isStarting(slot.driver.state))
      await this.#early.wait(command, options, () => undefined);
    // The new driver has its own session: commands bound to the previous one are refused.
    return slot.send(command, options);
  }

  /** Also true while earlier commands wait, so that the order is kept. */
  get #mustWait(): boolean {
    return this.#deps.isFindingOut() || !this.#early.isEmpty;
  }

  #sendNow(command: string, options: SendOptions): Promise<Reply> {
    const { slot, mismatch } = this.#deps;
    const refused = mismatch.refusalOf(command, options);
    return refused === undefined ? slot.send(command, options) : Promise.reject(refused);
  }

  /** Starts waiting commands if the machine is known by now. */
  release(): void {
    if (!this.#deps.isFindingOut()) this.#early.release();
  }

  /** Rejects waiting commands. */
  fail(kind: LinkError['kind'], reasonOf: (command: string) => SendReason): void {
    this.#early.fail(kind, reasonOf);
  }

  #beginNow(command: string, options: SendOptions): CommandHandle {
    const { slot, recognition, mismatch, isRecognised } = this.#deps;
    const refused = mismatch.refusalOf(command, options);
    if (refused !== undefined) return notBegun(refused);
    const begun = slot.begin(command, options);
    // A job refused in the way of a different family is not continued, because it was made for a different machine;
    // but the machine is known then.
    if (!isRecognised() || recognition.choice !== 'auto')
      begun.accepted.then(
        (reply) => {
          const other = this.#refusingFamily(command, reply);
          return other && this.#isOf(other);
        },
        () => undefined,
      );
    return begun;
  }

  /** The family that refuses known commands in these words. */
  #refusingFamily(command: string, { ok, terminalLine }: Reply): OtherFamily | undefined {
    const other = ok ? undefined : recogniseRefusal(terminalLine);
    const { recognition, onOtherFamily } = this.#deps;
    if (other !== undefined && recognition.choice !== 'auto' && isOurCommand(command))
      onOtherFamily(other.name, terminalLine);
    return other;
  }

  /** Asks the question that only this family answers, once per opening; then its driver takes over. */
  async #isOf({ name, question }: OtherFamily): Promise<boolean> {
    const { slot, recognition } = this.#deps;
    const { session } = slot;
    if (recognition.choice !== 'auto' || this.#askedIn === session) return false;
    this.#askedIn = session;
    // The other driver takes over as soon as the answer arrives.
    await slot.driver.send(question, { timeoutMs: askTimeoutMs }).catch(() => undefined);
    return slot.driver.name === name;
  }
}

const isStarting = ({ state }: LinkState) => state === 'opening' || state === 'settling';

interface Waiting {
  command: string;
  start: () => void;
  reject: (error: LinkError) => void;
  forget: () => void;
}

/** Commands given before the machine is known. They wait in order. */
class DeferredCommands {
  #waiting: Waiting[] = [];

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** Calls `start` when the command may be passed to the driver. */
  wait<T>(command: string, { signal }: SendOptions, start: () => T): Promise<Awaited<T>> {
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#waiting = this.#waiting.filter((one) => one !== waiting);
        reject(new LinkError('aborted', { code: 'abandoned-unsent', command }, command));
      };
      const forget = () => signal?.removeEventListener('abort', onAbort);
      const waiting: Waiting = {
        ...{ command, reject, forget },
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

  /** Starts all waiting commands synchronously, in order, so that later commands follow them. */
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
