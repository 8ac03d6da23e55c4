import { because } from '@stationery/contract';
import type { JobResource, JobState } from '../../store/job.ts';
import type { StoredJob } from '../../store/jobs-table.ts';
import {
  areMarksOutdated,
  busy,
  marksOutdated,
  positionLost,
  refuseOnHold,
  refuseUnidentified,
  refuseUntilStarted,
  wrongState,
} from '../check/job-refusals.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import type { JobStates } from '../queue/job-states.ts';
import type { DiskRoom } from '../record/disk-room.ts';
import { CommandsLost } from '../record/job-commands.ts';
import type { JobRunner, RunnerServices } from '../run/job-runner.ts';
import { ResumePoints } from '../start/resume-points.ts';
import { isAnswered, nextOf, nothingDrawn, resumedStart } from '../start/run-start.ts';

interface JobResumeDeps extends RunnerServices {
  room: DiskRoom;
  states: JobStates;
  queue: JobQueue;
  runner: () => JobRunner;
  /** Throws if an interrupted or held job must not be resumed. */
  beforeResume?: ((id: number) => Promise<void>) | undefined;
}

export interface ResumeOptions {
  /** Required after the machine position was lost. */
  penAtOrigin?: boolean;
  /** Throws if the machine must not move after all. */
  refuseLate?: () => void;
}

const resumableStates: readonly JobState['state'][] = ['pausing', 'held', 'paused', 'interrupted'];

/** Resumes a job only if its position on the paper is certain. */
export class JobResume {
  readonly #deps: JobResumeDeps;
  readonly #points: ResumePoints;

  constructor(deps: JobResumeDeps) {
    this.#deps = deps;
    this.#points = new ResumePoints(deps);
  }

  async resume(id: number, { penAtOrigin = false, refuseLate = () => {} }: ResumeOptions): Promise<void> {
    const { driver, origin, room, states, queue, beforeResume } = this.#deps;
    if (this.#resumable(id).state.state === 'pausing') {
      this.#takeBackPause(id);
      return;
    }
    refuseUntilStarted(driver.state);
    if (this.#resumable(id).state.state !== 'paused') await beforeResume?.(id);
    await origin.decided();
    if (!penAtOrigin && this.#isCutOff(this.#resumable(id))) await origin.ask();
    // Meanwhile the port may be gone, the machine stopped, or the job resumed by another request.
    refuseLate();
    refuseUntilStarted(driver.state);
    room.refuseWithoutRoom();
    if (this.#resumable(id).stepsPerMm !== null) refuseUnidentified(driver);
    this.#endHold();
    const job = this.#resumable(id);
    if (job.state.state === 'pausing') {
      this.#takeBackPause(id);
      return;
    }
    if (areMarksOutdated(job, origin)) marksOutdated();
    if (job.state.state === 'held') states.become(id, { state: 'queued' });
    else this.#takeUp(job, penAtOrigin);
    queue.startNext();
  }

  pointOf(job: StoredJob): JobResource['resumePoint'] {
    return this.#points.of(job, this.#isCutOff(job));
  }

  forget(id: number): void {
    this.#points.forget(id);
  }

  /** Call only when the board counts from the origin. Until then, the user is asked again to set the origin. */
  originSet(id: number): void {
    const { origin, jobs } = this.#deps;
    origin.confirmed();
    jobs.setSession(id, origin.session);
  }

  /** Whether the board may count from a different origin than before. */
  #isCutOff(job: StoredJob): boolean {
    const { state, session } = job;
    const { origin, machine, tracker } = this.#deps;
    const isBegun = state.state === 'paused' || (state.state === 'interrupted' && !nothingDrawn(job));
    // With relative moves, the pen position must be known.
    const isAdrift = machine.isRelative && state.state === 'interrupted' && tracker.place.position === null;
    return isBegun && (session !== origin.session || isAdrift);
  }

  #resumable(id: number): StoredJob {
    const job = this.#deps.states.stored(id);
    if (!resumableStates.includes(job.state.state)) wrongState('resumed', job.state);
    return job;
  }

  #takeBackPause(id: number): void {
    this.#endHold();
    const run = this.#deps.runner().active?.run;
    run?.requests.takeBackPause();
    this.#deps.states.become(id, { state: 'running', next: run?.record.executed ?? 0 });
  }

  #endHold(): void {
    const { driver } = this.#deps;
    driver.endHold();
    refuseOnHold(driver.state);
  }

  #takeUp(job: StoredJob, penAtOrigin: boolean): void {
    const { blocks, results, journal, jobs, queue, machine, origin, driver, tracker, log } = this.#deps;
    const runner = this.#deps.runner();
    const other = runner.active?.id ?? jobs.idsIn('paused').find((id) => id !== job.id);
    if (other !== undefined) busy(other);
    const { state } = job;
    if (nothingDrawn(job)) {
      queue.start(job);
      return;
    }
    const isLost = this.#isCutOff(job);
    const here = tracker.place.position;
    const begin = this.#orFail(job, () =>
      resumedStart(job, { blocks, results, driver, relative: machine.isRelative, isLost, here }),
    );
    if (isLost && !penAtOrigin) positionLost('reason' in state ? state.reason : undefined);
    const set = isLost ? origin.setOrigin() : undefined;
    if (isAnswered(job)) jobs.pausesAnswered(job.id, nextOf(job));
    runner.start(job, begin, set);
    if (set?.commands.length === 0) this.originSet(job.id);
    // Drops results only after the start, because a job that does not start keeps the results of its commands.
    try {
      journal.rewind(job.id, begin.from);
    } catch (error) {
      log.error({ err: error, job: job.id }, 'job not resumed');
      runner.active?.run.requests.interrupt({ code: 'resume-not-saved' });
    }
  }

  #orFail<T>(job: StoredJob, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (error instanceof CommandsLost) {
        const why = because({ code: 'commands-lost' });
        this.#deps.states.ended(job.id, { state: 'failed', next: nextOf(job), ...why }, job);
      }
      throw error;
    }
  }
}
