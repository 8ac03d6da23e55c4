import type { Clock } from '@stationery/core';
import { bannerOf, type MachineModel } from '../../firmware-model/machine-model.ts';
import { type Program, planCommand } from '../../firmware-model/program.ts';
import { type Command, parseCommand } from '../../language/command-parser.ts';
import { verbOf } from '../../language/our-language.ts';
import { answeredInBuffer, checkedLine, errorLine, type FirmwareError } from '../../lines/grammar.ts';
import type { FaultSwitches, PlotterFault } from '../../simulator/faults.ts';
import type { OutgoingLine } from '../../simulator/outgoing-line.ts';
import type { SimulatorStatus } from '../../simulator/simulator.ts';
import { InputBuffer, type Waiting } from './input-buffer.ts';
import { LineReader } from './line-reader.ts';
import { Mechanics } from './mechanics.ts';
import { MotionQueue } from './motion-queue.ts';

export interface BoardDeps {
  clock: Clock;
  model: MachineModel;
  speedFactor: number;
  bootMs: number;
  maxTracePoints: number;
  line: OutgoingLine;
  faults: FaultSwitches;
  unplug: () => void;
}

/**
 * A stopped command runs until the machine stands. In buffered motion, a line is held while there is no room for it, or
 * until earlier motion has ended.
 */
type Phase =
  | { kind: 'off' }
  | { kind: 'starting'; cancel: () => void }
  | { kind: 'idle' }
  | { kind: 'held'; line: string; mayContinue: () => boolean; resume: () => void }
  | { kind: 'busy'; line: string; stoppable: boolean };

/** The firmware of `docs/firmware-protocol.md`: lines in, replies and motion out. */
export class Board {
  readonly mechanics: Mechanics;
  readonly #deps: BoardDeps;
  readonly #reader = new LineReader();
  readonly #input = new InputBuffer();
  readonly #queue: MotionQueue;
  readonly #line: OutgoingLine;
  #phase: Phase = { kind: 'off' };
  readonly #mishaps: (() => void)[] = [];
  #starts = 0;
  #working = false;

