import type { MachineProfile } from '../../machine/profile.ts';
import type { JobResource } from '../../store/job.ts';
import type { StoredJob } from '../../store/jobs-table.ts';
import { resumeStart } from './resume-point.ts';
import { canContinueInPlace, type JobTables, nextOf, nothingDrawn, resumeInputOf } from './run-start.ts';

type Point = JobResource['resumePoint'];

interface ResumePointsDeps extends JobTables {
  machine: Pick<MachineProfile, 'isRelative'>;
}

/** Computes each resume point once, by reading commands backwards. */
export class ResumePoints {
  readonly #deps: ResumePointsDeps;
  readonly #known = new Map<number, { key: string; point: Point }>();

  constructor(deps: ResumePointsDeps) {
    this.#deps = deps;
  }

  /** Returns null for a job that cannot be resumed or is not at rest. */
  of(job: StoredJob, isLost: boolean): Point {
    const { state } = job;
    if (state.state !== 'paused' && state.state !== 'interrupted') return null;
    const key = [state.state, state.next, isLost, this.#deps.machine.isRelative].join(' ');
    const known = this.#known.get(job.id);
    if (known?.key === key) return known.point;
    const point = this.#find(job, isLost);
    this.#known.set(job.id, { key, point });
    return point;
  }

  forget(id: number): void {
    this.#known.delete(id);
  }

  #find(job: StoredJob, isLost: boolean): Point {
    const { blocks, machine } = this.#deps;
    if (nothingDrawn(job)) return { command: 0, position: null };
    if (machine.isRelative && canContinueInPlace(job, isLost))
      return { command: nextOf(job), position: null };
    if (!blocks.isWhole(job.id, job.total)) return null;
    const { from, position } = resumeStart(resumeInputOf(job, this.#deps));
    return machine.isRelative && position === null ? null : { command: from, position };
  }
}
