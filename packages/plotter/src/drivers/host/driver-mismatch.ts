import { because, type PlainLinkReason } from '@stationery/contract';
import type { Driver, DriverName } from '../driver.ts';
import { verbOf } from '../language/our-language.ts';
import { LinkError, type LinkState } from '../link.ts';
import type { Recognition } from './recognition.ts';

type WrongMachine = Extract<PlainLinkReason, { code: 'wrong-machine' }>;

/** Commands that move no machine and may identify it. */
const questions: ReadonlySet<string> = new Set(['STATUS', 'VERSION']);
const unidentified: PlainLinkReason = { code: 'machine-unidentified' };

export class DriverMismatch {
  readonly #inUse: () => Driver;
  readonly #recognition: Recognition;
  #wrong: WrongMachine | undefined;

  constructor(inUse: () => Driver, recognition: Recognition) {
    this.#inUse = inUse;
    this.#recognition = recognition;
  }

  /** Records that the machine needs a different driver. Returns whether that is new. */
  isFor(name: DriverName, line: string): boolean {
    const driver = this.#inUse().name;
    if (name === driver || this.#wrong !== undefined) return false;
    this.#wrong = { code: 'wrong-machine', driver, heard: line.slice(0, 60) };
    return true;
  }

  /** Called when the port is reopened or the board has restarted: the machine may identify itself again. */
  forget(): void {
    this.#wrong = undefined;
  }

  /** Whether the driver may be wrong although it was chosen. */
  get isUnidentified(): boolean {
    const { name, evidence = 'named' } = this.#inUse();
    return !this.#recognition.isEnough(name, evidence);
  }

  get state(): LinkState | undefined {
    const { isOpen, state } = this.#inUse();
    if (!isOpen) return undefined;
    if (this.#wrong !== undefined) return { state: 'suspect', ...because(this.#wrong) };
    const isSettled = state.state === 'ready' || state.state === 'busy';
    return isSettled && this.isUnidentified ? { state: 'suspect', ...because(unidentified) } : undefined;
  }

  refusalOf(command: string): LinkError | undefined {
    const isRefused = this.#inUse().isOpen && !questions.has(verbOf(command)) && this.isUnidentified;
    const reason = this.#wrong ?? (isRefused ? unidentified : undefined);
    return reason && new LinkError('not-ready', reason, command);
  }
}
