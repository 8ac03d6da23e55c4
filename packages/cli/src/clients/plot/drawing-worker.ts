/** Reads and plans one drawing in a thread of its own. */
import { parentPort, workerData } from 'node:worker_threads';
import { DrawingError, PlanOptionError, type PlanStage, planInStages } from '@stationery/drawing';
import type { DrawingTask, FromDrawingWorker } from './drawing-messages.ts';

function tell(message: FromDrawingWorker): void {
  parentPort?.postMessage(message);
}

const { file, options, thinkMs } = workerData as DrawingTask;
try {
  const onStage = (stage: PlanStage) => tell({ tell: 'stage', stage });
  tell({ tell: 'planned', plan: await planInStages(file, options, { thinkMs, onStage }) });
} catch (error) {
  if (error instanceof PlanOptionError)
    tell({ tell: 'option', option: error.option, message: error.message });
  else if (error instanceof DrawingError) tell({ tell: 'unusable', message: error.message });
  else throw error;
}
