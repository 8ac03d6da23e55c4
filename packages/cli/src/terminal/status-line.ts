import type { Output } from './output.ts';
import { plain } from './words.ts';

const redrawMs = 80;
const barCells = 24;

/** A line at the bottom of the terminal that overwrites itself. Does nothing without a terminal. */
export class StatusLine {
  readonly #out: Output;
  #drawnAtMs = Number.NEGATIVE_INFINITY;
  #isDrawn = false;

  constructor(out: Output) {
    this.#out = out;
  }

  /** Redraws at most a few times a second, unless `now`. */
  show(text: string, now = false): void {
    if (!this.#out.hasTerminal) return;
    const atMs = performance.now();
    if (!now && atMs - this.#drawnAtMs < redrawMs) return;
    this.#drawnAtMs = atMs;
    this.#isDrawn = true;
    const { stderr } = this.#out.streams;
    // Cut the line to the width of the terminal, because a wrapped line could not be overwritten.
    stderr.write(`\r\x1b[2K${[...plain(text)].slice(0, (stderr.columns || 80) - 1).join('')}`);
  }

  clear(): void {
    if (this.#isDrawn) this.#out.streams.stderr.write('\r\x1b[2K');
    this.#isDrawn = false;
    this.#drawnAtMs = Number.NEGATIVE_INFINITY;
  }
}

export function bar(share: number, cells = barCells): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * cells);
  return `${'█'.repeat(full)}${'░'.repeat(cells - full)}`;
}

export function percent(share: number): string {
  return `${String(Math.floor(Math.min(1, Math.max(0, share)) * 100)).padStart(3)} %`;
}
