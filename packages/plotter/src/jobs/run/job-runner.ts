import { because, type JobReason } from '@stationery/contract';
import { type Clock, type Logger, messageOf } from '@stationery/core';
import type { Driver } from '../../drivers/driver.ts';
import { ours } from '../../drivers/language/our-language.ts';
import type { OriginKeeper } from '../../machine/origin-keeper.ts';
import type { PositionTracker } from '../../machine/position-tracker.ts';
import type { MachineProfile } from '../../machine/profile.ts';
import type { PenPalette } from '../../plan/pen-palette.ts';
import type { BlocksTable } from '../../store/blocks-table.ts';
import type { JobState, Pen } from '../../store/job.ts';
import type { Reached, StoredJob } from '../../store/jobs-table.ts';
import type { ResultsTable } from '../../store/results-table.ts';
import { isUnidentified } from '../check/job-refusals.ts';
import type { LimitGuard } from '../check/limit-guard.ts';
import { machineStarted } from '../check/machine-started.ts';
import { otherScale } from '../check/other-scale.ts';
import { CommandsLost, JobCommands } from '../record/job-commands.ts';
import type { JobStore } from '../record/job-store.ts';
import type { Journal } from '../record/journal.ts';
import { ModalState } from '../settings/modal-state.ts';
import { UnrestoredSettings, type UnrestoredSettingsDeps } from '../settings/unrestored-settings.ts';
import type { RunStart } from '../start/run-start.ts';
import { JobRun } from './job-run.ts';
import { JobTime } from './job-time.ts';
import type { JobUpdates } from './job-updates.ts';
import { pauseCause } from './pen-change.ts';
import type { Prelude, RunEnd } from './run-deps.ts';

export interface RunnerServices {
  driver: Driver;
  tracker: PositionTracker;
  origin: OriginKeeper;
  jobs: JobStore;
  blocks: BlocksTable;
  results: ResultsTable;
  journal: Journal;
  leftSettings: UnrestoredSettingsDeps['stored'];
  clock: Clock;
  log: Logger;
  machine: Pick<MachineProfile, 'current' | 'isRelative'>;
  guard: LimitGuard;
  palette: Pick<PenPalette, 'drew' | 'storeDrawn'>;
}

interface JobRunnerDeps extends RunnerServices {
  updates: JobUpdates;
  starts: (id: number) => void;
  become: (id: number, state: JobState) => void;
  /** The pen position has become the origin of this job. */
  originSet: (id: number) => void;
  ended: (id: number, state: JobState, reached: Reached) => void;
  startNext: () => void;
  hold: (cause: JobReason) => void;
}

export interface RunningJob {
  id: number;
  run: JobRun;
  time: JobTime;
  startedMs: number;
  ended: Promise<void>;
}

export class JobRunner {
  readonly #deps: JobRunnerDeps;
  readonly #leftSettings: UnrestoredSettings;
  readonly #setOnMachine: ModalState;
  #active: RunningJob | undefined;
  /** A resumed job reuses the timing of the last job. */
  #time: JobTime | undefined;

  constructor(deps: JobRunnerDeps) {
    this.#deps = deps;
    this.#leftSettings = new UnrestoredSettings({ stored: deps.leftSettings, log: deps.log });
    this.#setOnMachine = new ModalState(deps.driver);
  }

  get active(): RunningJob | undefined {
    return this.#active;
  }

