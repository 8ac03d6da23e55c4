import { computed, signal } from '@preact/signals';
import type { PlotTimeline } from './worker/messages.ts';

/** Maximum length of playback. A shorter plot is played in real time. */
const maxMs = 20_000;

/** Shows one moment of the plot, which the user chooses or which advances with time. */
export class Playback {
  /** Loaded on demand. */
  readonly timeline = signal<PlotTimeline | undefined>(undefined);
  /** Undefined while the placed drawing is shown. */
  readonly atMs = signal<number | undefined>(undefined);
  readonly isPlaying = signal(false);
  /** From 1. Earlier strokes are skipped. */
  readonly from = signal(1);
  /** Undefined if no strokes are skipped. */
  readonly rest = computed(() => {
    const [timeline, from] = [this.timeline.value, this.from.value];
    return timeline && from > 1 ? figuresFrom(timeline, from) : undefined;
  });
  readonly isShown = computed(() => this.atMs.value !== undefined && this.timeline.value !== undefined);
  readonly #load: () => Promise<PlotTimeline | undefined>;
  #loading: Promise<PlotTimeline | undefined> | undefined;

  constructor(load: () => Promise<PlotTimeline | undefined>) {
    this.#load = load;
  }

  /** `part` is from 0 to 1. */
  async seek(part: number): Promise<void> {
    this.isPlaying.value = false;
    const timeline = await this.#loaded();
    if (timeline !== undefined) this.atMs.value = part * timeline.totalMs;
  }

  /** Plays from the current moment. At the end, starts from the beginning. */
  async play(): Promise<void> {
    const timeline = await this.#loaded();
    if (timeline === undefined) return;
    if ((this.atMs.peek() ?? timeline.totalMs) >= timeline.totalMs) this.atMs.value = 0;
    this.isPlaying.value = true;
  }

  /** Skips the strokes before `stroke`, and shows everything that the plot will then draw. */
  startAt(stroke: number): void {
    this.isPlaying.value = false;
    this.from.value = stroke;
    this.atMs.value = stroke === 1 ? undefined : this.timeline.peek()?.totalMs;
  }

  pause(): void {
    this.isPlaying.value = false;
  }

  advance(elapsedMs: number): void {
    const [timeline, atMs] = [this.timeline.peek(), this.atMs.peek()];
    if (!this.isPlaying.peek() || timeline === undefined || atMs === undefined) return;
    const next = atMs + elapsedMs * Math.max(1, timeline.totalMs / maxMs);
    this.atMs.value = Math.min(next, timeline.totalMs);
    if (next >= timeline.totalMs) this.isPlaying.value = false;
  }

  reset(): void {
    this.#loading = undefined;
    this.timeline.value = undefined;
    this.atMs.value = undefined;
    this.isPlaying.value = false;
    this.from.value = 1;
  }

  /** Resolves to undefined if the plan becomes outdated meanwhile. */
  async #loaded(): Promise<PlotTimeline | undefined> {
    this.#loading ??= this.#load();
    const loading = this.#loading;
    const timeline = await loading;
    if (this.#loading !== loading) return undefined;
    this.timeline.value = timeline;
    return timeline;
  }
}

/** Returns the stroke drawn at this time or the next one, counted from 1; undefined after the last. */
export function strokeAt({ lines: { starts, layerOf }, atMs }: PlotTimeline, nowMs: number) {
  const reached = pointsUntil(atMs, nowMs);
  let [low, high] = [0, layerOf.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle + 1]! <= reached) low = middle + 1;
    else high = middle;
  }
  return low < layerOf.length ? low + 1 : undefined;
}

/** `from` counts from 1. */
export function figuresFrom({ lines: { starts, layerOf, xy }, atMs, totalMs }: PlotTimeline, from: number) {
  const first = starts[from - 1]!;
  let drawMm = 0;
  for (let stroke = from; stroke <= layerOf.length; stroke++)
    for (let at = starts[stroke - 1]! + 1; at < starts[stroke]!; at++)
      drawMm += Math.hypot(xy[2 * at]! - xy[2 * at - 2]!, xy[2 * at + 1]! - xy[2 * at - 1]!);
  const pens = new Set(layerOf.subarray(from - 1)).size;
  return { timeMs: totalMs - atMs[first]!, drawMm, lifts: layerOf.length - from + 1, pens };
}

export function pointsUntil(atMs: Float64Array, untilMs: number): number {
  let [low, high] = [0, atMs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (atMs[middle]! <= untilMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the pen's position in millimetres on the paper; undefined before the first stroke and after the last. */
export function penAt({ lines, atMs }: PlotTimeline, nowMs: number): { x: number; y: number } | undefined {
  const next = pointsUntil(atMs, nowMs);
  if (next === 0 || next === atMs.length) return undefined;
  const part = partBetween(atMs, next, nowMs);
  const along = (at: number) => lines.xy[at - 2]! + part * (lines.xy[at]! - lines.xy[at - 2]!);
  return { x: along(2 * next), y: along(2 * next + 1) };
}

/** Returns the part of the distance between the previous and the `next` point that the pen has covered, from 0 to 1. */
export function partBetween(atMs: Float64Array, next: number, nowMs: number): number {
  const fromMs = atMs[next - 1]!;
  return Math.min(1, (nowMs - fromMs) / Math.max(1e-6, atMs[next]! - fromMs));
}
