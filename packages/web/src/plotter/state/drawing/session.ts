import { computed, effect, signal } from '@preact/signals';
import type { PlanFormatName } from '@stationery/contract/plan-formats';
import { type Box, composed, PlanOptionError, type SheetObject } from '@stationery/drawing';
import { placeDrawingTexts } from '../../../texts/place-drawing.ts';
import { type Direction, unitVectors } from '../directions.ts';
import { settingsWithAdded } from './added-drawings.ts';
import {
  boxesAround,
  changesLines,
  inverted,
  moveBetween,
  movedBox,
  movedLines,
  movesLines,
} from './changed-lines.ts';
import { boxOnPaper, type PaperOutline, type Placed, turnedBox } from './extent.ts';
import { arrangementOf, noOperations, type Sheet } from './operation-settings.ts';
import type { Layout, PlacedDrawing } from './placed-drawing.ts';
import { Playback } from './playback.ts';
import type { Preview, ReadState, SessionOptions } from './session-parts.ts';
import {
  chosenForAll,
  type FitMode,
  fitted,
  initialSettings,
  isForSketch,
  orientationOf,
  paperOutline,
  placementOf,
  planOptions,
  type Settings,
  settingsAt,
} from './settings.ts';
import {
  arrangeSketch,
  boxOnPaperOf,
  ownBoxes,
  pagesOf,
  placedOnPaper,
  placedOnSheet,
  type Selection,
} from './sheet.ts';
import { boundsOf, chosenOutline, type Sketch } from './sketch.ts';
import { UndoHistory } from './undo.ts';
import type { PlannedJob, PlanReport, WorkerReply } from './worker/messages.ts';
import { askWorker, describeFailure, whyNotDrawable } from './worker/worker-client.ts';

/** Planning starts after this time without changes. */
const settleMs = 250;

