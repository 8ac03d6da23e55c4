import type { MachineProfile } from '@stationery/client';
import { penMotion } from '../motion/pen-motion.ts';
import { type Bounds, type Path, reach } from '../path/path.ts';
import { resumePlace } from '../path/resume-place.ts';
import { Layer } from './layer.ts';
import { paintOverlay } from './overlay-layer.ts';
import { paintPath } from './paint-path.ts';
import { paintSheet } from './sheet-layer.ts';
import { type Fit, fitView, isSameArea, type View, visibleArea } from './view.ts';

/** What is to be seen. */
export interface Scene {
  profile: MachineProfile | undefined;
  path: Path | undefined;
  /** In steps: what the picture is fitted to, beside the sheet. */
  around: Bounds | undefined;
  /** Commands before this one are done. */
  next: number;
  /** The job was cut off: show where it will go on. */
  willResume: boolean;
  showTravel: boolean;
  fit: Fit;
}

interface Canvases {
  planned: HTMLCanvasElement;
  done: HTMLCanvasElement;
  overlay: HTMLCanvasElement;
}

/** A frame is left to the page after this. */
const budgetMs = 6;
const sliceLength = 4000;

/** Keeps the picture of the bed true, in slices of a few milliseconds a frame. */
export class Painter {
  readonly #planned: Layer;
  readonly #done: Layer;
  readonly #overlay: Layer;
  #scene: Scene | undefined;
  #view: View | undefined;
  #colours = { ink: '', planned: '', pen: '', sheet: '', line: '', marker: '' };
  #size = { widthPx: 0, heightPx: 0 };
  #area: Bounds | undefined;
  #plannedAt = 0;
  #doneAt = 0;
  #frame = 0;
  readonly #unsubscribe: () => void;

  constructor(canvases: Canvases) {
    this.#planned = new Layer(canvases.planned);
    this.#done = new Layer(canvases.done);
    this.#overlay = new Layer(canvases.overlay);
    this.#unsubscribe = penMotion.subscribe(() => this.#wake());
  }

  close(): void {
    this.#unsubscribe();
    cancelAnimationFrame(this.#frame);
  }

  show(scene: Scene): void {
    const before = this.#scene;
    this.#scene = scene;
    const isSame =
      before !== undefined &&
      before.path === scene.path &&
      before.profile === scene.profile &&
      before.showTravel === scene.showTravel &&
      before.fit === scene.fit &&
      before.willResume === scene.willResume &&
      isSameArea(this.#area, visibleArea({ ...scene, drawing: scene.around }));
    if (!isSame || scene.next < before.next) this.#startOver();
    this.#wake();
  }

  /** Another size, or other colours. */
  refresh(widthPx: number, heightPx: number): void {
    this.#size = { widthPx, heightPx };
    const probe = getComputedStyle(this.#overlay.canvas);
    this.#colours = {
      ink: this.#done.ink,
      planned: this.#planned.ink,
      pen: this.#overlay.ink,
      sheet: probe.textDecorationColor,
      line: probe.borderTopColor,
      marker: probe.outlineColor,
    };
    this.#startOver();
    this.#wake();
  }

  #startOver(): void {
    const { widthPx, heightPx } = this.#size;
    if (this.#scene === undefined || widthPx === 0) return;
    const { profile, around, fit } = this.#scene;
    for (const layer of [this.#planned, this.#done, this.#overlay]) {
      layer.resize(widthPx, heightPx, devicePixelRatio);
      layer.clear();
    }
    this.#area = visibleArea({ profile, drawing: around, fit });
    this.#view = fitView({ widthPx, heightPx, profile, drawing: around, fit });
    paintSheet(this.#planned.context, this.#view, profile?.stepsPerMm ?? 80, this.#colours);
    this.#plannedAt = 1;
    this.#doneAt = 1;
  }

  #wake(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame((nowMs) => this.#paint(nowMs));
  }

  #paint(nowMs: number): void {
    this.#frame = 0;
    const { path, next } = this.#scene ?? {};
    if (this.#view === undefined) return;
    const untilMs = performance.now() + budgetMs;
    if (path !== undefined) {
      const reached = path.reachedBefore(next ?? 0);
      // One slice of each in any case: on a busy machine the pen would run ahead of its ink.
      do this.#paintDone(path, reached);
      while (this.#doneAt < reached && performance.now() < untilMs);
      do this.#paintPlanned(path);
      while (this.#plannedAt < path.length && performance.now() < untilMs);
      if (this.#plannedAt < path.length || this.#doneAt < reached) this.#wake();
    }
    this.#paintOverlay(nowMs);
    if (penMotion.isMoving && !isStill()) this.#wake();
  }

  #paintPlanned(path: Path): void {
    if (this.#plannedAt >= path.length) return;
    const { context } = this.#planned;
    const to = Math.min(path.length, this.#plannedAt + sliceLength);
    const part = { context, path, view: this.#view!, from: this.#plannedAt, to };
    context.strokeStyle = this.#colours.planned;
    if (this.#scene?.showTravel) {
      context.lineWidth = 0.75;
      context.setLineDash([3, 4]);
      paintPath({ ...part, kind: reach.travel });
    }
    context.setLineDash([]);
    context.lineWidth = 1;
    paintPath({ ...part, kind: reach.draw });
    this.#plannedAt = to;
  }

  #paintDone(path: Path, reached: number): void {
    if (this.#doneAt >= reached) return;
    const { context } = this.#done;
    const to = Math.min(reached, this.#doneAt + sliceLength);
    const part = { context, path, view: this.#view!, from: this.#doneAt, to, kind: reach.draw };
    const scene = this.#scene!;
    if (scene.willResume) {
      // What will be drawn a second time is underlined with the marker.
      const from = Math.max(this.#doneAt, path.reachedBefore(resumePlace(path, scene.next).from));
      context.strokeStyle = this.#colours.marker;
      context.lineWidth = 6;
      if (from < to) paintPath({ ...part, from });
    }
    context.strokeStyle = this.#colours.ink;
    context.lineWidth = 1.5;
    paintPath(part);
    this.#doneAt = to;
  }

  #paintOverlay(nowMs: number): void {
    const { path, next = 0, willResume } = this.#scene ?? {};
    const place = penMotion.placeAt(isStill() ? Number.POSITIVE_INFINITY : nowMs);
    this.#overlay.clear();
    paintOverlay({
      context: this.#overlay.context,
      view: this.#view!,
      colours: this.#colours,
      pen: place && { place, isDown: penMotion.isDown },
      movingFrom: penMotion.movingFrom,
      trail: penMotion.trail,
      resume: willResume && path?.isWhole ? resumePlace(path, next) : undefined,
    });
  }
}

/** Somebody asked for no motion: the pen is shown where it will be. */
const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
