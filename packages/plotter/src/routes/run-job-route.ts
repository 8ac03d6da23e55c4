import { type AnswerOf, plotterRoutes } from '@stationery/contract';
import { AppError } from '@stationery/core';
import { bodyChunks, Prepared } from '@stationery/http';
import type { FastifyInstance } from 'fastify';
import type { JobArchive } from '../jobs/job-archive.ts';
import { JobDocument } from '../jobs/job-document.ts';
import { type JobIntake, readDocument } from '../jobs/job-intake.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Preflight } from '../jobs/preflight.ts';
import type { Link } from '../link/link.ts';
import { plotterRoute as route } from './both-prefixes.ts';
import { parsePrefer } from './prefer.ts';
import { resultDocument } from './result-document.ts';

export interface RunJobParts {
  jobs: Jobs;
  intake: JobIntake;
  archive: JobArchive;
  link: Link;
  preflight: () => Preflight;
}

export function runJobRoutes(app: FastifyInstance, parts: RunJobParts): void {
  const { jobs, intake, archive, link, preflight } = parts;

  route(app, plotterRoutes.runJob, async ({ raw, reply, signal }) => {
    const prefer = parsePrefer(raw.headers.prefer as string | undefined);
    const key = raw.headers['idempotency-key'] as string | undefined;
    if (!prefer.respondAsync) {
      jobs.refuseWhileBusy();
      refuseWithoutPort(link);
    }
    const { id, isNew } = await intake.take(bodyChunks(raw), key);
    if (isNew) {
      if (!prefer.respondAsync) await refuseLate(jobs, id);
      jobs.enqueued(id);
    }
    if (prefer.respondAsync) {
      await jobs.waitUntilOver(id, AbortSignal.any([signal, AbortSignal.timeout(prefer.waitMs)]));
      const location = `/api/plotter/jobs/${id}`;
      const job = jobs.get(id);
      const headers = { location, 'preference-applied': 'respond-async' };
      if (prefer.waitMs === 0 || !['done', 'failed', 'cancelled'].includes(job.state.state)) {
        return new Prepared(Buffer.from(JSON.stringify(job)), headers, 202);
      }
      reply.headers(headers);
    } else {
      await jobs.waitUntilOver(id, signal);
      if (signal.aborted) await jobs.cancel(id, 'The client hung up.').catch(() => undefined);
    }
    const job = jobs.get(id);
    return reply.header('content-type', 'application/json').send(resultDocument(job, archive));
  });

  route(app, plotterRoutes.checkJob, async ({ raw }) => {
    const check = preflight();
    const document = new JobDocument((command) => check.add(command));
    await readDocument(bodyChunks(raw), document);
    document.finish();
    return check.report();
  });
}

function refuseWithoutPort(link: Link): void {
  const { state } = link.state;
  if (state !== 'closed' && state !== 'waiting') return;
  throw new AppError('plotter.closed', 'The plotter is not connected. Check its cable and power.', {
    headers: { 'retry-after': '2' },
  });
}

/** While this job's commands arrived, another one may have taken the machine. */
async function refuseLate(jobs: Jobs, id: number): Promise<void> {
  try {
    jobs.refuseWhileBusy(id);
  } catch (error) {
    jobs.remove(id);
    throw error;
  }
}

export type JobResultDocument = AnswerOf<typeof plotterRoutes.runJob>;
