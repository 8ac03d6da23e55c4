import { Worker } from 'node:worker_threads';
import { systemErrorCode } from '@stationery/core/errors';
import { type FilePlan, PlanOptionError, type PlanStage } from '@stationery/drawing';
import { Failure } from '../../terminal/exit-codes.ts';
import type { DrawingTask, FromDrawingWorker } from './drawing-messages.ts';

/** Always the built file, even when running from sources, because a thread cannot run TypeScript. */
const workerFile = new URL('../../../dist/clients/plot/drawing-worker.js', import.meta.url);

/** Plans off the event loop, so that Ctrl+C and the progress display work during a large drawing. */
export async function planInThread(
  task: DrawingTask,
  { onStage, signal }: { onStage: (stage: PlanStage) => void; signal: AbortSignal },
): Promise<FilePlan> {
  signal.throwIfAborted();
  const worker = new Worker(workerFile, { workerData: task, execArgv: [] });
  try {
    return await new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      worker.on('error', (error) => reject(failureOf(error)));
      worker.on('message', (message: FromDrawingWorker) => {
        if (message.kind === 'stage') onStage(message.stage);
        else if (message.kind === 'planned') resolve(message.plan);
        else if (message.kind === 'option') reject(new PlanOptionError(message.option, message.message));
        else reject(new Failure(message.message));
      });
    });
  } finally {
    await worker.terminate();
  }
}

function failureOf(error: unknown): unknown {
  return systemErrorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new Failure('this drawing is too large to plan on this machine. Simplify it or split it')
    : error;
}
