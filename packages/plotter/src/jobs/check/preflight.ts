import { type AnswerOf, describeOutside, describePenHeight, type plotterRoutes } from '@stationery/contract';
import type { Driver } from '../../drivers/driver.ts';
import type { Estimator } from '../../machine/estimator.ts';
import type { ReachCheck } from '../../machine/reach.ts';

type PreflightReport = AnswerOf<typeof plotterRoutes.checkJob>;

type CheckProblem = PreflightReport['problems'][number];

const maxProblems = 100;

interface PreflightDeps {
  stepsPerMm: number;
  estimator: Estimator;
  check: ReachCheck;
  driver: Pick<Driver, 'effectOf' | 'isStrict' | 'isOpen'>;
}

export class Preflight {
  readonly #deps: PreflightDeps;
  readonly #problems: PreflightReport['problems'] = [];
  #total = 0;
  #problemCount = 0;
  #penLifts = 0;
  #bounds: PreflightReport['bounds'] = null;

  constructor(deps: PreflightDeps) {
    this.#deps = deps;
  }

  add(command: string, line?: number): void {
    const { pen, move, problem, isHoming } = this.#deps.driver.effectOf(command);
    this.#deps.estimator.add(command);
    const complain = (
      code: CheckProblem['code'],
      reason: string,
      more: Pick<CheckProblem, 'outside' | 'penHeight'> = {},
    ) =>
      this.#complain({
        index: this.#total,
        ...(line !== undefined && { line }),
        command,
        code,
        reason,
        ...more,
      });
    // Unknown commands are reported only if the machine is strict or not connected.
    if (problem === 'unknown-command' && (this.#deps.driver.isStrict || !this.#deps.driver.isOpen)) {
      complain(problem, `Unknown command “${command.trim().split(/\s+/, 1)[0]!.slice(0, 32)}”.`);
    }
    if (pen === 'up' && move === undefined && this.#deps.check.place.pen === 'down') this.#penLifts++;
    if (problem === 'invalid-move') complain(problem, 'This is not a move: write MOVE X<steps> Y<steps>.');
    const refused = this.#deps.check.add(command);
    if (refused !== undefined && 'target' in refused) {
      const { target, reach: limits } = refused;
      const outside = { target, limits, stepsPerMm: this.#deps.stepsPerMm };
      complain('outside-limits', describeOutside(outside), { outside });
    } else if (refused !== undefined) {
      const { command: _, ...penHeight } = refused;
      complain('invalid-pen-height', describePenHeight(penHeight), { penHeight });
    }
    const { position } = this.#deps.check.place;
    if (move !== undefined && !isHoming && position !== null) this.#include(position);
    this.#total++;
  }

  report(): PreflightReport {
    return {
      ok: this.#problemCount === 0,
      total: this.#total,
      estimatedMs: Math.round(this.#deps.estimator.finish()),
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
    if (this.#problems.length < maxProblems) this.#problems.push(problem);
  }
}
