import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { Readable } from 'node:stream';
import { plotterRoutes } from '@stationery/contract';
import { planFormats } from '@stationery/contract/plan-formats';
import type { Clock } from '@stationery/core';
import { isLoopback } from '@stationery/http';
import type { FastifyInstance } from 'fastify';
import type { LimitGuard } from '../jobs/check/limit-guard.ts';
import type { JobIntake } from '../jobs/intake/job-intake.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { StopCount } from '../jobs/stop-count.ts';
import type { MachineProfile } from '../machine/profile.ts';
import type { PenPalette } from '../plan/pen-palette.ts';
import type { PlanQueue } from '../plan/plan-queue.ts';
import { readPlanRequest } from '../plan/plan-request.ts';
import { UnusableOption } from '../plan/plan-thread.ts';
import type { FollowPlan } from '../plan/plan-updates.ts';
import type { JobResource } from '../store/job.ts';
import { plotterRoute as route } from './both-prefixes.ts';

interface PlanDeps {
  queue: PlanQueue;
  updates: FollowPlan;
  machine: MachineProfile;
  palette: PenPalette;
  guard: LimitGuard;
  jobs: Jobs;
  stops: StopCount;
  intake: JobIntake;
  clock: Clock;
}

/** A client that reads nothing for this long loses its place, because others wait for it. */
const stalledClientMs = 60_000;

export function planRoutes(
  app: FastifyInstance,
  { queue, updates, palette, machine, guard, jobs, stops, intake, clock }: PlanDeps,
): void {
  route(app, plotterRoutes.planDrawing, async ({ raw, reply, query, signal }) => {
    const entry = queue.enter(signal, clientOf(raw));
    try {
      const { task, reference, refusalOf } = await Promise.race([
        readPlanRequest(raw, query, (bytes) => entry.received(bytes)),
        entry.refused,
      ]);
      if (task.job !== undefined) intake.refuseDrawing();
      if (task.job !== undefined && task.options.marks !== undefined) jobs.refuseUnknownPosition();
      const tell = updates(entry, reference);
      await entry
        .plan(
          {
            ...task,
            options: { ...task.options, palette: palette.pens },
            machine: { ...machine.current, limits: guard.reach },
          },
          tell,
        )
        .catch((error) => {
          throw error instanceof UnusableOption ? refusalOf(error.option, error.message) : error;
        });
      tell({ state: 'answering' });
      const job = task.job === undefined ? undefined : await enqueueJob(entry.document('job'), raw);
      if (task.format !== undefined) {
        const { mediaTypes, endings } = planFormats[task.format];
        return reply
          .header('content-type', mediaTypes[0])
          .header('content-disposition', `attachment; filename="drawing.${endings[0]}"`)
          .send(Readable.from(watched(entry.document('file'))));
      }
      if (job !== undefined) reply.code(202).header('location', `/api/plotter/jobs/${job.id}`);
      return reply
        .header('content-type', 'application/json')
        .send(Readable.from(answer(job, entry.document('answer'))));
    } catch (error) {
      // The client has disconnected.
      if (signal.aborted) return reply.hijack();
      throw error;
    }

    async function* answer(job: JobResource | undefined, members: AsyncIterable<Buffer>) {
      yield Buffer.from(job === undefined ? '{' : `{"job":${JSON.stringify(job)},`);
      yield* watched(members);
    }

    async function* watched(pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        const cancel = clock.after(stalledClientMs, () => reply.raw.destroy());
        try {
          yield piece;
        } finally {
          cancel();
        }
      }
    }
  });

  async function enqueueJob(document: AsyncIterable<Buffer>, raw: IncomingMessage): Promise<JobResource> {
    const { id } = await intake.take(document, undefined);
    return jobs.enqueued(id, stops.whyHeld(raw));
  }
}

/** Identifies a client by address (IPv6: by /64 network). On this computer, each connection is a client. */
function clientOf({ socket }: IncomingMessage): string {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  if (isLoopback(address)) return `${address} ${socket.remotePort}`;
  if (!isIPv6(address)) return address;
  const [start = ''] = address.split('::');
  return [...start.split(':'), 0, 0, 0].slice(0, 4).join(':');
}
