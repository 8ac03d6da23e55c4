import { type BytePort, type Clock, memoryPortPair } from '@stationery/core';
import { type ChipState, poweredUp, type SimulatedTag } from './chip-commands.ts';
import { ChipSession } from './chip-session.ts';
import type { Fault } from './faulty-line.ts';

/** A PN532 in software. It uses any byte port; tags can be placed and removed, and faults switched on and off. */
export class Pn532Simulator {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #faults = new Set<Fault>();
  #state: ChipState = poweredUp(undefined);
  #chipSession: ChipSession | undefined;
  #plugged = true;

  constructor({ clock, random = Math.random }: { clock: Clock; random?: () => number }) {
    this.#clock = clock;
    this.#random = random;
  }

  get isAsleep(): boolean {
    return this.#state.asleep;
  }

  get plugged(): boolean {
    return this.#plugged;
  }

  put(tag: SimulatedTag): void {
    this.#state.tag = tag;
    this.#state.selected = false;
    this.#chipSession?.tagArrived();
  }

  take(): void {
    this.#state.tag = undefined;
    this.#state.selected = false;
  }

  setFault(fault: Fault, on: boolean): void {
    if (on) this.#faults.add(fault);
    else this.#faults.delete(fault);
  }

  /** Connects the chip to a port until the port is closed. */
  attach(port: BytePort): void {
    this.#chipSession?.end();
    this.#plugged = true;
    this.#chipSession = new ChipSession({
      port,
      clock: this.#clock,
      faults: this.#faults,
      random: this.#random,
      state: this.#state,
    });
  }

  /** Opens a port as a driver would. */
  async openPort(): Promise<BytePort> {
    if (!this.#plugged) throw Object.assign(new Error('no such device'), { code: 'ENOENT' });
    const [host, chip] = memoryPortPair(['memory:host', 'memory:chip']);
    this.attach(chip);
    return host;
  }

  /** Interrupts the power: the line stays open, but the chip sleeps and has lost its settings. */
  dipPower(): void {
    Object.assign(this.#state, poweredUp(this.#state.tag));
  }

  /** Unplugs the chip, which loses its state except the tag. */
  async unplug(): Promise<void> {
    this.#plugged = false;
    await this.#chipSession?.hangUp();
    this.#chipSession = undefined;
    this.#state = poweredUp(this.#state.tag);
  }

  /** Lets `openPort` succeed again. With your own port, use `attach` instead. */
  replug(): void {
    this.#plugged = true;
  }
}
