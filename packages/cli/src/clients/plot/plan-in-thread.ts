import { Worker } from 'node:worker_threads';
import { systemErrorCode } from '@stationery/core/errors';
import { PlanOptionError, type PlanStage, type SvgPlan } from '@stationery/drawing';
import { Failure } from '../exit-codes.ts';
import type { DrawingTask, FromDrawingWorker } from './drawing-messages.ts';

/** Built, also for the sources: a thread cannot run TypeScript. */
const workerFile = new URL('../../../dist/clients/plot/drawing-worker.js', import.meta.url);

/** Plans off the event loop: a large drawing takes its time, in which Ctrl+C is heard and the terminal is drawn. */
export async function planInThread(
  task: DrawingTask,
  { onStage, signal }: { onStage: (stage: PlanStage) => void; signal: AbortSignal },
): Promise<SvgPlan> {
  signal.throwIfAborted();
  const worker = new Worker(workerFile, { workerData: task, execArgv: [] });
  try {
    return await new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      worker.on('error', (error) => reject(failureOf(error)));
      worker.on('message', (message: FromDrawingWorker) => {
        if (message.tell === 'stage') onStage(message.stage);
        else if (message.tell === 'planned') resolve(message.plan);
        else if (message.tell === 'option') reject(new PlanOptionError(message.option, message.message));
        else reject(new Failure(message.message));
      });
    });
  } finally {
    await worker.terminate();
  }
}

function failureOf(error: unknown): unknown {
  return systemErrorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new Failure('this drawing is too much for this machine to plan. Simplify it or split it')
    : error;
}
