import { parentPort, workerData } from 'node:worker_threads';
import { DrawingError, PlanOptionError, type PlanStage, planInStages } from '@stationery/drawing';
import type { DrawingTask, FromDrawingWorker } from './drawing-messages.ts';

function send(message: FromDrawingWorker): void {
  parentPort?.postMessage(message);
}

async function plan({ files, options, thinkMs }: DrawingTask): Promise<void> {
  try {
    const onStage = (stage: PlanStage) => send({ kind: 'stage', stage });
    send({ kind: 'planned', plan: await planInStages(files, options, { thinkMs, onStage }) });
  } catch (error) {
    if (error instanceof PlanOptionError)
      send({ kind: 'option', option: error.option, message: error.message });
    else if (error instanceof DrawingError) send({ kind: 'unusable', message: error.message });
    else throw error;
  }
}

// A rejection ends the thread with an error.
void plan(workerData as DrawingTask);
