import { parseCommand } from './command-parser.ts';
import { a3Plotter, type MachineModel } from './machine-model.ts';
import { type BoardState, planCommand, startedBoard, touchesPaper } from './program.ts';

export interface Estimate {
  /** Of the machine alone: what the line and the host add depends on them. */
  durationMs: number;
  drawnSteps: number;
  travelSteps: number;
  /** How often the pen is lowered. */
  lowerings: number;
  /** Lines that the firmware would answer with a failure. */
  refused: number;
}

/** What a list of commands would take, on a machine that has just started. */
export function estimateCommands(lines: Iterable<string>, model: MachineModel = a3Plotter): Estimate {
  const estimator = new Estimator(model);
  for (const line of lines) estimator.add(line);
  return estimator.total;
}

/** The same line by line, for whoever wants to know how long is left. */
export class Estimator {
  readonly #model: MachineModel;
  #state: BoardState;
  readonly total: Estimate = { durationMs: 0, drawnSteps: 0, travelSteps: 0, lowerings: 0, refused: 0 };

  constructor(model: MachineModel = a3Plotter) {
    this.#model = model;
    this.#state = startedBoard(model);
  }

  /** Gives the time of this line alone. */
  add(line: string): number {
    const parsed = parseCommand(line);
    const planned = parsed.ok ? planCommand(parsed.command, this.#state, this.#model) : parsed;
    if (!planned.ok) {
      this.total.refused++;
      return 0;
    }
    const { steps, change } = planned.program;
    let durationMs = 0;
    for (const step of steps) {
      durationMs += step.durationMs;
      if (step.kind === 'line') this.#moved(step.to, step.length);
      else if (step.kind === 'servo') this.#turned(step.toDegrees);
    }
    this.#state = { ...this.#state, ...change };
    if (parsed.ok && parsed.command.verb === 'RESET') this.#state = startedBoard(this.#model);
    this.total.durationMs += durationMs;
    return durationMs;
  }

  #moved(position: BoardState['position'], length: number): void {
    if (touchesPaper(this.#model, this.#state.servoDegrees)) this.total.drawnSteps += length;
    else this.total.travelSteps += length;
    this.#state = { ...this.#state, position };
  }

  #turned(servoDegrees: number): void {
    const wasDown = touchesPaper(this.#model, this.#state.servoDegrees);
    if (!wasDown && touchesPaper(this.#model, servoDegrees)) this.total.lowerings++;
    this.#state = { ...this.#state, servoDegrees };
  }
}
