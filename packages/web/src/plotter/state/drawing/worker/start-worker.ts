import type { PlacedDrawing } from '../placed-drawing.ts';
import type { WorkerReply, WorkerRequest } from './messages.ts';
import type { PlanWorker } from './worker-client.ts';

/** Starts a worker, which reads all files of a sheet at once. */
export function startWorker({ file, more = [] }: Pick<PlacedDrawing, 'file' | 'more'>): PlanWorker {
  const worker = new Worker(new URL('./plan-worker.ts', import.meta.url), { type: 'module' });
  const send = (request: WorkerRequest) => worker.postMessage(request);
  send({ kind: 'read', files: [file, ...more] });
  return {
    send,
    listen(onReply, onBroken) {
      const listening = new AbortController();
      const { signal } = listening;
      worker.addEventListener('message', ({ data }: MessageEvent<WorkerReply>) => onReply(data), { signal });
      worker.addEventListener('error', onBroken, { signal });
      return () => listening.abort();
    },
    close: () => worker.terminate(),
  };
}
