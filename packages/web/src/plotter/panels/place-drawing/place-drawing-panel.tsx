import { useSignal } from '@preact/signals';
import { type PlanFormatName, planFormatNames, planFormats } from '@stationery/contract/plan-formats';
import { isWhite, type Note } from '@stationery/drawing';
import { useEffect, useRef } from 'preact/hooks';
import { isBusy } from '../../../service/index.ts';
import { placeDrawingTexts } from '../../../texts/place-drawing.ts';
import { plotterTexts } from '../../../texts/plotter.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import { bound } from '../../../ui/bound.ts';
import { formatPercent } from '../../../ui/format.ts';
import { Bar, Button, Icon, IconButton, Menu, Panel, Segmented } from '../../../ui/index.ts';
import { PlotButton } from '../../components/plot-button.tsx';
import { SheetChoice } from '../../components/sheet-choice.tsx';
import { setupDialog } from '../../state/dialogs.ts';
import { drawingSession } from '../../state/drawing/current-session.ts';
import { removeDrawing } from '../../state/drawing/last-drawing.ts';
import { noOperations } from '../../state/drawing/operation-settings.ts';
import { ownedPens } from '../../state/drawing/pens.ts';
import { cancelNextDrawing, nextDrawing } from '../../state/drawing/placed-drawing.ts';
import { savePlan } from '../../state/drawing/save-plan.ts';
import type { DrawingSession } from '../../state/drawing/session.ts';
import type { Settings } from '../../state/drawing/settings.ts';
import type { Sketch } from '../../state/drawing/sketch.ts';
import { describeNote } from '../../state/drawing/worker/worker-client.ts';
import { penName } from '../../state/format.ts';
import { drawingSent, plotDrawing } from '../../state/plot/plot-drawing.ts';
import { isUnidentified } from '../../state/store.ts';
import { LayerList } from './layer-list.tsx';
import { isLoss, Losses } from './losses.tsx';
import { OperationFields } from './operation-fields.tsx';
import { PaperFields } from './paper-fields.tsx';
import { EditPens } from './pens-dialog.tsx';
import { PlacementFields } from './placement-fields.tsx';
import { PlanComparison, PlanSummary } from './plan-figures.tsx';
import { PlaybackBar } from './playback-bar.tsx';
import './place-drawing-panel.css';

const texts = placeDrawingTexts;

export function PlaceDrawingPanel() {
  const session = drawingSession.value;
  const next = nextDrawing.value;
  if (session === undefined) return null;
  const read = session.readState.value;
  return (
    <Panel
      title={texts.title}
      class="drawing"
      aside={session.drawing.name}
      actions={read.state === 'read' && <HeadButtons session={session} />}
    >
      {next && <Waiting words={texts.readingNext(next.name)} cancel={cancelNextDrawing} />}
      {read.state === 'reading' && <Waiting words={texts.reading} part={read.part} />}
      {read.state === 'failed' && (
        <>
          <Problem why={read.why} />
          <div class="wrap">
            <Button onClick={removeDrawing}>{texts.remove}</Button>
          </div>
        </>
      )}
      {read.state === 'read' && <Placing session={session} sketch={read.sketch} />}
    </Panel>
  );
}

function HeadButtons({ session }: { session: DrawingSession }) {
  const { undo, redo } = session.undoCounts.value;
  return (
    <div class="row">
      <IconButton icon="undo" label={sharedTexts.undo} disabled={undo === 0} onClick={() => session.undo()} />
      <IconButton
        icon="undo"
        class="drawing-redo"
        label={texts.redo}
        disabled={redo === 0}
        onClick={() => session.redo()}
      />
      <IconButton icon="trash" label={texts.remove} onClick={removeDrawing} />
    </div>
  );
}

function Problem({ why }: { why: string }) {
  return (
    <p class="drawing-bad" role="alert">
      <Icon name="alert" />
      {why}
    </p>
  );
}

interface WaitingProps {
  words: string;
  part?: number | undefined;
  cancel?: () => void;
}

function Waiting({ words, part, cancel = removeDrawing }: WaitingProps) {
  return (
    <>
      <p class="soft" role="status">
        {words}
      </p>
      <Bar label={words} part={part} valueText={part === undefined ? words : formatPercent(part)} />
      <div class="wrap">
        <Button onClick={cancel}>{sharedTexts.cancel}</Button>
      </div>
    </>
  );
}

