import type { AnswerOf, plotterRoutes } from '@stationery/contract';
import { commandSet, parseMove, verbOf } from '../firmware/grammar.ts';
import type { Estimator } from '../machine/estimator.ts';
import { inMillimetres, isWithin } from '../machine/in-millimetres.ts';
import { after } from '../machine/place-tracker.ts';
import type { Profile } from '../machine/profile.ts';
import type { Place } from './job.ts';

export type PreflightReport = AnswerOf<typeof plotterRoutes.checkJob>;

const mostProblems = 100;
const ourVerbs: ReadonlySet<string> = new Set(commandSet.map(({ verb }) => verb));

/** Looks a job over, command by command, without running it: what leaves the bed, how far it goes, how long it takes. */
export class Preflight {
  readonly #profile: Profile;
  readonly #estimator: Estimator;
  readonly #problems: PreflightReport['problems'] = [];
  readonly #isOurFirmware: boolean;
  #place: Place;
  #total = 0;
  #problemCount = 0;
  #penLifts = 0;
  #bounds: PreflightReport['bounds'] = null;

  /** The commands of another firmware than ours are its own business. */
  constructor(profile: Profile, estimator: Estimator, start: Place, isOurFirmware: boolean) {
    this.#profile = profile;
    this.#estimator = estimator;
    this.#place = start;
    this.#isOurFirmware = isOurFirmware;
  }

  add(command: string): void {
    this.#estimator.add(command);
    if (this.#isOurFirmware && !ourVerbs.has(verbOf(command))) {
      this.#complain(command, `The plotter knows no command “${verbOf(command)}”.`);
    }
    if (verbOf(command) === 'PENUP' && this.#place.pen === 'down') this.#penLifts++;
    if (verbOf(command) === 'MOVE' && parseMove(command) === undefined) {
      this.#complain(command, 'This is no move: write MOVE X<steps> Y<steps>.');
    }
    this.#place = after(this.#place, command, this.#profile.coordinates === 'relative');
    if (verbOf(command) === 'MOVE' && this.#place.position !== null)
      this.#reach(command, this.#place.position);
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

  #reach(command: string, { x, y }: { x: number; y: number }): void {
    const { limits } = this.#profile;
    const bounds = this.#bounds;
    this.#bounds = {
      minX: Math.min(bounds?.minX ?? x, x),
      maxX: Math.max(bounds?.maxX ?? x, x),
      minY: Math.min(bounds?.minY ?? y, y),
      maxY: Math.max(bounds?.maxY ?? y, y),
    };
    if (limits !== null && !isWithin({ x, y }, limits)) {
      this.#complain(
        command,
        `X${x} Y${y} is outside of the machine: X${limits.minX} to ${limits.maxX}, Y${limits.minY} to ${limits.maxY}. ${inMillimetres(this.#profile, { x, y })}`,
      );
    }
  }

  #complain(command: string, reason: string): void {
    this.#problemCount++;
    if (this.#problems.length < mostProblems) this.#problems.push({ index: this.#total, command, reason });
  }
}
