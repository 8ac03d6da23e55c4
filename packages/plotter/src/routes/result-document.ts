import { Readable } from 'node:stream';
import type { JobArchive } from '../jobs/record/job-archive.ts';
import type { JobResource } from '../store/job.ts';

const pageSize = 1000;

/** Streams the result of a job page by page, in bounded memory. */
export function resultDocument(job: JobResource, archive: JobArchive): Readable {
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
