import type { BytePort, Clock } from '@stationery/core';
import { FaultSwitches, type PlotterFault } from './faults.ts';
import { OutgoingLine, type OutgoingLineDeps } from './outgoing-line.ts';

interface CableDeps {
  clock: Clock;
  random: () => number;
  endOfLine: OutgoingLineDeps['endOfLine'];
  /** Receives bytes for the board. */
  hear: (bytes: Uint8Array) => void;
  onOpened: () => void;
}

/** Serves one client at a time. */
export class SimulatedCable {
  readonly line: OutgoingLine;
  readonly faults = new FaultSwitches();
  readonly #deps: CableDeps;
  #port: BytePort | undefined;
  #detach: () => void = () => undefined;
  plugged = true;

  constructor(deps: CableDeps) {
    const { clock, random, endOfLine } = deps;
    this.#deps = deps;
    this.line = new OutgoingLine({ clock, random, faults: this.faults, endOfLine });
  }

  get connected(): boolean {
    return this.#port !== undefined;
  }

  attach(port: BytePort): () => void {
    const before = this.#port;
    this.#detach();
    void before?.close();
    this.plugged = true;
    this.#port = port;
    this.line.connect(port);
    const unsubscribe = [port.onBytes((bytes) => this.#deps.hear(bytes)), port.onClose(() => detach())];
    const detach = () => {
      for (const stop of unsubscribe) stop();
      if (this.#port !== port) return;
      this.#port = undefined;
      this.line.connect(undefined);
    };
    this.#detach = detach;
    this.#deps.onOpened();
    return detach;
  }

  async unplug(): Promise<void> {
    const port = this.#port;
    this.plugged = false;
    this.#detach();
    await port?.close();
  }

  replug(): void {
    this.plugged = true;
  }

  setFault(fault: PlotterFault, on: boolean | number): void {
    this.faults.set(fault, typeof on === 'number' ? on : on ? Number.POSITIVE_INFINITY : 0);
  }
}
