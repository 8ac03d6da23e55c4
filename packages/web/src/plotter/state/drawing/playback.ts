import { computed, signal } from '@preact/signals';
import type { PlotTimeline } from './worker/messages.ts';

/** Playback takes this long, or as long as the plot if that is shorter. */
const maxMs = 20_000;

/** Shows the plot up to a chosen or moving moment. */
export class Playback {
  /** Loaded when it is first needed. */
  readonly timeline = signal<PlotTimeline | undefined>(undefined);
  /** From the start of the plot; undefined while the drawing is shown as it is placed. */
  readonly atMs = signal<number | undefined>(undefined);
  readonly isPlaying = signal(false);
  readonly isShown = computed(() => this.atMs.value !== undefined && this.timeline.value !== undefined);
  readonly #load: () => Promise<PlotTimeline | undefined>;
  #loading: Promise<PlotTimeline | undefined> | undefined;

  constructor(load: () => Promise<PlotTimeline | undefined>) {
    this.#load = load;
  }

  /** `part`: of the whole plot, from 0 to 1. */
  async seek(part: number): Promise<void> {
    this.isPlaying.value = false;
    const timeline = await this.#loaded();
    if (timeline !== undefined) this.atMs.value = part * timeline.totalMs;
  }

  /** Continues from the moment that is shown, or begins again. */
  async play(): Promise<void> {
    const timeline = await this.#loaded();
    if (timeline === undefined) return;
    if ((this.atMs.peek() ?? timeline.totalMs) >= timeline.totalMs) this.atMs.value = 0;
    this.isPlaying.value = true;
  }

  pause(): void {
    this.isPlaying.value = false;
  }

  /** So much time has passed while it plays. */
  advance(elapsedMs: number): void {
    const [timeline, atMs] = [this.timeline.peek(), this.atMs.peek()];
    if (!this.isPlaying.peek() || timeline === undefined || atMs === undefined) return;
    const next = atMs + elapsedMs * Math.max(1, timeline.totalMs / maxMs);
    this.atMs.value = Math.min(next, timeline.totalMs);
    if (next >= timeline.totalMs) this.isPlaying.value = false;
  }

  /** There will be another plan. */
  reset(): void {
    this.#loading = undefined;
    this.timeline.value = undefined;
    this.atMs.value = undefined;
    this.isPlaying.value = false;
  }

  /** Undefined where the plan is outdated before its times are there. */
  async #loaded(): Promise<PlotTimeline | undefined> {
    this.#loading ??= this.#load();
    const loading = this.#loading;
    const timeline = await loading;
    if (this.#loading !== loading) return undefined;
    this.timeline.value = timeline;
    return timeline;
  }
}

/** How many points the pen has reached by then. */
export function pointsUntil(atMs: Float64Array, untilMs: number): number {
  let [low, high] = [0, atMs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (atMs[middle]! <= untilMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where the pen is on the paper, in millimetres; undefined before the first stroke and after the last. */
export function penAt({ lines, atMs }: PlotTimeline, nowMs: number): { x: number; y: number } | undefined {
  const next = pointsUntil(atMs, nowMs);
  if (next === 0 || next === atMs.length) return undefined;
  const part = partBetween(atMs, next, nowMs);
  const along = (at: number) => lines.xy[at - 2]! + part * (lines.xy[at]! - lines.xy[at - 2]!);
  return { x: along(2 * next), y: along(2 * next + 1) };
}

/** How much of the way from the point before to this one is done, from 0 to 1. */
export function partBetween(atMs: Float64Array, next: number, nowMs: number): number {
  const fromMs = atMs[next - 1]!;
  return Math.min(1, (nowMs - fromMs) / Math.max(1e-6, atMs[next]! - fromMs));
}
