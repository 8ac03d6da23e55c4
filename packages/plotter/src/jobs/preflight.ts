import { type AnswerOf, describeOutside, type plotterRoutes } from '@stationery/contract';
import { commandSet, parseMove, verbOf } from '../drivers/lines/grammar.ts';
import type { Estimator } from '../machine/estimator.ts';
import type { ReachCheck } from '../machine/reach.ts';

export type PreflightReport = AnswerOf<typeof plotterRoutes.checkJob>;

type CheckProblem = PreflightReport['problems'][number];

const mostProblems = 100;
const ourVerbs: ReadonlySet<string> = new Set(commandSet.map(({ verb }) => verb));

/** Looks a job over, command by command, without running it: what leaves the bed, how far it goes, how long it takes. */
export class Preflight {
  readonly #stepsPerMm: number;
  readonly #estimator: Estimator;
  readonly #problems: PreflightReport['problems'] = [];
  readonly #isOurLanguage: boolean;
  readonly #check: ReachCheck;
  #total = 0;
  #problemCount = 0;
  #penLifts = 0;
  #bounds: PreflightReport['bounds'] = null;

  /** `isOurLanguage`: false where a board with another firmware is connected, whose commands are its own business. */
  constructor(parts: {
    stepsPerMm: number;
    estimator: Estimator;
    check: ReachCheck;
    isOurLanguage: boolean;
  }) {
    this.#stepsPerMm = parts.stepsPerMm;
    this.#estimator = parts.estimator;
    this.#check = parts.check;
    this.#isOurLanguage = parts.isOurLanguage;
  }

  /** `line`: where it stands in a script, from 1. */
  add(command: string, line?: number): void {
    const verb = verbOf(command);
    this.#estimator.add(command);
    const complain = (
      code: CheckProblem['code'],
      reason: string,
      place?: NonNullable<CheckProblem['outside']>,
    ) =>
      this.#complain({
        index: this.#total,
        ...(line !== undefined && { line }),
        command,
        code,
        reason,
        ...(place !== undefined && { outside: place }),
      });
    if (this.#isOurLanguage && !ourVerbs.has(verb)) {
      complain('unknown-command', `Unknown command “${verb.slice(0, 32)}”.`);
    }
    if (verb === 'PENUP' && this.#check.place.pen === 'down') this.#penLifts++;
    if (verb === 'MOVE' && parseMove(command) === undefined) {
      complain('invalid-move', 'This is not a move: write MOVE X<steps> Y<steps>.');
    }
    const outside = this.#check.add(command);
    if (outside !== undefined) {
      const { target, reach: limits } = outside;
      const place = { target, limits, stepsPerMm: this.#stepsPerMm };
      complain('outside-limits', describeOutside(place), place);
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

  #complain(problem: CheckProblem): void {
    this.#problemCount++;
    if (this.#problems.length < mostProblems) this.#problems.push(problem);
  }
}
