import type { AnswerOf, plotterRoutes } from '@stationery/contract';
import { commandSet, parseMove, verbOf } from '../firmware/grammar.ts';
import type { Estimator } from '../machine/estimator.ts';
import type { ReachCheck } from '../machine/reach.ts';
import { describeOutside } from './limit-guard.ts';

export type PreflightReport = AnswerOf<typeof plotterRoutes.checkJob>;

const mostProblems = 100;
const ourVerbs: ReadonlySet<string> = new Set(commandSet.map(({ verb }) => verb));

/** Looks a job over, command by command, without running it: what leaves the bed, how far it goes, how long it takes. */
export class Preflight {
  readonly #stepsPerMm: number;
  readonly #estimator: Estimator;
  readonly #problems: PreflightReport['problems'] = [];
  readonly #isOurFirmware: boolean;
  readonly #check: ReachCheck;
  #total = 0;
  #problemCount = 0;
  #penLifts = 0;
  #bounds: PreflightReport['bounds'] = null;

  /** The commands of another firmware than ours are its own business. */
  constructor(parts: {
    stepsPerMm: number;
    estimator: Estimator;
    check: ReachCheck;
    isOurFirmware: boolean;
  }) {
    this.#stepsPerMm = parts.stepsPerMm;
    this.#estimator = parts.estimator;
    this.#check = parts.check;
    this.#isOurFirmware = parts.isOurFirmware;
  }

  add(command: string): void {
    const verb = verbOf(command);
    this.#estimator.add(command);
    if (this.#isOurFirmware && !ourVerbs.has(verb)) {
      this.#complain(command, `The plotter knows no command “${verb}”.`);
    }
    if (verb === 'PENUP' && this.#check.place.pen === 'down') this.#penLifts++;
    if (verb === 'MOVE' && parseMove(command) === undefined) {
      this.#complain(command, 'This is not a move: write MOVE X<steps> Y<steps>.');
    }
    const outside = this.#check.add(command);
    if (outside !== undefined) {
      this.#complain(command, describeOutside(this.#stepsPerMm, outside.target, outside.reach));
    }
    const { position } = this.#check.place;
    if (verb === 'MOVE' && position !== null) this.#include(position);
    this.#total++;
  }

  report(): PreflightReport {
    return {
      ok: this.#problemCount === 0,
      total: this.#total,
      estimatedMs: Math.round(this.#estimator.totalMs),
      penLifts: this.#penLifts,
      bounds: this.#bounds,
      problems: this.#problems,
    };
  }

  #include({ x, y }: { x: number; y: number }): void {
    const bounds = this.#bounds;
    this.#bounds = {
      minX: Math.min(bounds?.minX ?? x, x),
      maxX: Math.max(bounds?.maxX ?? x, x),
      minY: Math.min(bounds?.minY ?? y, y),
      maxY: Math.max(bounds?.maxY ?? y, y),
    };
  }

  #complain(command: string, reason: string): void {
    this.#problemCount++;
    if (this.#problems.length < mostProblems) this.#problems.push({ index: this.#total, command, reason });
  }
}
