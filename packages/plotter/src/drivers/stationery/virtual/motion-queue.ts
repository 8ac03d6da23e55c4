import { type BegunSegment, LookAheadQueue, segmentOf } from '@stationery/drawing';
import {
  type BoardState,
  type LineStep,
  lineUpTo,
  type Program,
  stateAfter,
} from '../../firmware-model/program.ts';
import type { Mechanics } from './mechanics.ts';

interface MotionQueueDeps {
  mechanics: Mechanics;
  /** Called when a command begins, with its duration on the clock. */
  onBegin(durationMs: number): void;
  onEnd(): void;
  /** Called when there is room for a command, or no command is left. */
  onChange(): void;
}

interface Queued {
  readonly line: string;
  readonly program: Program;
}

/** Includes the running command. Corners are passed without a stop. */
export class MotionQueue {
  readonly #deps: MotionQueueDeps;
  #ahead: LookAheadQueue<Queued>;
  #commands: Queued[] = [];
  #begun: BegunSegment<Queued> | undefined;
  #finalState: BoardState | undefined;
  doneCount = 0;
  /** Changes whenever everything is dropped. */
  #generation = 0;

  constructor(deps: MotionQueueDeps) {
    this.#deps = deps;
    this.#ahead = this.#emptyAhead();
  }

  get size(): number {
    return this.#commands.length;
  }

  get isFull(): boolean {
    return this.#commands.length >= this.#deps.mechanics.model.queuedCommands;
  }

  get current(): string | undefined {
    return this.#commands[0]?.line;
  }

  get finalState(): BoardState {
    return this.#finalState ?? this.#deps.mechanics.state;
  }

  countFromZero(): void {
    this.doneCount = 0;
  }

  add(line: string, program: Program): void {
    const { speed, acceleration } = this.finalState;
    const command: Queued = { line, program };
    const [step] = program.steps;
    const wasIdle = this.#commands.length === 0;
    this.#finalState = stateAfter(this.finalState, program);
    this.#commands.push(command);
    if (isMove(step)) {
      const law = { kind: 'junction-deviation', speed, acceleration, deviation: this.#deviation } as const;
      this.#ahead.add(segmentOf(step.to.x - step.from.x, step.to.y - step.from.y, law), command);
    } else if (step?.kind === 'servo' || step?.kind === 'wait') {
      this.#ahead.restHere();
    }
    if (wasIdle) this.#begin();
    else if (isMove(step)) this.#lookAhead();
  }

  /** Brakes along the path. Commands completed while braking count as carried out. */
  halt(done: () => void): void {
    const { mechanics } = this.#deps;
    const elapsedMs = mechanics.elapsedMs;
    if (this.#begun === undefined || elapsedMs === undefined) {
      this.#drop();
      this.#deps.onEnd();
      mechanics.halt(done);
      return;
    }
    const pieces = this.#ahead.brake(this.#begun, elapsedMs);
    const steps = pieces.map((piece) => lineOf(piece));
    const last = pieces.at(-1)!.tag;
    const isLastWhole = steps.at(-1)!.to === lineOfCommand(last).to;
    const passed = this.#commands.slice(0, this.#commands.indexOf(last) + (isLastWhole ? 1 : 0));
    this.#drop();
    this.#deps.onEnd();
    mechanics.haltAlong(steps, () => {
      for (const command of passed) this.#carriedOut(command);
      done();
    });
  }

  clear(): void {
    this.#drop();
    this.doneCount = 0;
  }

  restart(): void {
    this.#ahead = this.#emptyAhead();
  }

  #emptyAhead(): LookAheadQueue<Queued> {
    const { queuedCommands } = this.#deps.mechanics.model;
    return new LookAheadQueue({ capacity: Math.max(1, queuedCommands), deviation: this.#deviation });
  }

  get #deviation(): number {
    const { cornerDeviationMm, stepsPerMm } = this.#deps.mechanics.model;
    return cornerDeviationMm * stepsPerMm;
  }

  #drop(): void {
    this.#generation++;
    this.#commands = [];
    this.#ahead.clear();
    this.#begun = undefined;
    this.#finalState = undefined;
  }

  #begin(startAtMs?: number): void {
    const { mechanics } = this.#deps;
    const command = this.#commands[0];
    if (command === undefined) {
      this.#finalState = undefined;
      return;
    }
    const isMoving = isMove(command.program.steps[0]);
    this.#begun = isMoving ? this.#ahead.begin() : undefined;
    const steps = this.#begun === undefined ? command.program.steps : [lineOf(this.#begun)];
    const generation = this.#generation;
    this.#deps.onBegin(mechanics.timeMs(steps));
    // A fault may have struck at once.
    if (generation !== this.#generation) return;
    mechanics.run(steps, (endedAtMs) => this.#end(command, endedAtMs), startAtMs);
  }

  #end(command: Queued, endedAtMs: number): void {
    this.#commands.shift();
    this.#begun = undefined;
    this.#carriedOut(command);
    this.#deps.onEnd();
    this.#begin(endedAtMs);
    this.#deps.onChange();
  }

  #carriedOut({ program }: Queued): void {
    this.#deps.mechanics.change(program.change);
    this.doneCount++;
  }

  /** The running move may end faster because more of the path is known. */
  #lookAhead(): void {
    const { mechanics } = this.#deps;
    const elapsedMs = mechanics.elapsedMs;
    if (this.#begun === undefined || elapsedMs === undefined) return;
    const faster = this.#ahead.replan(this.#begun, elapsedMs);
    if (faster === undefined) return;
    this.#begun = faster;
    mechanics.redirect(lineOf(faster));
  }
}

function isMove(step: Program['steps'][number] | undefined): step is LineStep {
  return step?.kind === 'line' && step.length > 0;
}

function lineOfCommand({ program }: Queued): LineStep {
  return program.steps[0] as LineStep;
}

function lineOf({ tag, offset, profile }: BegunSegment<Queued>): LineStep {
  return lineUpTo(lineOfCommand(tag), offset, profile);
}
