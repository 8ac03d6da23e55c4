import { signal } from '@preact/signals';
import type { Job } from '@stationery/client';
import type { PhotoPoint } from '@stationery/drawing';
import { newKey } from '../../../service/new-key.ts';
import { plotter } from '../../client.ts';
import { announceJob } from '../jobs/announce-job.ts';
import { firstRequest } from '../jobs/announcement.ts';
import { runAction } from '../run-action.ts';
import { machine } from '../store.ts';
import { showBed } from '../view.ts';
import type { MissingStrokes, PhotoReply, PhotoRequest } from './messages.ts';

const defaultStepsPerMm = 80;

export class PhotoCheck {
  readonly reply = signal<PhotoReply | undefined>(undefined);
  readonly isBusy = signal(false);
  readonly #job: Job;
  readonly #worker = new Worker(new URL('./photo-worker.ts', import.meta.url), { type: 'module' });

  constructor(job: Job) {
    this.#job = job;
    this.#worker.onmessage = ({ data }: MessageEvent<PhotoReply>) => this.#accept(data);
    this.#worker.onerror = () => this.#accept({ kind: 'failed', code: undefined });
  }

  get stepsPerMm(): number {
    return this.#job.stepsPerMm ?? machine.peek()?.stepsPerMm ?? defaultStepsPerMm;
  }

  async open(photo: Blob): Promise<void> {
    this.isBusy.value = true;
    const commands = await runAction(`job ${this.#job.id} photo`, () => plotter.jobs.commands(this.#job.id));
    if (commands === undefined) {
      this.isBusy.value = false;
      return;
    }
    const job = {
      commands: commands.trim().split('\n'),
      pens: this.#job.pens,
      stepsPerMm: this.stepsPerMm,
      isRelative: machine.peek()?.coordinates === 'relative',
    };
    this.#send({ kind: 'open', photo, job, marks: this.#job.marks });
  }

  place(points: readonly PhotoPoint[]): void {
    this.#send({ kind: 'points', points });
  }

  async plot({ job }: MissingStrokes, name: string): Promise<boolean> {
    const queued = await runAction(`job ${this.#job.id} photo`, () =>
      plotter.queueJob(
        {
          ...job,
          name: name.slice(0, 200),
          stepsPerMm: this.stepsPerMm,
          marks: this.#job.marks,
          liftPenOnFailure: true,
          newSheet: false,
        },
        { idempotencyKey: newKey() },
      ),
    );
    if (queued === undefined) return false;
    announceJob(queued, firstRequest(queued, job.pauses));
    showBed();
    return true;
  }

  close(): void {
    this.#worker.terminate();
  }

  #accept(reply: PhotoReply): void {
    this.isBusy.value = false;
    this.reply.value = reply;
  }

  #send(request: PhotoRequest): void {
    this.isBusy.value = true;
    this.#worker.postMessage(request);
  }
}
