import { a3Plotter } from '../../firmware-model/machine-model.ts';
import type { Point } from '../../language/geometry.ts';
import { SimulatedMachine, type SimulatedMachineOptions } from '../../simulator/simulated-machine.ts';
import type { SimulatorStatus } from '../../simulator/simulator.ts';
import { Trace } from '../../simulator/trace.ts';
import type { Chip } from './chip.ts';
import { type MachinePins, PulseRecorder } from './pulse-recorder.ts';
import { StraightLines } from './straight-lines.ts';

/** Interval at which the emulator catches up with the clock, and the longest time it may block the event loop. */
const tickMs = 4;
const sliceNanos = 1e6;
const maxBusyMs = 20;
const mishapNanos = 40e6;

interface EmulatedPlotterOptions extends SimulatedMachineOptions {
  chip: Chip;
  pins: MachinePins;
}

/**
 * Runs at the pace of the clock. If the computer is too slow, the board's time passes more slowly. What it draws is
 * counted from the pulses at its pins.
 */
export class EmulatedPlotter extends SimulatedMachine {
  protected readonly isOn = true;
  protected readonly sheet = a3Plotter;
  protected readonly trace: Trace;
  readonly #chip: Chip;
  readonly #speedFactor: number;
  readonly #recorder: PulseRecorder;
  #lines: StraightLines;
  /** Where the carriage was put by hand, relative to the counted steps. */
  #offset: Point = { x: 0, y: 0 };
  #cancel: (() => void) | undefined;
  #lastMs = 0;
  #said = '';
  #heard = '';
  #waiting: string[] = [];
  #isStarting = true;
  #mishapAt = Number.POSITIVE_INFINITY;
  #mishap: () => void = () => undefined;
  #failure: Error | undefined;

  constructor(options: EmulatedPlotterOptions) {
    super(options);
    const { chip, pins, speedFactor = 1, maxTracePoints = 1_000_000 } = options;
    this.trace = new Trace({ x: 0, y: 0 }, maxTracePoints);
    this.#chip = chip;
    this.#speedFactor = speedFactor;
    this.#recorder = new PulseRecorder({ pins });
    this.#lines = this.#linesFrom({ x: 0, y: 0 });
    this.#recorder.onMove = () => this.#lines.add(this.carriage);
    this.#recorder.onPen = (isDown) => {
      this.#lines.end();
      this.trace.setPen(isDown);
    };
    chip.onPin = (pin, isHigh, nanos) => this.#recorder.pinChanged(pin, isHigh, nanos);
    chip.onBytes = (bytes) => this.#say(bytes);
    chip.onReset = () => this.#restarted();
  }

  reset(): void {
    this.cable.line.clear();
    this.#chip.reset();
  }

  override async unplug(): Promise<void> {
    this.#chip.setPlugged(false);
    await super.unplug();
  }

  async close(): Promise<void> {
    this.#cancel?.();
    this.#cancel = undefined;
    this.cable.line.clear();
    await this.unplug();
  }

  carryTo(carriage: Point): void {
    if (this.#recorder.isEnabled && this.#waiting.length > 0)
      throw new Error('The motors are holding the carriage.');
    this.#lines.end();
    const { x, y } = this.#recorder.position;
    this.#offset = { x: Math.round(carriage.x) - x, y: Math.round(carriage.y) - y };
    this.trace.jumpTo(this.carriage);
    this.#lines = this.#linesFrom(this.carriage);
  }

  override clearDrawing(): void {
    this.#lines.end();
    super.clearDrawing();
  }

  protected get carriage(): Point {
    const { x, y } = this.#recorder.position;
    return { x: x + this.#offset.x, y: y + this.#offset.y };
  }

  protected get penIsDown(): boolean {
    return this.#recorder.penIsDown;
  }

  protected get activity(): SimulatorStatus['activity'] {
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#cancel === undefined) return { state: 'off' };
    if (this.#isStarting) return { state: 'starting' };
    const [command] = this.#waiting;
    return command === undefined ? { state: 'idle' } : { state: 'busy', command };
  }

  #linesFrom(point: Point): StraightLines {
    return new StraightLines(point, (corner) => this.trace.lineTo(corner));
  }

  protected override opened(): void {
    this.#chip.setPlugged(true);
    this.#chip.setOpen(true);
    if (this.#cancel !== undefined || this.#failure !== undefined) return;
    this.#lastMs = this.clock.nowMs();
    this.#schedule();
  }

  #schedule(): void {
    this.#cancel = this.clock.after(tickMs, () => {
      try {
        this.#catchUp();
      } catch (error) {
        this.#failure = error as Error;
        this.#cancel = undefined;
        void this.unplug();
        return;
      }
      if (this.#cancel !== undefined) this.#schedule();
    });
  }

  /** Advances the board to the current time. If that takes too long, skips the rest of the time. */
  #catchUp(): void {
    const began = this.clock.nowMs();
    const passedMs = began - this.#lastMs;
    this.#lastMs = began;
    const isHurried = this.#speedFactor === 0 && (this.#waiting.length > 0 || this.#isStarting);
    const factor = this.#speedFactor === 0 ? 1 : this.#speedFactor;
    let left = isHurried ? Number.POSITIVE_INFINITY : passedMs * factor * 1e6;
    while (left > 0 && this.clock.nowMs() - began < maxBusyMs) {
      const slice = Math.min(left, sliceNanos);
      this.#chip.run(this.#chip.nanos + slice);
      left -= slice;
      if (this.#chip.nanos >= this.#mishapAt) this.#strike();
      if (isHurried && this.#waiting.length === 0 && !this.#isStarting) break;
    }
  }

  protected hear(bytes: Uint8Array): void {
    this.#chip.write(bytes);
    const lines = (this.#heard + Buffer.from(bytes).toString('latin1')).split('\n');
    this.#heard = lines.pop()!.slice(0, 300);
    for (const line of lines) {
      if (line.trim() === '') continue;
      this.#waiting.push(line.trim());
      this.#planMishap();
    }
  }

  #planMishap(): void {
    const { faults } = this.cable;
    const plan = (act: () => void) => {
      this.#mishapAt = this.#chip.nanos + mishapNanos;
      this.#mishap = act;
    };
    if (faults.strikes('reset-in-command')) plan(() => this.reset());
    else if (faults.strikes('unplug-in-command')) plan(() => void this.unplug());
  }

  #strike(): void {
    this.#mishapAt = Number.POSITIVE_INFINITY;
    this.#mishap();
  }

  #say(bytes: Uint8Array): void {
    const lines = (this.#said + Buffer.from(bytes).toString('latin1')).split('\n');
    this.#said = lines.pop()!;
    for (const line of lines) {
      if (line.startsWith('READY')) {
        this.#isStarting = false;
        // The board ignores what it hears while it starts.
        this.#waiting = [];
      }
      if (!/^(?:OK|ERR)\b/.test(line)) {
        this.cable.line.say(line);
        continue;
      }
      this.#waiting.shift();
      this.cable.line.endReply(line);
    }
  }

  #restarted(): void {
    this.#isStarting = true;
    this.#waiting = [];
    this.#said = '';
    this.#heard = '';
    this.#mishapAt = Number.POSITIVE_INFINITY;
  }
}