interface PlacingProps {
  session: DrawingSession;
  sketch: Sketch;
}

const viewNames = ['place', 'layers', 'effects'] as const;

function Placing({ session, sketch }: PlacingProps) {
  const view = useSignal<(typeof viewNames)[number]>('place');
  const settings = session.settings.value;
  if (settings === undefined) return <Waiting words={texts.reading} />;
  const plan = session.plan.value;
  const warnings = plan?.warnings.filter((note) => !isLoss(note)) ?? [];
  const parts = { session, sketch: session.sketch.value ?? sketch, settings };
  return (
    <>
      <div class="drawing-body-scroll stack gap-3 grow scroll-shade" ref={followOpened}>
        <PlanResult {...parts} />
        <Offers {...parts} />
        <Notes
          notes={[...warnings, ...sketch.notes.filter((note) => !isAboutFills(note))]}
          hasMachinePositions={sketch.hasMachinePositions}
        />
        <div class="drawing-views">
          <Segmented
            label={texts.views.label}
            options={viewNames.map((name) => [name, texts.views[name]] as const)}
            {...bound(view)}
          />
        </div>
        {/* Stay mounted while hidden, so that they keep opened sections and typed text. */}
        <div class="stack gap-3" hidden={view.value !== 'place'}>
          <PaperFields {...parts} />
          <PlacementFields {...parts} />
        </div>
        <div class="stack gap-3" hidden={view.value !== 'layers'}>
          <LayerList key={session} {...parts} />
          {plan && <PlanComparison plan={plan} />}
        </div>
        <div class="stack gap-3" hidden={view.value !== 'effects'}>
          <OperationFields {...parts} />
        </div>
      </div>
      <PlotButtons session={session} />
    </>
  );
}

const followOpened = (body: HTMLElement | null) =>
  body?.addEventListener('toggle', scrollToOpened, { capture: true });

/** Scrolls to an opened section once its content is rendered. */
function scrollToOpened({ target }: Event): void {
  if (!(target instanceof HTMLDetailsElement) || !target.open) return;
  requestAnimationFrame(() => target.scrollIntoView({ block: 'nearest' }));
}

const isAboutFills = ({ code }: Note) => code === 'fill-not-drawn' || code === 'fill-outlined';

/** From this many pens on, offers to use fewer. */
const manyPens = 12;

/** Offers hatching, because unhatched fills are only outlined, and offers to use fewer pens. */
function Offers({ session, sketch, settings }: PlacingProps & { settings: Settings }) {
  const { operations, layers } = settings;
  const fills = sketch.notes.filter(isAboutFills).reduce((sum, { count }) => sum + count, 0);
  const isHatched = (operations?.hatch ?? 'off') !== 'off' || layers.some(({ hatch }) => hatch !== undefined);
  const pens = session.plan.value?.pens ?? 0;
  const hatch = () => session.change({ operations: { ...noOperations, ...operations, hatch: 'lines' } });
  const ownPens = () => session.change({ pens: 'palette' });
  const onePen = () => session.change({ pens: 'one' });
  return (
    <>
      {fills > 0 && !isHatched && (
        <p class="row small">
          <span class="grow">{texts.fills(fills)}</span>
          <Button onClick={hatch}>{texts.hatchThem}</Button>
        </p>
      )}
      {pens > manyPens && (
        <div class="row wrap small">
          <span class="grow">{texts.manyPens(pens)}</span>
          {ownedPens.value.length > 0 ? (
            <Button onClick={ownPens}>{texts.useOwnPens}</Button>
          ) : (
            <EditPens kind="plain" />
          )}
          <Button onClick={onePen}>{texts.useOnePen}</Button>
        </div>
      )}
    </>
  );
}

function PlanResult({ session, sketch, settings }: PlacingProps & { settings: Settings }) {
  const plan = session.plan.value;
  if (whyNot(session) !== undefined) return null;
  if (plan === undefined) return <Waiting words={texts.planning} />;
  return (
    <>
      <PlaybackBar session={session} plan={plan} />
      <Losses warnings={plan.warnings} settings={settings} />
      <WhiteLeftOut sketch={sketch} settings={settings} />
    </>
  );
}

