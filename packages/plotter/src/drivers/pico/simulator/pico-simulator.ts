import type { Point } from '../../language/geometry.ts';
import { SimulatedMachine, type SimulatedMachineOptions } from '../../simulator/simulated-machine.ts';
import type { SimulatorStatus } from '../../simulator/simulator.ts';
import { Trace } from '../../simulator/trace.ts';
import { type PicoAction, type PicoSettings, readPicoLine, startSettings } from './read-line.ts';

const sheet = { stepsPerMm: 80, sheetWidthMm: 297, sheetHeightMm: 210 };
const maxLine = 256;
/** Bytes that the USB driver buffers while the program is busy; more are lost. */
const maxWaiting = 64;

interface Running {
  line: string;
  action: PicoAction;
  from: Point;
  startedMs: number;
  durationMs: number;
  cancel: () => void;
}

/**
 * A MicroPython program that reads a line, carries it out and answers. It has no banner, origin or acceleration, and
 * reads STOP in turn like any other line.
 */
export class PicoSimulator extends SimulatedMachine {
  protected readonly sheet = sheet;
  protected readonly trace: Trace;
  readonly #slowness: number;
  #settings: PicoSettings = startSettings;
  #place: Point = { x: 0, y: 0 };
  protected penIsDown = false;
  #text = '';
  #waiting: string[] = [];
  #running: Running | undefined;
  #isOff = false;

  constructor(options: SimulatedMachineOptions = {}) {
    super(options);
    const { speedFactor = 1, maxTracePoints = 1_000_000 } = options;
    this.#slowness = speedFactor > 0 ? 1 / speedFactor : 0;
    this.trace = new Trace(this.#place, maxTracePoints);
  }

  /** MicroPython restarts the program without closing the connection. */
  reset(): void {
    this.#leaveOff();
    this.cable.line.say('MPY: soft reboot');
  }

  #leaveOff(): void {
    this.cable.line.clear();
    this.#place = this.carriage;
    this.trace.lineTo(this.#place);
    this.#running?.cancel();
    this.#running = undefined;
    this.#waiting = [];
    this.#text = '';
    this.#settings = startSettings;
  }

  async close(): Promise<void> {
    this.#leaveOff();
    this.#isOff = true;
    await this.unplug();
  }

  protected get isOn(): boolean {
    return !this.#isOff;
  }

  protected get carriage(): Point {
    const running = this.#running;
    if (running === undefined) return this.#place;
    const elapsedMs = this.clock.nowMs() - running.startedMs;
    return this.#target(running, running.durationMs === 0 ? 1 : Math.min(1, elapsedMs / running.durationMs));
  }

  protected get activity(): SimulatorStatus['activity'] {
    if (this.#isOff) return { state: 'off' };
    return this.#running ? { state: 'busy', command: this.#running.line } : { state: 'idle' };
  }

  protected hear(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (byte !== 0x0a && byte !== 0x0d) {
        if (this.#text.length < maxLine) this.#text += String.fromCharCode(byte);
        continue;
      }
      const line = this.#text.trim();
      this.#text = '';
      if (line !== '' && this.#waiting.length < maxWaiting) this.#waiting.push(line);
    }
    this.#work();
  }

  #work(): void {
    while (this.#running === undefined) {
      const line = this.#waiting.shift();
      if (line === undefined) return;
      const read = readPicoLine(line, this.#settings);
      if ('error' in read) this.cable.line.endReply(`ERR ${read.error}`);
      else this.#begin(line, read);
    }
  }

  #begin(line: string, action: PicoAction): void {
    const durationMs = action.durationMs * this.#slowness;
    // A rising pen leaves the paper at once; a falling one touches it at the end.
    if (action.pen === 'up') this.#setPen(false);
    this.#running = {
      line,
      action,
      from: this.#place,
      startedMs: this.clock.nowMs(),
      durationMs,
      cancel: () => undefined,
    };
    if (this.#mishap(durationMs / 2)) return;
    if (durationMs > 0)
      this.#running.cancel = this.clock.after(durationMs, () => {
        this.#end();
        this.#work();
      });
    else this.#end();
  }

  #end(): void {
    if (this.#running === undefined) return;
    const { action } = this.#running;
    this.#place = this.#target(this.#running, 1);
    this.trace.lineTo(this.#place);
    if (action.pen === 'down') this.#setPen(true);
    this.#settings = { ...this.#settings, ...action.settings };
    this.#running = undefined;
    for (const info of action.info ?? []) this.cable.line.say(info);
    this.cable.line.endReply(`OK ${action.word}`);
  }

  #mishap(halfWayMs: number): boolean {
    const { faults } = this.cable;
    if (faults.strikes('unplug-in-command')) this.clock.after(halfWayMs, () => void this.unplug());
    if (!faults.strikes('reset-in-command')) return false;
    if (halfWayMs > 0) this.#running!.cancel = this.clock.after(halfWayMs, () => this.reset());
    else this.reset();
    return true;
  }

  #setPen(down: boolean): void {
    this.penIsDown = down;
    this.trace.setPen(down);
  }

  #target({ from, action }: Running, share: number): Point {
    const { x, y } = action.by ?? { x: 0, y: 0 };
    return { x: from.x + Math.round(x * share), y: from.y + Math.round(y * share) };
  }
}
