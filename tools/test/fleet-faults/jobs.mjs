// The jobs of `../fleet-faults.mjs`: submitted, decided, and counted on the simulated machines.
import { untilReachable } from '../../lib/until.mjs';

/** States that mean a job was lost, because no user requested them. */
const lostStates = ['failed', 'cancelled', 'cancelling', 'unknown'];

export class Jobs {
  /** Jobs by the end point of their last line. */
  #jobs = new Map();
  #next = 1000;

  constructor(fleet, say) {
    this.fleet = fleet;
    this.say = say;
  }

  get count() {
    return this.#jobs.size;
  }

  get drawnAgain() {
    return [...this.#jobs.values()].reduce((sum, { asked }) => sum + asked - 1, 0);
  }

  async submit() {
    const x = this.#next++;
    const commands = ['PENUP', 'MOVE X0 Y0', 'PENDOWN', ...zigzag(20), `MOVE X${x} Y7`, 'PENUP'];
    const bytes = Buffer.from(JSON.stringify({ commands }));
    // The key makes repeated submissions the same job.
    const submission = { kind: 'commands', bytes, key: `${x}` };
    const [job] = await untilReachable(() => this.fleet.board.submit(submission));
    this.#jobs.set(x, { id: job.id, asked: 1, fences: new Set() });
  }

  /** Decides like a user at the board: interrupted jobs are plotted again on any plotter. */
  async decide() {
    const { board } = this.fleet;
    for (const job of this.#jobs.values()) {
      if (this.stateOf(job.id) !== 'interrupted') continue;
      // Count the request even if it fails, because the lost answer may have been positive.
      const before = board.job(job.id).fence;
      await board.drawAgain(job.id).catch((error) => this.say(`${job.id}: ${error.message}`));
      if (!job.fences.has(before)) job.asked++;
      job.fences.add(before);
    }
  }

  stateOf(id) {
    try {
      return this.fleet.board.job(id).state.state;
    } catch {
      return 'unknown';
    }
  }

  open() {
    return [...this.#jobs.values()].filter(({ id }) => this.stateOf(id) !== 'done').map(({ id }) => id);
  }

  /** Returns the violations that are certain although jobs are still running. */
  wrong() {
    const drawn = countDrawn(this.fleet.machines);
    return [...this.#jobs].flatMap(([x, { id, asked }]) => {
      const times = drawn.get(x) ?? 0;
      if (times > asked) return [`${id}: drawn ${times} times, asked for ${asked}`];
      const state = this.stateOf(id);
      const isLost = lostStates.includes(state) || (state === 'done' && times === 0);
      return isLost ? [`${id}: ${state}, drawn ${times} times`] : [];
    });
  }
}

const zigzag = (count) =>
  Array.from({ length: count }, (_, at) => `MOVE X${((at % 9) + 1) * 100} Y${(at % 2) * 200}`);

/** Counts how often each job was drawn, by the x of the last point of its strokes (`MOVE X<x> Y7`). */
function countDrawn(machines) {
  const counts = new Map();
  for (const { machine } of machines)
    for (const { points } of machine.strokes()) {
      const last = points.at(-1);
      if (last?.y === 7) counts.set(last.x, (counts.get(last.x) ?? 0) + 1);
    }
  return counts;
}
