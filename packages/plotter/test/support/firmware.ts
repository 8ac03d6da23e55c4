import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { needsProgram } from '@stationery/core/testing';
import type { Point } from '../../src/drivers/language/geometry.ts';
import { emulatedBoards, startChip } from '../../src/drivers/stationery/emulator/boards.ts';
import type { Chip } from '../../src/drivers/stationery/emulator/chip.ts';
import { PulseRecorder, type Step } from '../../src/drivers/stationery/emulator/pulse-recorder.ts';

export const boardNames = Object.keys(emulatedBoards) as (keyof typeof emulatedBoards)[];

const compilers = [
  needsProgram('arm-none-eabi-gcc', 'gcc-arm-none-eabi'),
  needsProgram('avr-gcc', 'gcc-avr'),
];
/** Use as `describe.skipIf(!firmware.run)`. */
export const firmware = {
  run: compilers.every(({ run }) => run),
  label: compilers.map(({ label }) => label).join(', '),
};

const script = fileURLToPath(new URL('../../../../tools/firmware/build.mjs', import.meta.url));
let built: Promise<unknown> | undefined;

export async function buildFirmware(): Promise<void> {
  built ??= promisify(execFile)(process.execPath, [script]);
  await built;
}

/** A board in virtual time, with its pulses counted. */
export class ChipBench {
  readonly chip: Chip;
  readonly recorder: PulseRecorder;
  text = '';
  /** The lines up to the banner after the first start. */
  banner = '';

  static async start(name: keyof typeof emulatedBoards, { isCoreXy = false } = {}): Promise<ChipBench> {
    await buildFirmware();
    const recorder = new PulseRecorder({ pins: emulatedBoards[name].pins, isCoreXy, keepsSteps: true });
    const bench = new ChipBench(await startChip(name), recorder);
    bench.banner = bench.runUntil('READY');
    return bench;
  }

  private constructor(chip: Chip, recorder: PulseRecorder) {
    this.chip = chip;
    this.recorder = recorder;
    chip.onPin = (pin, isHigh, nanos) => recorder.pinChanged(pin, isHigh, nanos);
    chip.onBytes = (bytes) => {
      this.text += Buffer.from(bytes).toString('latin1');
    };
    chip.setOpen(true);
  }

  run(ms: number): void {
    this.chip.run(this.chip.nanos + ms * 1e6);
  }

  /** Returns the text up to the line with this beginning. */
  runUntil(beginning: string, maxMs = 10_000): string {
    const end = this.chip.nanos + maxMs * 1e6;
    const pattern = new RegExp(`^${beginning}.*\n`, 'm');
    while (!pattern.test(this.text)) {
      if (this.chip.nanos > end) throw new Error(`“${beginning}” does not come after: ${this.text}`);
      this.run(1);
    }
    const { 0: line, index } = pattern.exec(this.text)!;
    const said = this.text.slice(0, index + line.length);
    this.text = this.text.slice(said.length);
    return said;
  }

  write(text: string): void {
    this.chip.write(Buffer.from(text));
  }

  /** Returns the reply, without the last line feed. */
  ask(line: string, maxMs?: number): string {
    this.write(`${line}\n`);
    return this.runUntil('(?:OK|ERR)', maxMs).trimEnd();
  }

  /** Settings apply from the next start. */
  configure(...settings: string[]): void {
    this.askAll(settings.map((setting) => `CONFIG ${setting}`));
    this.ask('RESET');
    this.runUntil('READY');
  }

  /** Sends lines as fast as the replies allow. */
  askAll(lines: readonly string[]): void {
    for (const line of lines) {
      const reply = this.ask(line);
      if (!/^OK/m.test(reply)) throw new Error(`${line}: ${reply}`);
    }
  }
}

/** Returns the largest distance from the lines, in steps. Simultaneous steps of both motors count as one movement. */
export function farthestStep(steps: readonly Step[], lines: readonly Point[]): number {
  let piece = 1;
  let farthest = 0;
  for (const [index, { position: step, nanos }] of steps.entries()) {
    if (steps[index + 1]?.nanos === nanos) continue;
    let distance = distanceTo(step, lines[piece - 1]!, lines[piece]!);
    while (piece + 1 < lines.length) {
      const next = distanceTo(step, lines[piece]!, lines[piece + 1]!);
      if (next > distance) break;
      distance = next;
      piece++;
    }
    farthest = Math.max(farthest, distance);
  }
  return farthest;
}

function distanceTo(point: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const along = ((point.x - from.x) * dx + (point.y - from.y) * dy) / (dx * dx + dy * dy || 1);
  const share = Math.min(1, Math.max(0, along));
  return Math.hypot(point.x - from.x - share * dx, point.y - from.y - share * dy);
}
