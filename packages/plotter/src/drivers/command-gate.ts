import type { SendReason } from '@stationery/contract';
import { type Begun, notBegun } from './driver.ts';
import type { DriverSlot } from './driver-slot.ts';
import { EarlyCommands } from './early-commands.ts';
import { isOurCommand } from './language/our-language.ts';
import type { LinkError, LinkState, Reply, SendOptions } from './link.ts';
import type { MachineDoubt } from './machine-doubt.ts';
import { isGrblRefusal } from './recognise.ts';
import type { Recognition } from './recognition.ts';

export interface CommandGateParts {
  slot: DriverSlot;
  recognition: Recognition;
  doubt: MachineDoubt;
  /** The machine may still say that it is another: what is given meanwhile waits. */
  isFindingOut: () => boolean;
  isRecognised: () => boolean;
  /** A machine for which this driver was chosen answers as GRBL does. */
  isGrblLine: (line: string) => void;
}

const askTimeoutMs = 1_000;

/**
 * Gives commands to the driver in use: not before it is known which machine is there, and none where it is the wrong one. A
 * machine that nobody recognised and that refuses a command as GRBL does is asked for its version.
 */
export class CommandGate {
  readonly #parts: CommandGateParts;
  readonly #early = new EarlyCommands();
  /** The session in which the machine was asked what it is because it refused a command. */
  #askedIn = 0;

  constructor(parts: CommandGateParts) {
    this.#parts = parts;
  }

  begin(command: string, options: SendOptions): Begun {
    if (!this.#mustWait) return this.#beginNow(command, options);
    const begun = this.#early.wait(command, options, () => this.#beginNow(command, options));
    const accepted = begun.then(({ accepted }) => accepted);
    const executed = begun.then(({ executed }) => executed);
    accepted.catch(() => undefined);
    executed.catch(() => undefined);
    return { accepted, executed };
  }

  async send(command: string, options: SendOptions): Promise<Reply> {
    const { slot, isFindingOut, isRecognised } = this.#parts;
    const sendNow = () => this.#sendNow(command, options);
    const reply = await (this.#mustWait ? this.#early.wait(command, options, sendNow) : sendNow());
    if (!this.#isRefusedByGrbl(command, reply) || isRecognised()) return reply;
    // A machine that said nothing when its port was opened refuses as GRBL does; nothing has moved.
    if (!(await this.#isGrbl())) return reply;
    while (isFindingOut() || isStarting(slot.driver.state))
      await this.#early.wait(command, options, () => undefined);
    // The new driver has its own session: callers that named the previous session are refused.
    return slot.send(command, options);
  }

  /** Also true while earlier commands wait, so that the order is kept. */
  get #mustWait(): boolean {
    return this.#parts.isFindingOut() || !this.#early.isEmpty;
  }

  #sendNow(command: string, options: SendOptions): Promise<Reply> {
    const { slot, doubt } = this.#parts;
    const refused = doubt.refusalOf(command, options);
    return refused === undefined ? slot.send(command, options) : Promise.reject(refused);
  }

  /** What waits is tried again, where the machine is known by now. */
  release(): void {
    if (!this.#parts.isFindingOut()) this.#early.release();
  }

  /** What waits is not sent. */
  fail(kind: LinkError['kind'], reasonOf: (command: string) => SendReason): void {
    this.#early.fail(kind, reasonOf);
  }

  #beginNow(command: string, options: SendOptions): Begun {
    const { slot, recognition, doubt, isRecognised } = this.#parts;
    const refused = doubt.refusalOf(command, options);
    if (refused !== undefined) return notBegun(refused);
    const begun = slot.begin(command, options);
    // A job that a machine refuses as GRBL does is not continued, for it was made for another: but the machine is known then.
    if (!isRecognised() || recognition.choice !== 'auto')
      begun.accepted.then(
        (reply) => this.#isRefusedByGrbl(command, reply) && this.#isGrbl(),
        () => undefined,
      );
    return begun;
  }

  /** A command that other machines know, in the words of GRBL. A driver that was chosen says that it is the wrong one. */
  #isRefusedByGrbl(command: string, { ok, terminalLine }: Reply): boolean {
    if (ok || !isGrblRefusal(terminalLine)) return false;
    const { recognition, isGrblLine } = this.#parts;
    if (recognition.choice !== 'auto' && isOurCommand(command)) isGrblLine(terminalLine);
    return true;
  }

  /** Asks the question that only GRBL answers, once for each opening; then its driver takes over. */
  async #isGrbl(): Promise<boolean> {
    const { slot, recognition } = this.#parts;
    const { session } = slot;
    if (recognition.choice !== 'auto' || this.#askedIn === session) return false;
    this.#askedIn = session;
    // Its driver takes over as soon as the answer is heard.
    await slot.driver.send('$I', { timeoutMs: askTimeoutMs }).catch(() => undefined);
    return slot.driver.name === 'grbl';
  }
}

const isStarting = ({ state }: LinkState) => state === 'opening' || state === 'settling';
