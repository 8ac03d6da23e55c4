import { CanvasLayer } from '../../components/canvas/canvas-layer.ts';
import { DelayedPaint } from '../../components/canvas/delayed-paint.ts';
import { PointBudget } from '../../components/canvas/point-budget.ts';
import { ReducedMotionThrottle } from '../../components/canvas/reduced-motion-throttle.ts';
import { paleOn, visibleOn } from '../../components/canvas/visible-colour.ts';
import type { JobPen, Scene } from '../../state/bed/scene.ts';
import { isSameView, type SizePx, type View } from '../../state/bed/view.ts';
import { type Path, segmentKind } from '../../state/path/path.ts';
import { penMotion } from '../../state/pen-motion/pen-motion.ts';
import { paintOverlay } from './overlay-layer.ts';
import { paintPath } from './paint-path.ts';
import { paintSheet } from './sheet-layer.ts';

interface Canvases {
  planned: HTMLCanvasElement;
  done: HTMLCanvasElement;
  overlay: HTMLCanvasElement;
}

/** Painting time per frame. */
const budgetMs = 6;
const sliceLength = 2000;
/** During a gesture, drawings with more points are moved as a picture instead of being repainted. */
const manyPlaces = 30_000;

/** Paints in slices of a few milliseconds per frame. */
export class Painter {
  readonly #planned: CanvasLayer;
  readonly #done: CanvasLayer;
  readonly #overlay: CanvasLayer;
  #scene: Scene | undefined;
  #view: View | undefined;
  /** The view in which plan and progress were painted. The current view may differ. */
  #painted: View | undefined;
  #colours = { ink: '', planned: '', pen: '', sheet: '', line: '', marker: '' };
  #size: SizePx = { widthPx: 0, heightPx: 0 };
  #plannedAt = 0;
  #doneAt = 0;
  #frame = 0;
  readonly #delayed = new DelayedPaint();
  readonly #budget = new PointBudget();
  readonly #pace = new ReducedMotionThrottle();
  readonly #unsubscribe: () => void;

  constructor(canvases: Canvases) {
    this.#planned = new CanvasLayer(canvases.planned);
    this.#done = new CanvasLayer(canvases.done);
    this.#overlay = new CanvasLayer(canvases.overlay);
    this.#unsubscribe = penMotion.subscribe(() => this.#follow());
  }

