import { signal } from '@preact/signals';
import type { DrawingErrorCode, PictureOptions } from '@stationery/drawing';
import type { DrawnPicture, PictureReply, PictureRequest } from './messages.ts';

export class PictureSession {
  readonly drawn = signal<DrawnPicture | undefined>(undefined);
  readonly failed = signal<{ code: DrawingErrorCode | undefined } | undefined>(undefined);
  readonly isDrawing = signal(true);
  readonly #worker = new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' });
  #onSvg: ((svg: string) => void) | undefined;

  constructor(picture: Blob) {
    this.#worker.onmessage = ({ data }: MessageEvent<PictureReply>) => this.#accept(data);
    this.#worker.onerror = () => this.#accept({ kind: 'failed', code: undefined });
    this.#send({ kind: 'open', picture });
  }

  draw(options: Partial<PictureOptions>, maxPixels: number): void {
    this.isDrawing.value = true;
    this.#send({ kind: 'draw', options, maxPixels });
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
    this.isDrawing.value = false;
    if (reply.kind === 'failed') this.failed.value = { code: reply.code };
    else this.drawn.value = reply.drawn;
  }

  #send(request: PictureRequest): void {
    this.#worker.postMessage(request);
  }
}