export class DrawingSession {
  readonly drawing: PlacedDrawing;
  readonly readState = signal<ReadState>({ state: 'reading', part: 0 });
  readonly settings = signal<Settings | undefined>(undefined);
  readonly fitMode = signal<FitMode | undefined>('auto');
  readonly plan = signal<PlanReport | undefined>(undefined);
  /** Undefined if the plan draws the lines of the file. */
  readonly preview = signal<Preview | undefined>(undefined);
  readonly #refusal = signal<{ revision: number; why: string } | undefined>(undefined);
  /** Plot times from all reports about the current revision, in milliseconds. */
  readonly timeHistory = signal<readonly number[]>([]);
  readonly undoCounts = signal({ undo: 0, redo: 0 });
  /** In steps. Keeps its value while the settings are impossible. */
  readonly paperOnBed = signal<PaperOutline | undefined>(undefined);
  /** Reports about other revisions are outdated. */
  readonly #revision = signal(0);
  readonly #undo = new UndoHistory<Layout>();
  readonly #parts: SessionOptions;
  readonly #nowMs: () => number;
  readonly #endings: (() => void)[] = [];
  readonly #closed = new AbortController();
  readonly playback = new Playback(() =>
    askWorker(this.#parts.worker, { kind: 'timeline' }, this.#closed.signal),
  );

  constructor(parts: SessionOptions) {
    this.drawing = parts.drawing;
    this.#parts = parts;
    this.#nowMs = parts.nowMs ?? (() => performance.now());
    this.#endings.push(
      parts.worker.listen(
        (reply) => this.#receive(reply),
        () => this.#fail(),
      ),
    );
    if (parts.sketch !== undefined) this.#acceptSketch(parts.sketch);
    this.#endings.push(
      effect(() => this.#initialise()),
      effect(() => this.#updatePaper()),
      effect(() => this.#requestPlan()),
    );
  }

  /** Ends the worker even if it is busy. A pending job resolves to undefined. */
  close(): void {
    for (const end of this.#endings.splice(0)) end();
    this.#parts.worker.close();
    this.#closed.abort();
  }

  readonly #read = computed(() =>
    this.readState.value.state === 'read' ? this.readState.value.sketch : undefined,
  );

  readonly #rows = computed(() => JSON.stringify(arrangementOf(this.settings.value?.operations)));
  readonly #places = computed(() => this.settings.value?.sheet);
  readonly #arranged = computed(() => {
    void this.#rows.value;
    const [read, places] = [this.#read.value, this.#places.value];
    return read && arrangeSketch(read, arrangementOf(this.settings.peek()?.operations, places));
  });
  /** The sketch with each drawing at its place on the sheet. */
  readonly sketch = computed(() => this.#arranged.value?.sketch);
  readonly objects = computed(() => this.#arranged.value?.objects ?? []);
  /** Index of the selected drawing; undefined if all are selected. */
  readonly selected = signal<number | undefined>(undefined);
  readonly #ownBoxes = computed(() => this.#read.value && ownBoxes(this.#read.value));

  readonly layout = computed<Layout | undefined>(() => {
    const [settings, fitMode] = [this.settings.value, this.fitMode.value];
    return settings && { settings, fitMode };
  });

  readonly #chosenLayers = computed(() =>
    this.settings.value?.layers.map(({ index, isOn }) => `${index} ${isOn}`).join(),
  );

  readonly outline = computed(() => {
    void this.#chosenLayers.value;
    const sketch = this.sketch.value;
    return sketch && chosenOutline(sketch, this.settings.peek()?.layers ?? []);
  });

  readonly #placed = computed(() => {
    const [settings, sketch] = [this.settings.value, this.sketch.value];
    const machine = this.#parts.machineInReach.value;
    return settings && sketch && machine ? placementOf(sketch, settings, machine) : {};
  });
  /** Undefined while the settings are missing or impossible. */
  readonly placement = computed(() => this.#placed.value.placement);
  readonly whyImpossible = computed(() => this.#placed.value.why);

  readonly #rotation = computed(() => this.settings.value?.rotate ?? 0);
  readonly #turnedBox = computed(
    () => this.outline.value && turnedBox(this.outline.value, this.#rotation.value),
  );

  readonly #options = computed(() => {
    const [settings, sketch] = [this.settings.value, this.sketch.value];
    const machine = this.#parts.machineInReach.value;
    return settings && sketch && machine && planOptions(settings, sketch, machine);
  });

