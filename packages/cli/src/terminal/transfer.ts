import type { Output } from './output.ts';
import { bar, percent, StatusLine } from './status-line.ts';
import { durationText, sizeText } from './words.ts';

const minMs = 500;

export class Transfer {
  readonly #line: StatusLine;
  readonly #label: string;
  readonly #startedAtMs = performance.now();
  #first: number | undefined;

  constructor(out: Output, label: string) {
    this.#line = new StatusLine(out);
    this.#label = label;
  }

  show(doneBytes: number, totalBytes: number | undefined): void {
    this.#first ??= doneBytes;
    const tookMs = performance.now() - this.#startedAtMs;
    const bytesPerMs = tookMs < minMs ? 0 : (doneBytes - this.#first) / tookMs;
    const speed = bytesPerMs > 0 ? `  ${sizeText(Math.round(bytesPerMs * 1000))}/s` : '';
    if (totalBytes === undefined) {
      this.#line.show(`${this.#label}  ${sizeText(doneBytes)}${speed}`);
      return;
    }
    const share = totalBytes === 0 ? 1 : doneBytes / totalBytes;
    const left = bytesPerMs > 0 ? `  ${durationText((totalBytes - doneBytes) / bytesPerMs)} left` : '';
    this.#line.show(`${bar(share)} ${percent(share)}  ${this.#label}${speed}${left}`);
  }

  say(text: string): void {
    this.#line.show(`${this.#label}  ${text}`);
  }

  end(): void {
    this.#line.clear();
  }
}
