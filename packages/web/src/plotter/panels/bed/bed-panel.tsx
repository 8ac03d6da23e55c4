import { effect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { plotterTexts } from '../../../texts/plotter.ts';
import { formatPercent } from '../../../ui/format.ts';
import { Button, Checkbox, FileButton, IconButton, Panel, Segmented } from '../../../ui/index.ts';
import { followColours } from '../../components/canvas/follow-colours.ts';
import { OpenButton } from '../../components/open-button.tsx';
import {
  bedArea,
  bedSize,
  bedView,
  fit,
  scene,
  setFit,
  setShowTravel,
  showTravel,
  zoom,
} from '../../state/bed/scene.ts';
import { shown, shownFailed } from '../../state/bed/shown.ts';
import { shownJob } from '../../state/bed/shown-job.ts';
import { cutOffSides, sheetOf } from '../../state/bed/view.ts';
import { zoomIn, zoomOut, zoomToFit } from '../../state/bed/zoom.ts';
import { textDialog } from '../../state/dialogs.ts';
import { placedDrawing } from '../../state/drawing/placed-drawing.ts';
import { openFiles, openSample } from '../../state/files/open-files.ts';
import { jobName, mm } from '../../state/format.ts';
import { draft } from '../../state/script/script-draft.ts';
import { machine, reach, status, stepsPerMm } from '../../state/store.ts';
import { followGestures } from './gestures.ts';
import { Painter } from './painter.ts';
import { type RulerMark, rulerMarks } from './ruler-marks.ts';
import './bed.css';

/** Must match bed.css. */
const widthPx = 20;
const longPx = 9;
const shortPx = 5;
const digitPx = 7;

/** Shows mm from the origin. */
function Ruler({ side }: { side: 'top' | 'left' }) {
  const view = bedView.value;
  const isTop = side === 'top';
  const lengthPx = isTop ? bedSize.value.widthPx : bedSize.value.heightPx;
  const marks = view
    ? rulerMarks({
        zeroPx: isTop ? view.offsetX : view.offsetY,
        pxPerMm: view.scale * stepsPerMm.value,
        lengthPx,
      })
    : [];
  return (
    <svg class={`ruler ruler-${side}`} aria-hidden="true">
      <path d={marks.map((mark) => strokeOf(mark, isTop)).join('')} />
      {marks.filter((mark) => hasRoom(mark, isTop, lengthPx)).map((mark) => numberOf(mark, isTop))}
    </svg>
  );
}

function strokeOf({ atPx, hasNumber }: RulerMark, isTop: boolean): string {
  const at = Math.round(atPx) + 0.5;
  const from = widthPx - (hasNumber ? longPx : shortPx);
  return isTop ? `M${at} ${from}V${widthPx}` : `M${from} ${at}H${widthPx}`;
}

/** Returns whether the number fits. It follows its mark and could be cut off at the end of the ruler. */
function hasRoom({ hasNumber, atPx, mm }: RulerMark, isTop: boolean, lengthPx: number): boolean {
  const wordPx = 3 + String(mm).length * digitPx;
  return hasNumber && (isTop ? lengthPx - atPx : atPx) >= wordPx;
}

function numberOf({ atPx, mm }: RulerMark, isTop: boolean) {
  const at = Math.round(atPx);
  const words = String(mm).replace('-', '−');
  return isTop ? (
    <text key={mm} x={at + 3} y={11}>
      {words}
    </text>
  ) : (
    <text key={mm} x={-at + 3} y={11} transform="rotate(-90)">
      {words}
    </text>
  );
}

const texts = plotterTexts.bed;

interface BedPanelProps {
  overlay: ComponentChildren;
}

export function BedPanel({ overlay }: BedPanelProps) {
  return (
    <Panel
      title={texts.title}
      class="bed"
      aside={aside()}
      actions={
        <>
          {status.value && !isBedEmpty() && <OpenButton kind="quiet">{texts.openOther}</OpenButton>}
          <Segmented
            label={texts.fit}
            options={{ sheet: texts.fitSheet, drawing: texts.fitDrawing }}
            value={fit.value}
            onChange={setFit}
          />
          <ZoomButtons />
        </>
      }
    >
      <div class="bed-stage">
        <span class="ruler-unit" aria-hidden="true">
          mm
        </span>
        <Ruler side="top" />
        <Ruler side="left" />
        <div
          class={`bed-frame ${zoom.value ? 'bed-zoomed' : ''} ${placedDrawing.value ? 'bed-placing' : ''}`}
        >
          <BedPicture label={label()} />
          {overlay}
          <BedNote />
        </div>
      </div>
      <ReachNote />
      <Legend />
    </Panel>
  );
}

function aside(): string | undefined {
  if (placedDrawing.value) return texts.draft(placedDrawing.value.name);
  if (shown.value?.of === 'draft') return texts.draft(draft.value?.name ?? '');
  return shownJob.value && jobName(shownJob.value);
}

function position() {
  const at = status.value?.position;
  return at ? texts.position(mm(at.x), mm(at.y)) : texts.positionUnknown;
}

function pen() {
  const state = status.value?.pen ?? null;
  return { up: texts.penUp, down: texts.penDown, unknown: texts.penUnknown }[state ?? 'unknown'];
}

function label(): string {
  const at = scene.value.resume?.position;
  const job = shownJob.value;
  let what = placedDrawing.value || job ? '' : texts.labelEmpty;
  if (shown.value?.of === 'draft') what = texts.labelDraft(draft.value?.name ?? '');
  else if (job) what = texts.labelJob(jobName(job), formatPercent(job.progress));
  if (placedDrawing.value) what = `${texts.labelDraft(placedDrawing.value.name)} ${what}`.trim();
  if (at) what += ` ${texts.labelResume(mm(at.x), mm(at.y))}`;
  return texts.label(what, position(), pen());
}

const isBedEmpty = () =>
  status.value !== undefined &&
  shownJob.value === undefined &&
  draft.value === undefined &&
  placedDrawing.value === undefined;

function BedNote() {
  const isEmpty = isBedEmpty();
  if (!isEmpty && !shownFailed.value) return null;
  return (
    <div class="bed-note stack gap-1">
      <p class="bed-note-words">
        {isEmpty && <strong>{texts.emptyTitle}</strong>}
        {isEmpty ? <span class="bed-note-hint">{texts.empty}</span> : texts.failed}
      </p>
      {isEmpty && (
        <div class="wrap">
          <OpenButton kind="primary">{texts.open}</OpenButton>
          <FileButton accept="image/*" onFiles={(files) => void openFiles(files)}>
            {texts.openPicture}
          </FileButton>
          <Button onClick={textDialog.open}>{texts.addText}</Button>
          <Button kind="quiet" onClick={() => void openSample()}>
            {texts.sample}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Buttons are never removed, so that none moves under a finger. */
function ZoomButtons() {
  const isFitted = zoom.value === undefined;
  return (
    <div class="bed-zoom">
      <IconButton icon="plus" label={texts.zoomIn} onClick={zoomIn} />
      <IconButton icon="minus" label={texts.zoomOut} disabled={isFitted} onClick={zoomOut} />
      <IconButton icon="frame" label={texts.zoomToFit} disabled={isFitted} onClick={zoomToFit} />
    </div>
  );
}

function ReachNote() {
  const area = reach.value;
  const sides = cutOffSides(sheetOf(machine.value), area);
  if (area === null || sides.length === 0) return null;
  const howFar = sides.map((side) => texts.reachOn[side](mm(area[side])));
  return <p class="small">{texts.reach(texts.and(howFar))}</p>;
}

function Legend() {
  const isDown = status.value?.pen === 'down';
  const isPlacing = placedDrawing.value !== undefined;
  const job = shownJob.value;
  const { pens, next } = scene.value;
  const colour = pens.findLast(({ before }) => before <= next)?.colour;
  // Mixed with the page's text colour, so that black is visible on a dark page.
  const mixed = (percent: number) => `color-mix(in srgb, ${colour} ${percent}%, var(--ink))`;
  const ink = colour && { borderTopColor: `light-dark(${mixed(70)}, ${mixed(35)})` };
  return (
    <div class="bed-foot row wrap">
      <ul class="bed-legend wrap">
        {isPlacing && (
          <li>
            <span class="bed-key bed-key-new" />
            {texts.placing}
          </li>
        )}
        {isPlacing && job && (
          <li>
            <span class="bed-key bed-key-pale" style={ink} />
            <span class="bed-key-name ellipsis">{jobName(job)}</span>
          </li>
        )}
        {!isPlacing && (
          <>
            <li>
              <span class={`bed-key bed-key-planned ${ink ? 'bed-key-pale' : ''}`} style={ink} />
              {texts.planned}
            </li>
            <li>
              <span class="bed-key" style={ink} />
              {texts.done}
            </li>
          </>
        )}
        {scene.value.resume && (
          <li>
            <span class="bed-key bed-key-again" />
            {texts.again}
          </li>
        )}
        <li>
          <span class={`bed-key bed-key-pen ${isDown ? 'bed-key-pen-down' : ''}`} />
          {pen()}
        </li>
        <li class="bed-place">{position()}</li>
      </ul>
      <Checkbox small label={texts.travel} value={showTravel.value} onChange={setShowTravel} />
    </div>
  );
}

function BedPicture({ label }: { label: string }) {
  const box = useRef<HTMLDivElement>(null);
  const planned = useRef<HTMLCanvasElement>(null);
  const done = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const element = box.current!;
    const made = new Painter({ planned: planned.current!, done: done.current!, overlay: overlay.current! });
    // A signal effect runs at once. An effect hook waits for a frame and would paint the ink after the pen.
    const unfollow = effect(() => {
      const { minX, maxX, minY, maxY } = bedArea.value;
      const ratio = (maxX - minX) / Math.max(1, maxY - minY);
      element.style.setProperty('--bed-ratio', Math.min(2.4, Math.max(0.8, ratio)).toFixed(3));
      if (bedView.value !== undefined) made.show(scene.value, bedView.value, bedSize.value);
    });
    made.refresh();
    const resized = new ResizeObserver(() => {
      bedSize.value = { widthPx: element.clientWidth, heightPx: element.clientHeight };
    });
    resized.observe(element);
    const ungesture = followGestures(element.parentElement!, element);
    const unfollowColours = followColours(() => made.refresh());
    return () => {
      resized.disconnect();
      unfollowColours();
      ungesture();
      unfollow();
      made.close();
    };
  }, []);

  return (
    <div ref={box} class="bed-picture" role="img" aria-label={label}>
      <canvas ref={planned} class="bed-layer bed-planned" />
      <canvas ref={done} class="bed-layer bed-done" />
      <canvas ref={overlay} class="bed-layer bed-overlay" />
    </div>
  );
}
