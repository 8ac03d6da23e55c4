import type { WorkerReply, WorkerRequest } from './messages.ts';
import type { PlanWorker } from './worker-client.ts';

/** Starts a worker that reads a file at once. */
export function startWorker(file: Blob): PlanWorker {
  const worker = new Worker(new URL('./plan-worker.ts', import.meta.url), { type: 'module' });
  const send = (request: WorkerRequest) => worker.postMessage(request);
  send({ kind: 'read', file });
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
