import type { StatusReply } from '../../language/effect.ts';
import type { GrblQueries } from '../grbl-queries.ts';
import type { MachineSetup } from './machine-setup.ts';
import type { StatusReport } from './status-report.ts';

/** Of this many reports in a row, at least one contains the work coordinate offset. */
const maxReports = 40;
const reportMs = 1000;

export class WorkPosition {
  readonly #setup: MachineSetup;
  readonly #talk: GrblQueries;
  /** The work origin in machine coordinates, in mm. */
  #offset: readonly [number, number] | undefined;

  constructor(setup: MachineSetup, talk: GrblQueries) {
    this.#setup = setup;
    this.#talk = talk;
  }

  forget(): void {
    this.#offset = undefined;
  }

  reported({ offset }: StatusReport): void {
    if (offset !== undefined) this.#offset = offset;
  }

  /** Asks until a report has the position, or no report comes. */
  async find(isGone: () => boolean): Promise<StatusReport | undefined> {
    for (let tries = 0; tries < maxReports; tries++) {
      const report = await this.#talk.report(reportMs);
      if (isGone() || report === undefined) return undefined;
      if (report.work !== undefined || this.#offset !== undefined) return report;
    }
    return undefined;
  }

  reportedBy(report: StatusReport): StatusReply | undefined {
    // After an alarm the machine has lost its position.
    if (report.state === 'Alarm') return undefined;
    const { machine, work } = report;
    const offset = report.offset ?? this.#offset;
    const place = work ?? (machine && offset && ([machine[0] - offset[0], machine[1] - offset[1]] as const));
    if (place === undefined) return undefined;
    // A position computed with a wrong scale would be wrong, too.
    if (this.#setup.problem?.code === 'machine-setting') return { position: null };
    const { stepsPerMm } = this.#setup.translation;
    const limits = this.#setup.machine.reach({ ...report, offset });
    const position = { x: Math.round(place[0] * stepsPerMm) + 0, y: Math.round(place[1] * stepsPerMm) + 0 };
    return { position, ...(limits === undefined ? {} : { limits }) };
  }
}
