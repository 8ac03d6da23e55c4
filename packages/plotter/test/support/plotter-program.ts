import { Program } from '../../../cli/test/support/program.ts';
import type { JobResource } from '../../src/store/job.ts';

/** The built service in a separate process, controlled over HTTP. */
export interface PlotterProgram extends Program {
  readonly url: string;
  get<T>(path: string): Promise<T>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  job(id: number): Promise<JobResource>;
  /** Queues a job. Returns its id. */
  begin(script: readonly string[], more?: object): Promise<number>;
}

export async function startPlotterProgram(env: Record<string, string>): Promise<PlotterProgram> {
  const started = new Program(['plotter'], {
    PLOTTER_HTTP_PORT: '0',
    PLOTTER_LOG_LEVEL: 'error',
    ...env,
  });
  const port = await started.printed((text) => /^ {2}http:\/\/localhost:(\d+)/m.exec(text)?.[1]);
  const url = `http://127.0.0.1:${port}`;
  const get = async <T>(path: string) => (await (await fetch(`${url}/api/plotter${path}`)).json()) as T;
  const post: PlotterProgram['post'] = (path, body, headers = {}) =>
    fetch(`${url}/api/plotter${path}`, {
      method: 'POST',
      ...(body === undefined
        ? { headers }
        : { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }),
    });
  return Object.assign(started, {
    url,
    get,
    post,
    job: (id: number) => get<JobResource>(`/jobs/${id}`),
    async begin(script: readonly string[], more: object = {}) {
      const body = { script: script.join('\n'), ...more };
      const answer = await post('/job', body, { prefer: 'respond-async' });
      if (answer.status !== 202) throw new Error(`not accepted: ${answer.status} ${await answer.text()}`);
      return ((await answer.json()) as JobResource).id;
    },
  });
}