  constructor(deps: BoardDeps) {
    const { clock, model, speedFactor, maxTracePoints } = deps;
    this.#deps = deps;
    this.mechanics = new Mechanics({ clock, model, speedFactor, maxTracePoints });
    this.#line = deps.line;
    this.#queue = new MotionQueue({
      mechanics: this.mechanics,
      onBegin: (durationMs) => void this.#mishap(durationMs / 2),
      onEnd: () => this.#cancelMishaps(),
      onChange: () => {
        this.#tellDone();
        this.#resumeHeld();
      },
    });
  }

  get activity(): SimulatorStatus['activity'] {
    const phase = this.#phase;
    if (phase.kind === 'busy') return { state: 'busy', command: phase.line };
    const { current } = this.#queue;
    if (current !== undefined) return { state: 'busy', command: current };
    return { state: phase.kind === 'held' ? 'idle' : phase.kind };
  }

  /** Number of lines that are not processed, or not answered because the buffer is full. */
  get waitingLines(): number {
    return this.#input.size + (this.#phase.kind === 'held' ? 1 : 0);
  }

  /** The board loses all state except the pen position. */
  reset(): void {
    this.#line.clear();
    this.#restart();
  }

  switchOff(): void {
    this.#standStill();
    this.#line.clear();
    this.#phase = { kind: 'off' };
  }

  hear(bytes: Uint8Array): void {
    const start = this.#starts;
    for (const line of this.#reader.push(bytes)) {
      // Input that arrived with or after a RESET is lost.
      if (this.#starts !== start) return;
      if (line.kind === 'line' && verbOf(line.text) === 'STOP') {
        this.#input.addStop();
        this.#stopMotion();
      } else {
        this.#input.add(line);
      }
      this.#work();
    }
  }

  #restart(): void {
    const { bootMs, clock } = this.#deps;
    this.#standStill();
    this.#starts++;
    this.mechanics.restart();
    this.#queue.restart();
    this.#phase = { kind: 'starting', cancel: () => undefined };
    const start = () =>
      this.mechanics.liftPen(() => {
        this.#phase = { kind: 'idle' };
        this.#line.say(bannerOf(this.mechanics.model));
      });
    if (bootMs > 0) this.#phase = { kind: 'starting', cancel: clock.after(bootMs, start) };
    else start();
  }

  #standStill(): void {
    if (this.#phase.kind === 'starting') this.#phase.cancel();
    this.#cancelMishaps();
    this.#queue.clear();
    this.mechanics.freeze();
    this.#input.clear();
    this.#reader.reset();
  }

  #work(): void {
    // A command without duration ends inside this loop, which then continues.
    if (this.#working) return;
    this.#working = true;
    while (this.#phase.kind === 'idle') {
      const waiting = this.#input.take();
      if (waiting === undefined) break;
      this.#obey(waiting);
    }
    this.#working = false;
  }

  #obey(waiting: Waiting): void {
    if (waiting.kind === 'bad' || waiting.kind === 'thrown-away') {
      this.#refuse(waiting.error);
      return;
    }
    const line = waiting.kind === 'stop' ? 'STOP' : waiting.text;
    const parsed = parseCommand(line);
    if (!parsed.ok) this.#refuse(parsed.error);
    else if (this.mechanics.state.buffered) this.#obeyBuffered(line, parsed.command);
    else this.#obeyAtOnce(line, parsed.command);
  }

  #obeyAtOnce(line: string, command: Command): void {
    const planned = planCommand(command, this.mechanics.state, this.mechanics.model);
    if (planned.ok) this.#carryOut(line, planned.program);
    else this.#refuse(planned.error);
  }

  #obeyBuffered(line: string, command: Command): void {
    const answered = answeredInBuffer(command.verb);
    if (answered === 'at-once') this.#answer(command);
    else if (answered === 'at-rest') {
      const isAtRest = () => this.#queue.size === 0;
      this.#when(isAtRest, line, () => this.#obeyAtOnce(line, command));
    } else {
      const planned = planCommand(command, this.#queue.finalState, this.mechanics.model);
      if (!planned.ok) this.#refuse(planned.error);
      else
        this.#when(
          () => !this.#queue.isFull,
          line,
          () => this.#enqueue(line, planned.program),
        );
    }
  }

  #answer(command: Command): void {
    const planned = planCommand(command, this.mechanics.state, this.mechanics.model);
    if (!planned.ok) {
      this.#refuse(planned.error);
      return;
    }
    const { info, word } = planned.program;
    for (const text of word === 'STATUS' ? [...info, ...this.#queueLines()] : info) this.#line.say(text);
    this.#line.endReply(`OK ${word}`);
  }

  #queueLines(): string[] {
    return [checkedLine('DONE', this.#queue.doneCount), `WAITING ${this.#queue.size}`];
  }

  #enqueue(line: string, program: Program): void {
    this.#line.say(checkedLine('QUEUED', this.#queue.doneCount + this.#queue.size + 1));
    this.#line.endReply(`OK ${program.word}`);
    this.#queue.add(line, program);
  }

  /** Reports progress without a request, so that the host knows what is on paper. */
  #tellDone(): void {
    this.#line.say(checkedLine('DONE', this.#queue.doneCount));
  }

  #when(mayContinue: () => boolean, line: string, resume: () => void): void {
    if (mayContinue()) resume();
    else this.#phase = { kind: 'held', line, mayContinue, resume };
  }

  #resumeHeld(): void {
    const phase = this.#phase;
    if (phase.kind !== 'held' || !phase.mayContinue()) return;
    this.#phase = { kind: 'idle' };
    phase.resume();
    this.#work();
  }

  #carryOut(line: string, program: Program): void {
    const { mechanics } = this;
    const { buffered } = mechanics.state;
    this.#phase = { kind: 'busy', line, stoppable: verbOf(line) !== 'STOP' };
    if (this.#mishap(mechanics.timeMs(program.steps) / 2)) return;
    mechanics.run(program.steps, () => {
      mechanics.change(program.change);
      if (program.change.buffered !== undefined) this.#queue.countFromZero();
      for (const info of program.info) this.#line.say(info);
      if (program.word === 'STOPPED' && buffered) this.#tellPosition();
      if (buffered && ['STOP', 'SYNC'].includes(verbOf(line))) this.#tellDone();
      this.#finish(`OK ${program.word}`);
      // The board sends its last reply before it restarts.
      if (program.word === 'RESET') this.#restart();
      this.#work();
    });
  }

  #tellPosition(): void {
    const { x, y } = this.mechanics.state.position;
    this.#line.say(`POS X${x} Y${y}`);
  }

  /** Returns whether a fault ended the command before it began. */
  #mishap(halfWayMs: number): boolean {
    const { clock, faults } = this.#deps;
    const strike = (fault: PlotterFault, act: () => void) => {
      if (!faults.strikes(fault)) return false;
      if (halfWayMs > 0) this.#mishaps.push(clock.after(halfWayMs, act));
      else act();
      return halfWayMs === 0;
    };
    strike('unplug-in-command', this.#deps.unplug);
    return strike('reset-in-command', () => this.reset());
  }

  #cancelMishaps(): void {
    for (const cancel of this.#mishaps.splice(0)) cancel();
  }

  #stopMotion(): void {
    const phase = this.#phase;
    if (phase.kind === 'busy' && phase.stoppable) {
      this.#phase = { ...phase, stoppable: false };
      this.mechanics.halt(() => {
        const { x, y } = this.mechanics.state.position;
        this.#finish(errorLine({ code: 'STOPPED', text: `at X${x} Y${y}` }));
        this.#work();
      });
    } else if (this.#queue.size > 0) {
      const heldLine = phase.kind === 'held' ? phase.line : undefined;
      this.#phase = { kind: 'busy', line: this.#queue.current ?? 'STOP', stoppable: false };
      this.#queue.halt(() => {
        if (heldLine === undefined) this.#phase = { kind: 'idle' };
        else this.#finish(errorLine({ code: 'STOPPED', text: 'not begun' }));
        this.#work();
      });
    }
  }

  #finish(terminalLine: string): void {
    this.#cancelMishaps();
    this.#phase = { kind: 'idle' };
    this.#line.endReply(terminalLine);
  }

  #refuse(error: FirmwareError): void {
    this.#line.endReply(errorLine(error));
  }
}
