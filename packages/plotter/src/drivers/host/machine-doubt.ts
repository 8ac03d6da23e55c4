import { because, type PlainLinkReason } from '@stationery/contract';
import type { Driver, DriverName } from '../driver.ts';
import { verbOf } from '../language/our-language.ts';
import { LinkError, type LinkState, type SendOptions } from '../link.ts';
import type { DriverSlot } from './driver-slot.ts';
import type { Recognition } from './recognition.ts';

type WrongMachine = Extract<PlainLinkReason, { code: 'wrong-machine' }>;

/** They move no machine, and may show what it is. */
const questions: ReadonlySet<string> = new Set(['STATUS', 'VERSION']);
const unidentified: PlainLinkReason = { code: 'machine-unidentified' };

/** Why the machine that is there is not sent what its driver would send: it is another one, or may be. */
export class MachineDoubt {
  readonly #slot: DriverSlot;
  readonly #recognition: Recognition;
  #wrong: WrongMachine | undefined;

  constructor(slot: DriverSlot, recognition: Recognition) {
    this.#slot = slot;
    this.#recognition = recognition;
  }

  /** The machine has said that it is for another driver. Gives whether that is news. */
  isFor(name: DriverName, line: string): boolean {
    const driver = this.#driver.name;
    if (name === driver || this.#wrong !== undefined) return false;
    this.#wrong = { code: 'wrong-machine', driver, heard: line.slice(0, 60) };
    return true;
  }

  /** The port is opened again, or the board has restarted: whatever is there may say what it is. */
  forget(): void {
    this.#wrong = undefined;
  }

  /** Whether the machine may be another than its driver is for, although somebody chose the driver. */
  get isUnidentified(): boolean {
    const { name, evidence = 'named' } = this.#driver;
    return !this.#recognition.isEnough(name, evidence);
  }

  /** How the link is because of it; undefined where there is no doubt. */
  get state(): LinkState | undefined {
    const { isOpen, state } = this.#driver;
    if (!isOpen) return undefined;
    if (this.#wrong !== undefined) return { state: 'suspect', ...because(this.#wrong) };
    const isSettled = state.state === 'ready' || state.state === 'busy';
    return isSettled && this.isUnidentified ? { state: 'suspect', ...because(unidentified) } : undefined;
  }

  /** Why this is not sent. */
  refusalOf(command: string, options: SendOptions): LinkError | undefined {
    if (!this.#slot.takes(options)) return undefined;
    const isRefused = this.#driver.isOpen && !questions.has(verbOf(command)) && this.isUnidentified;
    const reason = this.#wrong ?? (isRefused ? unidentified : undefined);
    return reason && new LinkError('not-ready', reason, command);
  }

  get #driver(): Driver {
    return this.#slot.driver;
  }
}
