import { type BytePort, type Clock, systemClock } from '@stationery/core';
import type { Point } from '../../language/geometry.ts';
import type { PlotterFault } from '../../simulator/faults.ts';
import { SimulatedCable } from '../../simulator/simulated-cable.ts';
import type { Simulator, SimulatorStatus } from '../../simulator/simulator.ts';
import { type Stroke, Trace } from '../../simulator/trace.ts';
import { traceSvg } from '../../simulator/trace-svg.ts';
import { type PicoAction, type PicoSettings, readPicoLine, startSettings } from './read-line.ts';

export interface PicoSimulatorOptions {
  clock?: Clock;
  /** Speed relative to real time; 0 for immediate moves. Default 1. */
  speedFactor?: number;
  maxTracePoints?: number;
  random?: () => number;
}

const sheet = { stepsPerMm: 80, sheetWidthMm: 297, sheetHeightMm: 210 };
const longestLine = 256;
/** Bytes that the USB driver buffers while the program is busy; more are lost. */
const mostWaiting = 64;

interface Running {
  line: string;
  action: PicoAction;
  from: Point;
  startedMs: number;
  durationMs: number;
  cancel: () => void;
}

/**
 * The plotter of the interface document: a MicroPython program that reads a line, carries it out and answers. It has
 * no banner, origin or acceleration, and reads STOP in turn like any other line.
 */
export class PicoSimulator implements Simulator {
  readonly #clock: Clock;
  readonly #slowness: number;
  readonly #cable: SimulatedCable;
  readonly #trace: Trace;
  #settings: PicoSettings = startSettings;
  #place: Point = { x: 0, y: 0 };
  #penIsDown = false;
  #text = '';
  #waiting: string[] = [];
  #running: Running | undefined;
  #isOff = false;

  constructor(options: PicoSimulatorOptions = {}) {
    const { clock = systemClock, speedFactor = 1, maxTracePoints = 1_000_000, random } = options;
    this.#clock = clock;
    this.#slowness = speedFactor > 0 ? 1 / speedFactor : 0;
    this.#trace = new Trace(this.#place, maxTracePoints);
    this.#cable = new SimulatedCable({
      clock,
      ...(random !== undefined && { random }),
      hear: (bytes) => this.#hear(bytes),
      opened: () => undefined,
    });
  }

  get plugged(): boolean {
    return this.#cable.plugged;
  }

  get faults(): ReadonlySet<PlotterFault> {
    return this.#cable.faults.on;
  }

  attach(port: BytePort): () => void {
    return this.#cable.attach(port);
  }

  /** MicroPython restarts the program without closing the connection. */
  reset(): void {
    this.#leaveOff();
    this.#cable.line.say('MPY: soft reboot');
  }

  #leaveOff(): void {
    this.#cable.line.clear();
    this.#place = this.#placeNow();
    this.#trace.lineTo(this.#place);
    this.#running?.cancel();
    this.#running = undefined;
    this.#waiting = [];
    this.#text = '';
    this.#settings = startSettings;
  }

  unplug(): Promise<void> {
    return this.#cable.unplug();
  }

  replug(): void {
    this.#cable.replug();
  }

  async close(): Promise<void> {
    this.#leaveOff();
    this.#isOff = true;
    await this.unplug();
  }

  setFault(fault: PlotterFault, on: boolean | number): void {
    this.#cable.setFault(fault, on);
  }

  status(): SimulatorStatus {
    const { plugged, connected } = this.#cable;
    const { strokeCount, truncated } = this.#trace;
    const busy = this.#running && { state: 'busy' as const, command: this.#running.line };
    return {
      activity: this.#isOff ? { state: 'off' } : (busy ?? { state: 'idle' }),
      carriage: this.#placeNow(),
      pen: this.#penIsDown ? 'down' : 'up',
      connected,
      plugged,
      strokeCount,
      truncated,
    };
  }

  strokes(): Stroke[] {
    return [...this.#trace.ways(true, this.#placeNow())];
  }

  drawing({ travel = false }: { travel?: boolean } = {}): string {
    return traceSvg({
      strokes: this.strokes(),
      travel: travel ? [...this.#trace.ways(false, this.#placeNow())] : [],
      truncated: this.#trace.truncated,
      sheet,
    });
  }

  clearDrawing(): void {
    this.#trace.clear();
  }

  #hear(bytes: Uint8Array): void {
    if (this.#isOff || this.#cable.faults.has('silence')) return;
    for (const byte of bytes) {
      if (byte !== 0x0a && byte !== 0x0d) {
        if (this.#text.length < longestLine) this.#text += String.fromCharCode(byte);
        continue;
      }
      const line = this.#text.trim();
      this.#text = '';
      if (line !== '' && this.#waiting.length < mostWaiting) this.#waiting.push(line);
    }
    this.#work();
  }

  #work(): void {
    while (this.#running === undefined) {
      const line = this.#waiting.shift();
      if (line === undefined) return;
      const read = readPicoLine(line, this.#settings);
      if ('error' in read) this.#cable.line.endReply(`ERR ${read.error}`);
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
      startedMs: this.#clock.nowMs(),
      durationMs,
      cancel: () => undefined,
    };
    if (this.#mishap(durationMs / 2)) return;
    if (durationMs > 0) this.#running.cancel = this.#clock.after(durationMs, () => this.#endAndGoOn());
    else this.#end();
  }

  #endAndGoOn(): void {
    this.#end();
    this.#work();
  }

  #end(): void {
    if (this.#running === undefined) return;
    const { action } = this.#running;
    this.#place = this.#target(this.#running, 1);
    this.#trace.lineTo(this.#place);
    if (action.pen === 'down') this.#setPen(true);
    this.#settings = { ...this.#settings, ...action.settings };
    this.#running = undefined;
    for (const info of action.info ?? []) this.#cable.line.say(info);
    this.#cable.line.endReply(`OK ${action.word}`);
  }

  /** Returns whether a fault ended the line before it began. */
  #mishap(halfWayMs: number): boolean {
    const { faults } = this.#cable;
    if (faults.strikes('unplug-in-command')) this.#clock.after(halfWayMs, () => void this.unplug());
    if (!faults.strikes('reset-in-command')) return false;
    if (halfWayMs > 0) {
      this.#running!.cancel = this.#clock.after(halfWayMs, () => this.reset());
      return true;
    }
    this.reset();
    return true;
  }

  #setPen(down: boolean): void {
    this.#penIsDown = down;
    this.#trace.setPen(down);
  }

  #placeNow(): Point {
    const running = this.#running;
    if (running === undefined) return this.#place;
    const elapsedMs = this.#clock.nowMs() - running.startedMs;
    return this.#target(running, running.durationMs === 0 ? 1 : Math.min(1, elapsedMs / running.durationMs));
  }

  #target({ from, action }: Running, share: number): Point {
    const { x, y } = action.by ?? { x: 0, y: 0 };
    return { x: from.x + Math.round(x * share), y: from.y + Math.round(y * share) };
  }
}
