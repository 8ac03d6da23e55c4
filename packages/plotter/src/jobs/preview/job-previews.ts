import { setImmediate } from 'node:timers/promises';
import { SerialQueue } from '@stationery/core';
import type { Driver } from '../../drivers/driver.ts';
import type { Effect } from '../../drivers/language/effect.ts';
import { type MachinePosition, positionAfter } from '../../drivers/language/machine-position.ts';
import type { MachineProfile } from '../../machine/profile.ts';
import type { BlocksTable } from '../../store/blocks-table.ts';
import type { JobResource } from '../../store/job.ts';
import { JobCommands } from '../record/job-commands.ts';
import { type JobPreview, PreviewPath } from './preview-path.ts';

/** Number of previews kept; each takes at most 30 kB. */
const maxKept = 64;

interface JobPreviewsDeps {
  blocks: BlocksTable;
  machine: Pick<MachineProfile, 'isRelative'>;
  driver: Pick<Driver, 'name' | 'effectOf'>;
}

/** Draws each preview once, one at a time, because drawing reads all commands of the job. */
export class JobPreviews {
  readonly #deps: JobPreviewsDeps;
  readonly #kept = new Map<string, Promise<JobPreview>>();
  readonly #turns = new SerialQueue();

  constructor(deps: JobPreviewsDeps) {
    this.#deps = deps;
  }

  get({ id, total }: Pick<JobResource, 'id' | 'total'>): Promise<JobPreview> {
    const key = `${id} ${this.#deps.driver.name} ${this.#deps.machine.isRelative}`;
    const preview = this.#kept.get(key) ?? this.#turns.run(() => this.#draw(id, total));
    // Least recently used previews are evicted first.
    this.#kept.delete(key);
    this.#kept.set(key, preview);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > maxKept && oldest !== undefined) this.#kept.delete(oldest);
    preview.catch(() => this.#kept.delete(key));
    return preview;
  }

  /** Starts at the origin with the pen up, like the page. */
  async #draw(id: number, total: number): Promise<JobPreview> {
    const path = new PreviewPath();
    let place: MachinePosition = { position: { x: 0, y: 0 }, pen: 'up' };
    for (const commands of new JobCommands(this.#deps.blocks, id).inBlocks(total)) {
      for (const command of commands) {
        const before = place;
        const effect = this.#deps.driver.effectOf(command);
        place = positionAfter(before, effect);
        follow(path, before, place, effect);
      }
      // Yields, so that plotting is not delayed.
      await setImmediate();
    }
    return path.preview();
  }
}

function follow(path: PreviewPath, before: MachinePosition, now: MachinePosition, effect: Effect): void {
  const { position, pen } = now;
  if (pen !== 'down' || position === null) path.end();
  else if (before.pen !== 'down' || before.position === null) path.begin(position.x, position.y);
  else if (before.position === position) return;
  // Changes the origin without moving the pen.
  else if (effect.origin === 'here') path.begin(0, 0);
  else path.lineTo(position.x, position.y);
}
