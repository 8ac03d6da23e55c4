import type { FilePlan, PlanStage } from '@stationery/drawing';
import type { CommandContext } from '../../command-line/command.ts';
import type { Output } from '../../terminal/output.ts';
import { bar, percent, StatusLine } from '../../terminal/status-line.ts';
import { durationText } from '../../terminal/words.ts';
import type { DrawingTask } from './drawing-messages.ts';
import { lengthText } from './plan-summary.ts';

const secondMs = 1000;

/** Plans a drawing and shows the progress. Error messages name the options as they were typed. */
export async function planDrawing(
  { out, signal }: Pick<CommandContext, 'out' | 'signal'>,
  task: DrawingTask,
): Promise<FilePlan> {
  const line = new PlanningLine(out);
  try {
    const { planInThread } = await import('./plan-in-thread.ts');
    return await planInThread(task, { signal, onStage: (stage) => line.show(stage) });
  } catch (error) {
    const { namedAsTyped } = await import('./read-drawing-options.ts');
    throw namedAsTyped(error);
  } finally {
    line.end();
  }
}

class PlanningLine {
  readonly #line: StatusLine;
  readonly #startedAtMs = performance.now();
  readonly #ticking: NodeJS.Timeout;
  #isReading = true;

  constructor(out: Output) {
    this.#line = new StatusLine(out);
    this.#line.show('Reading the drawing …', true);
    this.#ticking = setInterval(() => this.#tick(), secondMs);
  }

  show(stage: PlanStage): void {
    this.#isReading = stage.state === 'reading';
    if (stage.state !== 'ordering' || stage.thinkMs === 0) return;
    const { thoughtMs, thinkMs, travelMm } = stage;
    const share = thoughtMs / thinkMs;
    const left = `${durationText(thinkMs - thoughtMs)} left`;
    // Keep the line within 80 columns.
    this.#line.show(
      `${bar(share)} ${percent(share)}  Ordering, ${left}: ${lengthText(travelMm)} pen-up travel`,
    );
  }

  end(): void {
    clearInterval(this.#ticking);
    this.#line.clear();
  }

  #tick(): void {
    if (!this.#isReading) return;
    this.#line.show(`Reading the drawing … ${durationText(performance.now() - this.#startedAtMs)}`);
  }
}