  /** The preview, as long as the drawings are at the places for which they were planned. */
  readonly #ofSketch = computed(() =>
    this.preview.value?.sketch === this.sketch.value ? this.preview.value : undefined,
  );

  /** The preview if the options change the lines or their pens; otherwise the sketch is shown. */
  readonly shownPreview = computed(() => {
    const options = this.#options.value;
    return options && changesLines(options) ? this.#ofSketch.value : undefined;
  });

  /** The preview if operations or cropping moved lines relative to the file. */
  readonly movedPreview = computed(() => {
    const options = this.#options.value;
    return options && movesLines(options) ? this.#ofSketch.value : undefined;
  });

  /** In mm from the upper left corner of the paper. */
  readonly extent = computed<Box | undefined>(() => {
    const [box, settings, placement] = [this.#turnedBox.value, this.settings.value, this.placement.value];
    if (!box || !settings || !placement) return undefined;
    const drawn = this.movedPreview.value;
    if (drawn?.boxes === undefined) return boxOnPaper(box, settings, placement.paper);
    return movedBox(drawn.boxes.onPaper, moveBetween(drawn.transform, placement.transform));
  });

  /** The area between the margins. */
  readonly room = computed<Box | undefined>(() => {
    const [placement, marginMm] = [this.placement.value, this.settings.value?.marginMm ?? 0];
    if (!placement) return undefined;
    const { widthMm, heightMm } = placement.paper;
    return { minX: marginMm, minY: marginMm, maxX: widthMm - marginMm, maxY: heightMm - marginMm };
  });

  /** Operations that move or repeat drawings prevent selecting them one by one. */
  readonly hasObjects = computed(() => {
    const { mirror, columns, rows } = { ...noOperations, ...this.settings.value?.operations };
    return this.objects.value.length > 1 && mirror === 'off' && columns * rows === 1;
  });

  readonly #outlineBox = computed(() => this.outline.value && boundsOf(this.outline.value));

  readonly selection = computed<Selection | undefined>(() => {
    const [index, settings, placement] = [this.selected.value, this.settings.value, this.placement.value];
    if (index !== undefined && this.hasObjects.value && index < this.objects.value.length)
      return this.selectionOf(index);
    // Operations may change the size of the drawing.
    const own = this.movedPreview.value?.boxes?.own ?? this.#outlineBox.value;
    const [box, sketch] = [this.extent.value, this.sketch.value];
    if (!box || !own || !sketch || !settings || !placement) return undefined;
    return { index: undefined, placed: settings, box, own, page: sketch, transform: placement.transform };
  });

  selectionOf(index: number): Selection | undefined {
    const [settings, placement, sketch] = [this.settings.value, this.placement.value, this.sketch.value];
    const [object, read] = [this.objects.value[index], this.#read.value];
    if (!object || !read || !settings || !sketch || !placement) return undefined;
    return {
      index,
      placed: placedOnPaper(object, settings, placement),
      get box() {
        return boxOnPaperOf(object, sketch, placement.transform);
      },
      own: this.#ownBoxes.value![object.drawing]!,
      page: pagesOf(read)[object.drawing]!,
      transform: composed(placement.transform, object.transform),
    };
  }

  /** Returns the sheet as now shown, including the positions of drawings arranged in rows. */
  sheetNow(): Sheet | undefined {
    const [sketch, objects] = [this.sketch.peek(), this.objects.peek()];
    if (sketch === undefined) return undefined;
    const { widthMm, heightMm } = sketch;
    return { widthMm, heightMm, objects: objects.map(({ transform: _, strokes: __, ...place }) => place) };
  }

  /** Converts a place on the paper to a place on the sheet. */
  onSheet(drawing: number, placed: Placed): SheetObject | undefined {
    const [settings, placement] = [this.settings.peek(), this.placement.peek()];
    if (!settings || !placement) return undefined;
    return placedOnSheet(drawing, placed, settings, placement);
  }

  changeSelection(changes: Partial<Placed>): void {
    const [selection, sheet] = [this.selection.peek(), this.sheetNow()];
    if (selection?.index === undefined || sheet === undefined) {
      this.change(changes);
      return;
    }
    const { index, placed } = selection;
    const changed = this.onSheet(sheet.objects[index]!.drawing, { ...placed, ...changes });
    const objects = sheet.objects.map((object, at) => (at === index && changed ? changed : object));
    this.change({ sheet: { ...sheet, objects } }, `${index} ${Object.keys(changes)}`);
  }

  readonly hasPlan = computed(() => this.plan.value !== undefined);
  readonly isPlanned = computed(() => this.plan.value?.revision === this.#revision.value);
  readonly whyRefused = computed(() => {
    const refusal = this.#refusal.value;
    return refusal?.revision === this.#revision.value ? refusal.why : undefined;
  });
  readonly isPlanning = computed(() => {
    if (this.whyRefused.value !== undefined || this.whyImpossible.value !== undefined) return false;
    return !this.isPlanned.value || this.plan.value?.isImproving === true;
  });

  /**
   * Changes the settings. If the user scales or moves the drawing, automatic fitting ends. Aligning also ends it,
   * because the drawing then has its place on a sheet with other strokes. Changes of the same kind in quick succession
   * are undone together.
   */
  change(changes: Partial<Settings>, kind = Object.keys(changes).join()): void {
    const before = this.settings.peek();
    if (before === undefined) return;
    this.#record(before, kind);
    if (changes.scale !== undefined || changes.offset !== undefined || changes.marks !== undefined)
      this.fitMode.value = undefined;
    const next = { ...before, ...changes };
    const fitMode = this.fitMode.peek();
    const isOtherPaper = ['paper', 'orientation', 'marginMm', 'operations'].some((name) => name in changes);
    const now = isOtherPaper && fitMode ? { ...next, ...this.#fit(next, fitMode) } : next;
    this.settings.value = now;
    if (isOtherPaper || 'paperAt' in changes) this.#storePaper(before, now);
  }

  nudge(direction: Direction, isFar: boolean): void {
    const offset = this.selection.peek()?.placed.offset;
    if (offset === undefined) return;
    const byMm = isFar ? 10 : 1;
    const [x, y] = unitVectors[direction];
    this.changeSelection({ offset: { xMm: offset.xMm + x * byMm, yMm: offset.yMm + y * byMm } });
  }

  fitTo(mode: FitMode): void {
    const now = this.settings.peek();
    if (now === undefined) return;
    this.#record(now, mode);
    this.fitMode.value = mode;
    this.settings.value = { ...now, ...this.#fit(now, mode) };
  }

  undo(): void {
    this.#restore((now) => this.#undo.undo(now));
  }

  redo(): void {
    this.#restore((now) => this.#undo.redo(now));
  }

  finishPlanning(): void {
    this.#parts.worker.send({ kind: 'finish' });
  }

  /** Resolves to undefined if the session is closed before the commands are ready. */
  async makeJob(): Promise<PlannedJob | undefined> {
    return (
      await askWorker(
        this.#parts.worker,
        { kind: 'job', from: this.playback.from.peek() },
        this.#closed.signal,
      )
    )?.job;
  }

  /** Resolves to undefined if the session is closed before the file is ready. */
  makeFile(format: PlanFormatName): Promise<{ file: Blob; ending: string } | undefined> {
    const from = this.playback.from.peek();
    return askWorker(this.#parts.worker, { kind: 'file', format, from }, this.#closed.signal);
  }

  #receive(reply: WorkerReply): void {
    if (reply.kind === 'reading') this.readState.value = { state: 'reading', part: reply.part };
    if (reply.kind === 'plan') this.#acceptPlan(reply.report);
    if (reply.kind === 'refused')
      this.#refusal.value = { revision: reply.revision, why: describeFailure(reply) };
    if (reply.kind === 'failed') this.#fail(describeFailure(reply));
    if (reply.kind === 'read') this.#acceptSketch(reply.sketch);
  }

  #acceptPlan(report: PlanReport): void {
    if (report.revision !== this.#revision.peek()) return;
    const isSameRevision = this.plan.peek()?.revision === report.revision;
    this.timeHistory.value = [...(isSameRevision ? this.timeHistory.peek() : []), report.now.timeMs];
    this.plan.value = report;
    if (!isSameRevision) this.#acceptLines(report);
  }

  #acceptLines({ lines }: PlanReport): void {
    const placement = this.placement.peek();
    if (lines === undefined || placement === undefined) this.preview.value = undefined;
    else {
      const { transform, registration } = placement;
      const sketch = this.sketch.peek();
      const planned = registration ? movedLines(lines, inverted(registration)) : lines;
      this.preview.value = { lines: planned, transform, boxes: boxesAround(planned, transform), sketch };
    }
  }

  #acceptSketch(sketch: Sketch): void {
    const why = whyNotDrawable(sketch);
    if (why !== undefined) {
      this.#fail(why);
      return;
    }
    this.readState.value = { state: 'read', sketch };
  }

  #fail(why: string = placeDrawingTexts.broken): void {
    this.readState.value = { state: 'failed', why };
  }

  /** Starts with the previous layout, or with defaults and the last paper. */
  #initialise(): void {
    const [sketch, machine] = [this.sketch.value, this.#parts.machine.value];
    if (this.settings.value !== undefined || sketch === undefined || machine === undefined) return;
    const { layout, at, added = 0, keepsPlaces = false } = this.drawing;
    const read = this.#read.peek();
    const kept = layout && read && settingsWithAdded(layout, read, added, { machine, keepsPlaces });
    if (kept !== undefined) {
      this.fitMode.value = keepsPlaces ? undefined : layout?.fitMode;
      this.settings.value = kept;
      if (added === 1) this.selected.value = kept.sheet!.objects.length - 1;
      return;
    }
    if (layout !== undefined && isForSketch(sketch, layout.settings)) {
      this.fitMode.value = layout.fitMode;
      this.settings.value = layout.settings;
      return;
    }
    const stored = this.#parts.paper.read();
    const paper = stored && { orientation: orientationOf(sketch), ...stored };
    const plotted = layout === undefined && at ? settingsAt(at, sketch, machine, paper) : undefined;
    if (plotted !== undefined) this.fitMode.value = undefined;
    const settings = plotted ?? initialSettings(sketch, machine, paper);
    // After the layers changed, keeps the settings that do not depend on layers.
    this.settings.value = layout ? { ...settings, ...chosenForAll(layout.settings) } : settings;
  }

  #updatePaper(): void {
    const placement = this.placement.value;
    const [settings, machine] = [this.settings.value, this.#parts.machine.value];
    if (!placement || !settings || !machine) return;
    const next = paperOutline(settings, machine, placement);
    const before = this.paperOnBed.peek()?.corners;
    const isSame = next.corners.every(({ x, y }, at) => before?.[at]?.x === x && before[at].y === y);
    if (!isSame) this.paperOnBed.value = next;
  }

  #requestPlan(): (() => void) | undefined {
    const [options, placement] = [this.#options.value, this.placement.value];
    const revision = this.#revision.peek() + 1;
    this.#revision.value = revision;
    this.playback.reset();
    if (options === undefined || placement === undefined) return undefined;
    const delayMs = this.plan.peek() === undefined ? 0 : settleMs;
    const timer = setTimeout(() => this.#parts.worker.send({ kind: 'plan', revision, options }), delayMs);
    return () => clearTimeout(timer);
  }

  #record(before: Settings, kind: string): void {
    this.#undo.record({ settings: before, fitMode: this.fitMode.peek() }, kind, this.#nowMs());
    this.undoCounts.value = this.#undo.counts;
  }

  #restore(step: (now: Layout) => Layout | undefined): void {
    const now = this.settings.peek();
    const layout = now && step({ settings: now, fitMode: this.fitMode.peek() });
    this.undoCounts.value = this.#undo.counts;
    if (layout === undefined) return;
    this.fitMode.value = layout.fitMode;
    this.settings.value = layout.settings;
    this.#storePaper(now!, layout.settings);
  }

  /** Stores the paper for other drawings, and its orientation only if the user chose it. */
  #storePaper(before: Settings, now: Settings): void {
    const { paper } = this.#parts;
    const isTurned = now.orientation !== before.orientation;
    const wasChosen = paper.read()?.orientation !== undefined;
    const sketch = this.sketch.peek();
    paper.write(
      now,
      isTurned ? sketch !== undefined && now.orientation !== orientationOf(sketch) : wasChosen,
    );
  }

  #fit(now: Settings, mode: FitMode): Partial<Settings> {
    const [read, machine] = [this.#read.peek(), this.#parts.machine.peek()];
    if (read === undefined || machine === undefined) return {};
    try {
      const { sketch } = arrangeSketch(read, arrangementOf(now.operations, now.sheet));
      return fitted(sketch, now, machine, mode);
    } catch (error) {
      // The placement already shows the reason for a refusal.
      if (error instanceof PlanOptionError) return {};
      throw error;
    }
  }
}