  start(
    job: StoredJob,
    { from, prelude, pauses }: RunStart,
    set?: { commands: string[]; mayBeRefused: boolean },
  ): void {
    const { results, blocks, journal, jobs, driver, tracker, origin, clock, machine } = this.#deps;
    const { id: jobId, total, progress } = job;
    this.#deps.starts(jobId);
    const time = this.#time?.jobId === jobId ? this.#time : new JobTime({ blocks, jobId, total, progress });
    this.#time = time;
    time.begin(from, clock.nowMs());
    const run = new JobRun(
      {
        jobId,
        total,
        timeoutMs: job.timeoutMs,
        stopOnError: job.stopOnError,
        liftPenOnFailure: job.liftPenOnFailure,
        commands: new JobCommands(blocks, job.id),
        pauses,
        journal,
        driver,
        tracker,
        clock,
        get profile() {
          return machine.current;
        },
        session: driver.session,
        onZero: (session) => jobs.originMoved(origin.numberOf(session), jobId),
        onOriginSet: () => this.#deps.originSet(jobId),
        onRestart: (session) => jobs.setSession(jobId, origin.numberOf(session)),
        onSetting: (kind) => this.#leftSettings.set(kind),
        onProgress: () => {
          const nowMs = clock.nowMs();
          time.answered(nowMs);
          this.#deps.updates.answered(jobId, nowMs);
        },
      },
      { from, ...results.counts(job.id, from) },
    );
    // Lifts the pen before its position becomes the origin.
    const way: Prelude = {
      commands: [...prelude.slice(0, 1), ...(set?.commands ?? []), ...prelude.slice(1)],
      ...(set?.mayBeRefused && { optional: ours.setOrigin }),
    };
    const isFresh = from === 0 && prelude.length === 0;
    if (isFresh) way.defaults = this.#defaultsFor(job);
    jobs.started(
      job.id,
      set === undefined ? origin.session : job.session,
      isFresh ? tracker.place : undefined,
    );
    const startedMs = clock.nowMs();
    const ended = Promise.resolve().then(() => this.#runToEnd(job, run, time, way));
    this.#active = { id: job.id, run, time, startedMs, ended };
    this.#deps.updates.started(job.id);
    this.#deps.become(job.id, { state: 'running', next: from });
  }

  /** Returns the commands that set up the machine before a job. A job with a scale is a drawing. */
  #defaultsFor({ stepsPerMm }: StoredJob): string[] {
    const profile = this.#deps.machine.current;
    const left = this.#leftSettings.reset(profile);
    return stepsPerMm === null ? left : [...new Set([...left, ...this.#setOnMachine.forDrawing(profile)])];
  }

  async #runToEnd(job: StoredJob, run: JobRun, time: JobTime, prelude: Prelude): Promise<void> {
    const { id } = job;
    let end: RunEnd;
    const { tracker, palette, machine } = this.#deps;
    const endReport = reportDrawnDistance({
      tracker,
      pens: job.pens,
      stepsPerMm: machine.current.stepsPerMm,
      next: () => run.record.executed,
      report: (pen, mm) => palette.drew(pen, mm),
    });
    try {
      // The limits are known once the machine is identified.
      await machineStarted(this.#deps.driver);
      end = (await this.#outside(job, run.record.executed, prelude.commands)) ?? (await run.run(prelude));
    } catch (error) {
      this.#deps.log.error({ err: error, job: id }, 'job failed unexpectedly');
      end =
        error instanceof CommandsLost
          ? { end: 'failed', next: run.record.executed, ...because({ code: 'commands-lost' }) }
          : {
              end: 'interrupted',
              next: run.record.executed,
              unknown: run.record.executed,
              ...because({ code: 'unexpected-error', message: messageOf(error) }),
            };
    }
    endReport();
    // An interrupted return move leaves the position unknown, even at the first command.
    if (end.end === 'interrupted' && prelude.commands.length > 0) end.unknown ??= end.next === 0 ? 0 : null;
    if (end.end === 'done') this.#leftSettings.done();
    const durationMs = this.durationMs(job);
    this.#active = undefined;
    this.#deps.updates.ended();
    const { end: state, ...rest } = end.end === 'paused' ? { ...end, ...pauseCause(end.reason, job) } : end;
    const { executed, sent, completed, failed } = run.record;
    const progress = state === 'done' ? 1 : this.#progressAt(executed, time);
    const reached = { completed, failed, executed, sent, progress, durationMs };
    this.#deps.ended(id, { state, ...rest } as JobState, reached);
    try {
      palette.storeDrawn();
      // After a partial job, a user checks sheet and pen before the next job starts.
      if (end.end === 'interrupted' && sent > 0) this.#deps.hold(end.cause);
      else this.#deps.startNext();
    } catch (error) {
      this.#deps.log.error({ err: error }, 'next job not started');
      this.#deps.hold({ code: 'start-failed' });
    }
  }

  /** Returns 0 on failure, because a failure to read the estimates must not keep the job from ending. */
  #progressAt(next: number, time: JobTime): number {
    try {
      time.end(next, this.#deps.clock.nowMs());
      return time.progressAt(next);
    } catch (error) {
      this.#deps.log.error({ err: error }, 'job progress not readable');
      return 0;
    }
  }

  /** Checks the limits again, because the position may have changed while the job was queued. */
  async #outside(
    { id, total, stepsPerMm }: StoredJob,
    from: number,
    prelude: readonly string[],
  ): Promise<RunEnd | undefined> {
    const { blocks, guard, driver } = this.#deps;
    if (stepsPerMm !== null && isUnidentified(driver))
      return { end: 'interrupted', next: from, unknown: null, ...because({ code: 'machine-unidentified' }) };
    const commands = new JobCommands(blocks, id);
    await commands.requireAll(from, total);
    const cause =
      otherScale(stepsPerMm, this.#deps.machine.current) ??
      (await guard.refusalOf(id, { prelude, from, total, commandAt: (index) => commands.at(index) }));
    if (cause === undefined) return undefined;
    // A partly drawn job can be resumed when the origin is restored.
    return from === 0 && prelude.length === 0
      ? { end: 'failed', next: 0, ...because(cause) }
      : { end: 'interrupted', next: from, unknown: null, ...because(cause) };
  }

  /** Returns the duration without pauses and the time between runs. */
  durationMs({ id, durationMs }: StoredJob): number {
    const { clock } = this.#deps;
    return durationMs + (this.#active?.id === id ? clock.nowMs() - this.#active.startedMs : 0);
  }
}

interface DrawnDistanceOptions {
  tracker: Pick<PositionTracker, 'place' | 'subscribe'>;
  pens: readonly Pen[];
  stepsPerMm: number;
  next: () => number;
  report: (pen: string, mm: number) => void;
}

/** Reports the drawn distance at every lift and at the end of the run. Returns a dispose function. */
function reportDrawnDistance({ tracker, pens, stepsPerMm, next, report }: DrawnDistanceOptions): () => void {
  let before = tracker.place;
  let steps = 0;
  const lifted = () => {
    const at = next();
    const pen = pens.findLast(({ from }) => from <= at);
    if (pen !== undefined && steps > 0) report(pen.name, steps / stepsPerMm);
    steps = 0;
  };
  const unsubscribe = tracker.subscribe(() => {
    const now = tracker.place;
    if (before.pen === 'down' && before.position !== null && now.position !== null)
      steps += Math.hypot(now.position.x - before.position.x, now.position.y - before.position.y);
    before = now;
    if (now.pen !== 'down') lifted();
  });
  return () => {
    unsubscribe();
    lifted();
  };
}
