import type { PlanStage } from '@stationery/drawing';
import type { Output } from '../../terminal/output.ts';
import { bar, percent, StatusLine } from '../../terminal/status-line.ts';
import { durationText } from '../../terminal/words.ts';
import { lengthText } from './plan-summary.ts';

const secondMs = 1000;

export class PlanningLine {
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
    // The line fits 80 columns.
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
