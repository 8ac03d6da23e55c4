import type { AnswerOf, BodyOf, PlotterEvent, plotterRoutes } from '@stationery/contract';
import { AppError, type EventHub } from '@stationery/core';
import type { LimitGuard } from './jobs/check/limit-guard.ts';
import type { JobIntake } from './jobs/intake/job-intake.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { JobStore } from './jobs/record/job-store.ts';
import type { StopCount } from './jobs/stop-count.ts';
import type { MachineProfile } from './machine/profile.ts';
import type { PlanRequest } from './plan/plan-messages.ts';
import type { PlanQueue } from './plan/plan-queue.ts';
import { UnusableOption } from './plan/plan-thread.ts';
import type { Status } from './status.ts';
import type { JobResource } from './store/job.ts';

export interface NewDrawing {
  svg: Uint8Array<ArrayBuffer>;
  options?: PlanRequest['options'];
  thinkMs?: number;
  newSheet?: boolean;
  name?: string;
}

export interface FleetAgent {
  /** Throws if this interrupted or held job must not be resumed. */
  beforeResume(jobId: number): Promise<void>;
  stopped(): void;
  /** Fleet state: whether the plotter accepts fleet jobs, and its pen. */
  membership(): FleetMembership;
  changeMembership(change: BodyOf<typeof plotterRoutes.changeFleetSeat>): FleetMembership;
}

export type FleetMembership = AnswerOf<typeof plotterRoutes.getFleetSeat>;

interface AccessDeps {
  hub: EventHub<PlotterEvent>;
  status: () => Status;
  jobs: Jobs;
  store: JobStore;
  intake: JobIntake;
  queue: PlanQueue;
  machine: MachineProfile;
  guard: LimitGuard;
  stops: StopCount;
}

/** Access for other modules in this process, such as the fleet agent. Their jobs use the same queue and journal. */
export class PlotterAccess {
  readonly #deps: AccessDeps;

  constructor(deps: AccessDeps) {
    this.#deps = deps;
  }

  status(): Status {
    return this.#deps.status();
  }

  name(): string {
    return this.#deps.machine.current.name;
  }

  subscribe(listener: (event: PlotterEvent) => void): () => void {
    return this.#deps.hub.subscribe(({ event }) => listener(event));
  }

  job(id: number): JobResource | undefined {
    return this.#deps.store.get(id) && this.#deps.jobs.get(id);
  }

  jobWithKey(key: string): JobResource | undefined {
    const stored = this.#deps.store.byIdempotencyKey(key);
    return stored && this.job(stored.id);
  }

  /** `onStored` is called when the job is on disk, before it can start. */
  async addJob(
    document: AsyncIterable<Buffer>,
    key: string,
    onStored: (id: number) => void,
  ): Promise<JobResource> {
    const { intake, jobs, stops } = this.#deps;
    const known = this.jobWithKey(key);
    if (known !== undefined) {
      onStored(known.id);
      return known;
    }
    const request = {};
    stops.arrived(request);
    const { id } = await intake.take(document, key);
    onStored(id);
    return jobs.enqueued(id, stops.whyHeld(request));
  }

  async addDrawing(
    { svg, options = {}, thinkMs = 0, newSheet, name }: NewDrawing,
    key: string,
    onStored: (id: number) => void,
    signal: AbortSignal,
  ): Promise<JobResource> {
    const { queue, machine, guard, intake } = this.#deps;
    intake.refuseDrawing();
    // Frees the place in the plan queue at the end, whatever the signal does.
    const done = new AbortController();
    const entry = queue.enter(AbortSignal.any([signal, done.signal]), 'fleet');
    try {
      const job = { ...(name !== undefined && { name }), ...(newSheet !== undefined && { newSheet }) };
      const task = { files: [svg], isText: false, options, thinkMs, include: [], job };
      await entry.plan({ ...task, machine: { ...machine.current, limits: guard.reach } });
      return await this.addJob(entry.document('job'), key, onStored);
    } catch (error) {
      throw error instanceof UnusableOption ? new AppError('invalid-request', error.message) : error;
    } finally {
      done.abort();
    }
  }

  async cancel(id: number): Promise<void> {
    await this.#deps.jobs.cancel(id);
  }

  remove(id: number): void {
    this.#deps.jobs.remove(id);
  }
}

/** The membership of a plotter outside a fleet. */
const alone: FleetMembership = {
  inFleet: false,
  inQueue: false,
  paper: null,
  pens: [],
  needsPaper: false,
  wasStopped: false,
  connection: null,
};

export class FleetAgentSlot implements FleetAgent {
  #agent: FleetAgent | undefined;

  /** Returns a function that removes the agent. */
  take(agent: FleetAgent): () => void {
    this.#agent = agent;
    return () => {
      if (this.#agent === agent) this.#agent = undefined;
    };
  }

  async beforeResume(jobId: number): Promise<void> {
    await this.#agent?.beforeResume(jobId);
  }

  stopped(): void {
    this.#agent?.stopped();
  }

  membership(): FleetMembership {
    return this.#agent?.membership() ?? alone;
  }

  changeMembership(change: BodyOf<typeof plotterRoutes.changeFleetSeat>): FleetMembership {
    if (this.#agent === undefined) throw new AppError('not-in-fleet', 'This plotter is not part of a fleet.');
    return this.#agent.changeMembership(change);
  }
}
