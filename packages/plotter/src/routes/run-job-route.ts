import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { plotterRoutes } from '@stationery/contract';
import { bodyChunks, RouteResponse, splitOutsideQuotes, unquoted } from '@stationery/http';
import type { FastifyInstance } from 'fastify';
import type { Preflight } from '../jobs/check/preflight.ts';
import { JobDocument } from '../jobs/intake/job-document.ts';
import { type JobIntake, readDocument, refuseTooLarge } from '../jobs/intake/job-intake.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { JobArchive } from '../jobs/record/job-archive.ts';
import type { StopCount } from '../jobs/stop-count.ts';
import { isOver, type JobResource } from '../store/job.ts';
import { plotterRoute as route } from './both-prefixes.ts';

const pageSize = 1000;

function resultDocument(job: JobResource, archive: JobArchive): Readable {
  const { total, completed, failed } = job;
  const ok = job.state.state === 'done' && failed === 0;
  const stopped = job.state.state !== 'done';
  function* text() {
    const head = JSON.stringify({ ok, total, completed, failed, stopped });
    yield `${head.slice(0, -1)},"results":[`;
    let separator = '';
    for (let from = 0; from < total; ) {
      const page = archive.results(job.id, from, pageSize);
      if (page.length === 0) break;
      yield separator + page.map(({ result }) => JSON.stringify(result)).join(',');
      separator = ',';
      from = (page.at(-1)?.index ?? total) + 1;
    }
    yield ']}';
  }
  return Readable.from(text());
}

interface Preferences {
  respondAsync: boolean;
  waitMs: number;
}

const maxWaitMs = 600_000;

/** RFC 7240: `respond-async` and `wait=seconds`. Ignores repetitions of a name. */
export function parsePrefer(header: string | undefined): Preferences {
  const preferences = new Map<string, string>();
  for (const preference of splitOutsideQuotes(header ?? '', ',')) {
    // A name and an optionally quoted value; parameters are ignored.
    const [said = ''] = splitOutsideQuotes(preference, ';');
    const [name = '', ...value] = said.split('=');
    const key = name.trim().toLowerCase();
    if (!preferences.has(key)) preferences.set(key, unquoted(value.join('=').trim()));
  }
  const wait = preferences.get('wait') ?? '';
  return {
    respondAsync: preferences.has('respond-async'),
    waitMs: /^\d+$/.test(wait) ? Math.min(Number(wait) * 1000, maxWaitMs) : 0,
  };
}

interface RunJobDeps {
  jobs: Jobs;
  stops: StopCount;
  intake: JobIntake;
  archive: JobArchive;
  preflight: () => Preflight;
}

export function runJobRoutes(app: FastifyInstance, deps: RunJobDeps): void {
  const { jobs, stops, intake, archive, preflight } = deps;

  route(app, plotterRoutes.runJob, async ({ raw, reply, signal }) => {
    const prefer = parsePrefer(raw.headers.prefer as string | undefined);
    const key = (raw.headers['idempotency-key'] as string | undefined) || undefined;
    const isRepeated = key !== undefined && intake.knows(key);
    // Checked before the commands are read, which may be a million.
    if (!prefer.respondAsync && !isRepeated) refuse();
    const { id, isNew } = await intake.take(commandsIn(raw), key);
    if (isNew) {
      if (!prefer.respondAsync) refuseLate(id, raw);
      jobs.enqueued(id, stops.whyHeld(raw));
    }
    return prefer.respondAsync ? answerAsync(id, prefer.waitMs) : answerWhenOver(id, isNew);

    async function answerAsync(id: number, waitMs: number) {
      if (waitMs > 0) await jobs.waitUntilOver(id, { signal, waitMs });
      const job = jobs.get(id);
      const headers = { location: `/api/plotter/jobs/${id}`, 'preference-applied': 'respond-async' };
      if (waitMs > 0 && isOver(job.state)) return sendResult(job, headers);
      return new RouteResponse(Buffer.from(JSON.stringify(job)), headers, 202);
    }

    async function answerWhenOver(id: number, isOurs: boolean) {
      await jobs.waitUntilOver(id, { signal });
      if (signal.aborted) {
        if (isOurs) await jobs.cancel(id, { code: 'client-gone' }).catch(() => undefined);
        return reply.hijack();
      }
      jobs.refuseUnlessBegun(id);
      return sendResult(jobs.get(id), { location: `/api/plotter/jobs/${id}` });
    }

    function sendResult(job: JobResource, headers: Record<string, string>) {
      return reply
        .headers({ 'content-type': 'application/json', ...headers })
        .send(resultDocument(job, archive));
    }
  });

  route(app, plotterRoutes.checkJob, async ({ raw }) => {
    const check = preflight();
    const document = new JobDocument((command, { line }) => check.add(command, line));
    await readDocument(commandsIn(raw), document);
    document.finish();
    return check.report();
  });

  function refuse(id?: number): void {
    jobs.refuseWhileBusy(id);
    jobs.refuseWithoutPort();
  }

  /** Checks again: while the commands arrived, a different job may have started or the port may be gone. */
  function refuseLate(id: number, raw: IncomingMessage): void {
    try {
      stops.refuseOvertaken(raw);
      refuse(id);
    } catch (error) {
      intake.drop(id);
      throw error;
    }
  }
}

function commandsIn(raw: IncomingMessage): AsyncIterable<Buffer> {
  refuseTooLarge(raw.headers['content-length']);
  return bodyChunks(raw);
}