/** Returns why there is nothing to plot. */
function whyNot(session: DrawingSession): string | undefined {
  const why = session.whyRefused.value;
  if (why !== undefined || !isEmpty(session)) return why;
  return session.settings.value?.layers.some(({ isOn }) => isOn) ? texts.outside : texts.noLayer;
}

const isEmpty = (session: DrawingSession) => session.isPlanned.value && session.plan.value?.pens === 0;

/** Outside the scrolling area, so that the buttons and the time are always visible. */
function PlotButtons({ session }: { session: DrawingSession }) {
  const part = drawingSent.value;
  const why = whyNot(session);
  const plan = why === undefined && session.plan.value;
  const foot = useRef<HTMLElement>(null);
  useEffect(() => keepRoomFor(foot.current!), []);
  return (
    <footer class="drawing-foot stack" ref={foot}>
      {why !== undefined && <Problem why={why} />}
      {plan && <PlanSummary session={session} plan={plan} />}
      {part !== undefined && (
        <Bar label={plotterTexts.script.sending} part={part} valueText={formatPercent(part)} />
      )}
      {isUnidentified.value ? (
        <WhichPlotter />
      ) : (
        !isEmpty(session) && session.settings.value?.marks === undefined && <SheetChoice />
      )}
      <div class="wrap">
        {isUnidentified.value ? (
          <Button kind="primary" class="grow" onClick={() => setupDialog.open()}>
            {texts.which.choose}
          </Button>
        ) : (
          <PlotButton
            class="grow"
            disabled={!session.isPlanned.value || isEmpty(session)}
            onClick={() => void plotDrawing()}
          />
        )}
        <SaveMenu session={session} />
      </div>
    </footer>
  );
}

/** Makes the page and the toasts end above the bar on a small screen. */
function keepRoomFor(foot: HTMLElement): () => void {
  const observer = new ResizeObserver(() => {
    document.documentElement.style.setProperty('--foot-height', `${foot.offsetHeight}px`);
  });
  observer.observe(foot);
  return () => observer.disconnect();
}

/** Without a chosen plotter, size and position would be guesses. */
function WhichPlotter() {
  return (
    <div class="drawing-which stack gap-1 small" role="status">
      <strong>{texts.which.title}</strong>
      <span>{texts.which.why}</span>
    </div>
  );
}

function SaveMenu({ session }: { session: DrawingSession }) {
  return (
    <Menu
      label={texts.saveAs}
      title={texts.saveHint}
      icon="download"
      labelSeen
      disabled={isBusy('save') || !session.isPlanned.value || isEmpty(session)}
      items={planFormatNames.map((format) => ({
        icon: 'file',
        label: formatLabel(format),
        run: () => void savePlan(session, format),
      }))}
    />
  );
}

function formatLabel(name: PlanFormatName): string {
  const { title, machine }: { title: string; machine?: string } = planFormats[name];
  return texts.format(name) ?? (machine === undefined ? title : texts.formatFor(title, machine));
}

function WhiteLeftOut({ sketch, settings }: { sketch: Sketch; settings: Settings }) {
  const names = settings.layers
    .filter(({ isOn }) => !isOn)
    .map(({ index }) => sketch.layers[index]!)
    .filter(({ colour, strokes }) => strokes > 0 && isWhite(colour))
    .map(({ name }) => penName(name));
  return names.length === 0 ? null : <p class="soft small">{texts.whiteLeftOut(names)}</p>;
}

interface NotesProps {
  notes: readonly Note[];
  hasMachinePositions?: boolean | undefined;
}

function Notes({ notes, hasMachinePositions = false }: NotesProps) {
  const count = notes.length + (hasMachinePositions ? 1 : 0);
  if (count === 0) return null;
  return (
    <details class="drawing-notes small">
      <summary>{texts.notes(count)}</summary>
      <ul>
        {hasMachinePositions && <li>{texts.ownPositions}</li>}
        {notes.map((note) => (
          <li key={note.text}>
            {describeNote(note).replace(/\.$/, '')} <span class="soft">{texts.times(note.count)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
