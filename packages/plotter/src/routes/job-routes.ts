import { plotterRoutes } from '@stationery/contract';
import { AppError } from '@stationery/core';
import { RouteResponse } from '@stationery/http';
import type { FastifyInstance } from 'fastify';
import type { JobIntake } from '../jobs/intake/job-intake.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { JobPreviews } from '../jobs/preview/job-previews.ts';
import type { JobArchive } from '../jobs/record/job-archive.ts';
import type { StopCount } from '../jobs/stop-count.ts';
import { plotterRoute as route } from './both-prefixes.ts';

export function jobRoutes(
  app: FastifyInstance,
  deps: { jobs: Jobs; stops: StopCount; archive: JobArchive; intake: JobIntake; previews: JobPreviews },
): void {
  const { jobs, stops, archive, intake, previews } = deps;

  route(app, plotterRoutes.listJobs, async ({ query }) => ({
    jobs: jobs.list(query.limit ?? 50, query.before ?? Number.MAX_SAFE_INTEGER),
  }));

  route(app, plotterRoutes.getQueue, async ({ query }) => ({ jobs: jobs.queue(query.limit ?? 50) }));

  route(app, plotterRoutes.moveJob, async ({ params, body: { to, before } }) => {
    if (to !== undefined && before === undefined) return jobs.move(params.id, { to });
    if (before !== undefined && to === undefined) return jobs.move(params.id, { before });
    throw new AppError('invalid-request', 'Send exactly one of “to” and “before”.', { pointer: '' });
  });

  route(app, plotterRoutes.getJob, async ({ params }) => jobs.get(params.id));

  route(app, plotterRoutes.getJobResults, async ({ params, query: { from = 0, limit = 1000 } }) => {
    const job = jobs.get(params.id);
    const page = archive.results(job.id, from, limit);
    const last = page.at(-1)?.index;
    const next = page.length === limit && last !== undefined && last + 1 < job.total ? last + 1 : null;
    return { from, next, results: page.map(({ result }) => result) };
  });

  route(app, plotterRoutes.getJobCommands, async ({ params, reply }) => {
    const job = jobs.get(params.id);
    return reply
      .header('content-type', 'text/plain; charset=utf-8')
      .send(archive.commandText(job.id, job.total));
  });

  route(app, plotterRoutes.getJobPreview, ({ params }) => previews.get(jobs.get(params.id)));

  route(app, plotterRoutes.pauseJob, async ({ params }) => jobs.pause(params.id));
  route(app, plotterRoutes.resumeJob, ({ params, body, raw, signal }) =>
    jobs.resume(params.id, {
      ...body,
      refuseLate() {
        stops.refuseOvertaken(raw);
        if (signal.aborted) throw new AppError('plotter-not-ready', 'The client closed the connection.');
      },
    }),
  );
  route(app, plotterRoutes.cancelJob, async ({ params }) => jobs.cancel(params.id));

  route(app, plotterRoutes.rerunJob, async ({ params: { id }, body, raw }) => {
    const { from, marks } = body ?? {};
    jobs.refuseRerun(id, { from, marks });
    const isCopy = (from ?? 1) === 1 && marks === undefined && jobs.get(id).alignment === null;
    const copy = isCopy
      ? archive.copy(id)
      : (await intake.take(jobs.rest(id, { from, marks }), undefined)).id;
    const job = jobs.enqueued(copy, stops.whyHeld(raw));
    return new RouteResponse(job, { location: `/api/plotter/jobs/${job.id}` });
  });

  route(app, plotterRoutes.deleteJob, async ({ params }) => {
    jobs.remove(params.id);
  });
}
