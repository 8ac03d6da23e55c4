import type { Point } from '../../language/geometry.ts';
import type { PlotterFault } from '../../simulator/faults.ts';
import { SimulatedMachine, type SimulatedMachineOptions } from '../../simulator/simulated-machine.ts';
import type { SimulatorStatus } from '../../simulator/simulator.ts';
import type { Trace } from '../../simulator/trace.ts';
import type { Sheet } from '../../simulator/trace-svg.ts';
import { isAtLeast, versionOf } from '../firmware-version.ts';
import { nameOf } from '../protocol/reply-shape.ts';
import { Board } from './board.ts';
import { type BoardCommand, boardCommands, type Outcome } from './commands.ts';
import { PacketError, readNumbers, unknownCommand } from './packet.ts';
import { type PenServoModel, standardServo } from './pen-servo.ts';
import { errorReply, replyTo } from './replies.ts';

/** Size of the board's command buffer in characters, without the line end. */
const maxCommand = 255;

type Packet = { kind: 'command'; text: string } | { kind: 'overrun' };

/** A command ends at CR or LF; empty ones are ignored. */
class PacketReader {
  #text = '';
  #length = 0;

  push(bytes: Uint8Array): Packet[] {
    const packets: Packet[] = [];
    for (const byte of bytes) {
      if (byte === 0x0d || byte === 0x0a) {
        if (this.#length > maxCommand) packets.push({ kind: 'overrun' });
        else if (this.#text !== '') packets.push({ kind: 'command', text: this.#text });
        this.reset();
      } else {
        this.#length++;
        if (this.#length <= maxCommand) this.#text += String.fromCharCode(byte);
      }
    }
    return packets;
  }

  reset(): void {
    this.#text = '';
    this.#length = 0;
  }
}

export interface EbbSimulatorOptions extends SimulatedMachineOptions {
  /** From 3.0.0: future syntax, longer queue and signed rates. Default 2.8.1. */
  firmware?: string;
  servo?: PenServoModel;
  /** Ends of X, with the limit switch, and of Y, in steps from the start (NextDraw). Default: none. */
  corner?: Point;
  sheetWidthMm?: number;
  sheetHeightMm?: number;
  bootMs?: number;
}

interface EbbSimulatorStatus extends SimulatorStatus {
  /** Machine time of motions, pen moves and delays. */
  busyMs: number;
  /** Microsteps per step of each motor that holds its position; 0 if off. */
  microsteps: readonly [number, number];
}

/** The trace is in sixteenths of a step. */
const stepsPerMm = 80;

/** Has no banner and sends only answers. A command without room in the queue delays all later ones. */
export class EbbSimulator extends SimulatedMachine {
  readonly #options: EbbSimulatorOptions;
  readonly #reader = new PacketReader();
  readonly #board: Board;
  #unread: Packet[] = [];
  #held: string | undefined;
  #isOff = false;
  #working = false;
  #cancelBoot: () => void = () => undefined;
  readonly #mishaps = new Set<() => void>();

  constructor(options: EbbSimulatorOptions = {}) {
    super(options, '');
    const { clock } = this;
    const { speedFactor = 1 } = options;
    this.#options = options;
    this.#board = new Board({
      clock,
      speedFactor: Number.isFinite(speedFactor) ? speedFactor : 0,
      version: versionOf(options.firmware ?? '2.8.1'),
      servo: options.servo ?? standardServo,
      maxTracePoints: options.maxTracePoints ?? 1_000_000,
      corner: options.corner,
    });
  }

  /** Loses all state except the pen position, without a message. */
  reset(): void {
    this.cable.line.clear();
    this.#cancelMishaps();
    this.#reader.reset();
    this.#unread = [];
    this.#held = undefined;
    this.#board.restart();
  }

  async close(): Promise<void> {
    this.#cancelBoot();
    this.#isOff = true;
    this.reset();
    await this.unplug();
  }

  pressButton(): void {
    this.#board.settings.buttonPressed = true;
  }

  setPower(on: boolean): void {
    this.#board.setPower(on);
  }

  override status(): EbbSimulatorStatus {
    const { motors, queue } = this.#board;
    return { ...super.status(), busyMs: queue.busyMs, microsteps: motors.microsteps };
  }

  protected get isOn(): boolean {
    return !this.#isOff;
  }

  protected get activity(): SimulatorStatus['activity'] {
    if (this.#isOff) return { state: 'off' };
    if (this.#held === undefined && this.#board.queue.running === undefined) return { state: 'idle' };
    return { state: 'busy', command: this.#held ?? 'motion' };
  }

  protected get trace(): Trace {
    return this.#board.motors.trace;
  }

  protected get carriage(): Point {
    return this.#board.motors.carriage;
  }

  protected get penIsDown(): boolean {
    return this.#board.servo.isDown;
  }

  protected get sheet(): Sheet {
    const { sheetWidthMm = 300, sheetHeightMm = 218 } = this.#options;
    return { stepsPerMm, sheetWidthMm, sheetHeightMm };
  }

  protected hear(bytes: Uint8Array): void {
    this.#unread.push(...this.#reader.push(bytes));
    this.#work();
  }

  #work(): void {
    if (this.#working) return;
    this.#working = true;
    while (this.#held === undefined) {
      const packet = this.#unread.shift();
      if (packet === undefined) break;
      if (packet.kind === 'command') this.#obey(packet.text);
      else this.#say(errorReply('', '!3 Err: RX Buffer overrun', false));
    }
    this.#working = false;
  }

  #obey(text: string): void {
    const name = nameOf(text);
    const rest = text.slice(name.length);
    const { isFuture } = this.#board.settings;
    try {
      const command = this.#commandOf(name);
      const values = command.takesText ? [] : readNumbers(rest, command);
      const outcome = command.run(this.#board, values, rest.slice(1));
      if (this.#mishap(outcome)) return;
      this.#answer(name, text, outcome, isFuture);
    } catch (error) {
      if (!(error instanceof PacketError)) throw error;
      this.#say(errorReply(name, error.message, isFuture));
    }
  }

  #commandOf(name: string): BoardCommand {
    const command = Object.hasOwn(boardCommands, name) ? boardCommands[name] : undefined;
    const { version } = this.#board.deps;
    if (command === undefined || !isAtLeast(version, command.since ?? [0, 0, 0])) throw unknownCommand(name);
    return command;
  }

  #answer(name: string, text: string, outcome: Outcome, wasFuture: boolean): void {
    if ('restart' in outcome) {
      this.#restart(name, outcome.restart, wasFuture);
      return;
    }
    if (!('motion' in outcome || 'depth' in outcome)) {
      // The reply to the command that changes the syntax is partly in each syntax.
      const { isFuture } = this.#board.settings;
      if (isFuture === wasFuture) this.#say(replyTo(name, outcome, isFuture));
      else this.#say(isFuture ? '\n' : `${name}OK\r\n`);
      return;
    }
    this.#held = text;
    const taken = () => {
      this.#held = undefined;
      this.#say(replyTo(name, {}, wasFuture));
      this.#work();
    };
    if ('motion' in outcome) this.#board.queue.offer(outcome.motion, taken);
    else this.#board.queue.setDepth(outcome.depth, taken);
  }

  #restart(name: string, kind: 'state' | 'usb', wasFuture: boolean): void {
    this.reset();
    if (kind === 'state') {
      this.#say(replyTo(name, {}, wasFuture));
      return;
    }
    void this.unplug();
    this.#cancelBoot = this.clock.after(this.#options.bootMs ?? 1000, () => this.replug());
  }

  #say(reply: string): void {
    // Faults lose, delay or repeat only the last line of a reply.
    const cut = reply.endsWith('OK\r\n') ? reply.length - 4 : 0;
    if (cut > 0) this.cable.line.say(reply.slice(0, cut));
    if (cut === reply.length - 4 && !this.#board.settings.saysOk && !this.#board.settings.isFuture) return;
    this.cable.line.endReply(reply.slice(cut));
  }

  /** Returns whether the command is lost. */
  #mishap(outcome: Outcome): boolean {
    if (!('motion' in outcome)) return false;
    const strike = (fault: PlotterFault, act: () => void) => {
      if (!this.cable.faults.strikes(fault)) return false;
      if (this.#options.speedFactor === 0) {
        act();
        return true;
      }
      const cancel = this.clock.after(mishapAfterMs, () => {
        this.#mishaps.delete(cancel);
        act();
      });
      this.#mishaps.add(cancel);
      return false;
    };
    strike('unplug-in-command', () => void this.unplug());
    return strike('reset-in-command', () => this.reset());
  }

  #cancelMishaps(): void {
    for (const cancel of this.#mishaps) cancel();
    this.#mishaps.clear();
  }
}

const mishapAfterMs = 5;