  close(): void {
    this.#unsubscribe();
    this.#delayed.cancel();
    this.#pace.cancel();
    cancelAnimationFrame(this.#frame);
  }

  show(scene: Scene, view: View, size: SizePx): void {
    const before = this.#scene;
    const isSameSize = this.#size.widthPx === size.widthPx && this.#size.heightPx === size.heightPx;
    const isSame =
      before !== undefined &&
      isSameSize &&
      before.path === scene.path &&
      before.profile === scene.profile &&
      before.pens === scene.pens &&
      before.paper === scene.paper &&
      before.reach === scene.reach &&
      before.showTravel === scene.showTravel &&
      before.resume?.command === scene.resume?.command &&
      scene.next >= before.next;
    this.#scene = scene;
    this.#view = view;
    this.#size = size;
    if (isSame && isSameView(this.#painted, view)) {
      this.#follow();
      return;
    }
    if (isSame) this.#move(view, scene.path?.length ?? 0);
    else this.#startOver();
    this.#wake();
  }

  refresh(): void {
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
    this.#delayed.cancel();
    const view = this.#view;
    if (this.#scene === undefined || view === undefined) return;
    const { widthPx, heightPx } = this.#size;
    for (const layer of [this.#planned, this.#done, this.#overlay]) {
      layer.canvas.style.transform = '';
      layer.resize(widthPx, heightPx, devicePixelRatio);
      layer.clear();
    }
    this.#painted = view;
    const { path, profile, paper, reach } = this.#scene;
    this.#done.isShown = path !== undefined;
    paintSheet({
      context: this.#planned.context,
      view,
      stepsPerMm: profile?.stepsPerMm ?? 80,
      paper,
      reach,
      colours: this.#colours,
      ...this.#size,
    });
    this.#plannedAt = 1;
    this.#doneAt = 1;
    this.#budget.restart();
  }

  #move(view: View, places: number): void {
    const from = this.#painted;
    if (from === undefined || places < manyPlaces) {
      this.#startOver();
      return;
    }
    const by = view.scale / from.scale;
    const [x, y] = [view.offsetX - by * from.offsetX, view.offsetY - by * from.offsetY];
    for (const { canvas } of [this.#planned, this.#done])
      canvas.style.transform = `matrix(${by}, 0, 0, ${by}, ${x}, ${y})`;
    this.#delayed.schedule(() => {
      this.#startOver();
      this.#wake();
    });
  }

  #follow(): void {
    if (isStill()) this.#pace.whenDue(performance.now(), () => this.#wake());
    else this.#wake();
  }

  #wake(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame((nowMs) => this.#paint(nowMs));
  }

  #paint(nowMs: number): void {
    this.#frame = 0;
    this.#pace.painted(performance.now());
    const { path, next } = this.#scene ?? {};
    if (this.#view === undefined) return;
    const untilMs = performance.now() + budgetMs;
    if (path !== undefined) {
      const reached = path.reachedBefore(next ?? 0);
      // Paints at least one slice per frame. Otherwise, on a busy machine, the pen would run ahead of its ink.
      do this.#paintDone(path, reached);
      while (this.#doneAt < reached && performance.now() < untilMs);
      const plannedTo = this.#plannedAt < path.length ? this.#plannedAt + this.#budget.next(nowMs) : 0;
      do this.#paintPlanned(path);
      while (this.#plannedAt < Math.min(path.length, plannedTo) && performance.now() < untilMs);
      if (this.#plannedAt < path.length || this.#doneAt < reached) this.#wake();
    }
    this.#paintOverlay(nowMs);
    if (penMotion.isMoving && !isStill()) this.#wake();
  }

  #paintPlanned(path: Path): void {
    if (this.#plannedAt >= path.length) return;
    const { context } = this.#planned;
    const { to, colour } = this.#slice(path, this.#plannedAt, path.length);
    const part = { context, path, view: this.#painted!, from: this.#plannedAt, to };
    context.strokeStyle = this.#colours.planned;
    if (this.#scene?.showTravel) {
      context.lineWidth = 0.75;
      context.setLineDash([3, 4]);
      paintPath({ ...part, kind: segmentKind.travel });
    }
    context.setLineDash([]);
    context.lineWidth = 1;
    if (colour !== undefined) context.strokeStyle = paleOn(this.#colours.sheet, colour);
    paintPath({ ...part, kind: segmentKind.draw });
    this.#plannedAt = to;
  }

  #paintDone(path: Path, reached: number): void {
    if (this.#doneAt >= reached) return;
    const { context } = this.#done;
    const { to, colour } = this.#slice(path, this.#doneAt, reached);
    const part = { context, path, view: this.#painted!, from: this.#doneAt, to, kind: segmentKind.draw };
    const scene = this.#scene!;
    if (scene.resume) {
      const from = Math.max(this.#doneAt, path.reachedBefore(scene.resume.command));
      context.strokeStyle = this.#colours.marker;
      context.lineWidth = 6;
      if (from < to) paintPath({ ...part, from });
    }
    context.strokeStyle = colour ?? this.#colours.ink;
    context.lineWidth = 1.5;
    paintPath(part);
    this.#doneAt = to;
  }

  /** Returns the end of the run with one pen, and the pen's colour if known. */
  #slice(path: Path, from: number, end: number): { to: number; colour: string | undefined } {
    const most = Math.min(end, from + sliceLength);
    const { pens } = this.#scene!;
    if (pens.length === 0) return { to: most, colour: undefined };
    const at = pens.findLastIndex(({ before }) => before <= path.command[from]!);
    const next = pens[at + 1];
    const to =
      next === undefined ? most : Math.min(most, Math.max(from + 1, path.reachedBefore(next.before)));
    return { to, colour: this.#inkOf(pens[at]) };
  }

  #inkOf(pen: JobPen | undefined): string | undefined {
    return pen && visibleOn(this.#colours.sheet, pen.colour, this.#colours.ink);
  }

  #paintOverlay(nowMs: number): void {
    const { next = 0, resume, pens = [], isPlacing, path } = this.#scene ?? {};
    const inPen = this.#inkOf(pens.findLast(({ before }) => before <= next)) ?? this.#colours.ink;
    const ink = isPlacing ? paleOn(this.#colours.sheet, inPen) : inPen;
    const place = penMotion.positionAt(isStill() ? Number.POSITIVE_INFINITY : nowMs);
    this.#overlay.clear();
    paintOverlay({
      context: this.#overlay.context,
      view: this.#view!,
      colours: this.#colours,
      ink,
      pen: place && { place, isDown: penMotion.isDown },
      movingFrom: penMotion.movingFrom,
      // While a drawing is being placed, hides the trail of a job that is not shown.
      trail: isPlacing && path === undefined ? [] : penMotion.trail,
      resume: resume?.position ?? undefined,
    });
  }
}

/** With reduced motion, the pen is shown at its target. */
const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
