import { signal } from '@preact/signals';
import type { DrawingErrorCode, PictureOptions } from '@stationery/drawing';
import { LatestValue } from '../manual-control/latest-value.ts';
import type { DrawnPicture, PictureReply, PictureRequest } from './messages.ts';

export class PictureSession {
  readonly drawn = signal<DrawnPicture | undefined>(undefined);
  readonly failed = signal<{ code: DrawingErrorCode | undefined } | undefined>(undefined);
  readonly #worker = new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' });
  #onDrawn: (() => void) | undefined;
  readonly #draws = new LatestValue<PictureRequest>(async (request) => {
    this.#send(request);
    await new Promise<void>((resolve) => {
      this.#onDrawn = resolve;
    });
    return true;
  });
  readonly isDrawing = this.#draws.isPassing;
  #onSvg: ((svg: string) => void) | undefined;

  constructor(picture: Blob) {
    this.#worker.onmessage = ({ data }: MessageEvent<PictureReply>) => this.#accept(data);
    this.#worker.onerror = () => this.#accept({ kind: 'failed', code: undefined });
    this.#send({ kind: 'open', picture });
  }

  draw(options: Partial<PictureOptions>, maxPixels: number): void {
    this.#draws.set({ kind: 'draw', options, maxPixels });
  }

  svg(): Promise<string> {
    return new Promise((resolve) => {
      this.#onSvg = resolve;
      this.#send({ kind: 'svg' });
    });
  }

  close(): void {
    this.#worker.terminate();
    this.drawn.peek()?.image.close();
  }

  #accept(reply: PictureReply): void {
    if (reply.kind === 'svg') {
      this.#onSvg?.(reply.svg);
      return;
    }
    if (reply.kind === 'failed') this.failed.value = { code: reply.code };
    else this.drawn.value = reply.drawn;
    this.#onDrawn?.();
  }

  #send(request: PictureRequest): void {
    this.#worker.postMessage(request);
  }
}
