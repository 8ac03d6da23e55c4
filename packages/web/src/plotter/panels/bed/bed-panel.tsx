import type { ComponentChildren } from 'preact';
import { plotterTexts } from '../../../texts/plotter.ts';
import { Checkbox, formatPercent, IconButton, Panel, Segmented } from '../../../ui/index.ts';
import { OpenButton } from '../../components/open-button.tsx';
import { fit, scene, setFit, setShowTravel, showTravel, zoom } from '../../state/bed/scene.ts';
import { shown, shownFailed } from '../../state/bed/shown.ts';
import { shownJob } from '../../state/bed/shown-job.ts';
import { cutOffSides, sheetOf } from '../../state/bed/view.ts';
import { zoomIn, zoomOut, zoomToFit } from '../../state/bed/zoom.ts';
import { placedDrawing } from '../../state/drawing/placed-drawing.ts';
import { jobName, mm } from '../../state/format.ts';
import { draft } from '../../state/script/script-draft.ts';
import { machine, reach, status } from '../../state/store.ts';
import { BedPicture } from './bed-picture.tsx';
import { Ruler } from './ruler.tsx';

const texts = plotterTexts.bed;

interface BedPanelProps {
  /** A drawing that is being placed. */
  overlay: ComponentChildren;
}

/** The bed, live: plan, progress and pen. */
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
            options={[
              { value: 'sheet', label: texts.fitSheet },
              { value: 'drawing', label: texts.fitDrawing },
            ]}
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
    <div class="bed-note">
      <p class="bed-note-words">
        {isEmpty && <strong>{texts.emptyTitle}</strong>}
        {isEmpty ? <span class="bed-note-hint">{texts.empty}</span> : texts.failed}
      </p>
      {isEmpty && <OpenButton kind="primary">{texts.open}</OpenButton>}
    </div>
  );
}

/** For devices without a wheel or a second finger. They stay in place, so that nothing moves under a finger. */
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

/** Shown if the machine cannot reach a part of the sheet. */
function ReachNote() {
  const area = reach.value;
  const sides = cutOffSides(sheetOf(machine.value), area);
  if (area === null || sides.length === 0) return null;
  const howFar = sides.map((side) => texts.reachOn[side](mm(area[side])));
  return <p class="bed-reach">{texts.reach(texts.and(howFar))}</p>;
}

function Legend() {
  const isDown = status.value?.pen === 'down';
  const isPlacing = placedDrawing.value !== undefined;
  const job = shownJob.value;
  const { pens, next } = scene.value;
  const colour = pens.findLast(({ before }) => before <= next)?.colour;
  // Mixed with the page's ink, so that black is visible on a dark page.
  const mixed = (percent: number) => `color-mix(in srgb, ${colour} ${percent}%, var(--ink))`;
  const ink = colour && { borderTopColor: `light-dark(${mixed(70)}, ${mixed(35)})` };
  return (
    <div class="bed-foot wrap">
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
