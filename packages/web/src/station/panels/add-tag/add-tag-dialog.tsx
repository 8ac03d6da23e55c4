import { sharedTexts } from '../../../texts/shared.ts';
import { stationTexts } from '../../../texts/station.ts';
import { bound } from '../../../ui/bound.ts';
import { Banner, Button, Checkbox, Dialog } from '../../../ui/index.ts';
import { useSecondsUntil } from '../../../ui/use-ticks.ts';
import { chooseDialog } from '../../state/dialogs.ts';
import './add-tag-dialog.css';
import { HoldPicture } from '../../components/pictures.tsx';
import { SampleTags } from '../../components/sample-tag-tray.tsx';
import {
  type Adding,
  added,
  adding,
  inARow,
  startAdding,
  stopAdding,
  waitSeconds,
} from '../../state/adding-tag.ts';
import { sampleName } from '../../state/sample-tags.ts';
import { present, simulated } from '../../state/store.ts';

export function AddTagDialog() {
  const now = adding.value;
  if (now === undefined) return null;
  const { addTag: texts } = stationTexts;
  return (
    <Dialog title={stationTexts.tags.add} onClose={stopAdding} actions={<Actions now={now} />}>
      <div class="add-tag stack" aria-live="polite">
        {now.state === 'waiting' && <Waiting untilMs={now.untilMs} />}
        {now.state === 'added' && (
          <>
            <HoldPicture state="done" />
            <p class="add-tag-title">{texts.done}</p>
            {now.tags.map(({ id, serial }) => (
              <p key={id} class="add-tag-serial">
                {sampleName(serial)} <span class="code">{serial}</span>
              </p>
            ))}
            <p class="soft">{texts.doneText(now.tags.length)}</p>
          </>
        )}
        {now.state === 'none' && (
          <>
            <HoldPicture state="still" />
            <p class="add-tag-title">{texts.none}</p>
            <p class="soft">{texts.noneText}</p>
          </>
        )}
        {now.state === 'failed' && (
          <Banner tone="danger" title={`${texts.failed}.`}>
            {now.why}
          </Banner>
        )}
      </div>
      {now.state === 'waiting' && (
        <Checkbox small class="add-tag-row" label={texts.inARow} {...bound(inARow)} />
      )}
      {now.state !== 'added' && added.value.length > 0 && (
        <p class="add-tag-count" role="status">
          {texts.addedSoFar(added.value.length)} <span class="code soft">{added.value.at(-1)?.serial}</span>
        </p>
      )}
      {simulated.value && now.state !== 'added' && <SampleTags />}
    </Dialog>
  );
}

function Actions({ now }: { now: Adding }) {
  const { addTag: texts } = stationTexts;
  if (now.state === 'waiting') {
    return <Button onClick={stopAdding}>{added.value.length > 0 ? texts.finish : sharedTexts.cancel}</Button>;
  }
  if (now.state === 'added') {
    const [tag] = now.tags;
    return (
      <>
        <Button kind="quiet" onClick={() => void startAdding()}>
          {texts.another}
        </Button>
        <Button onClick={stopAdding}>{texts.later}</Button>
        <Button
          kind="primary"
          onClick={() => {
            stopAdding();
            if (tag !== undefined) chooseDialog.open({ tag });
          }}
        >
          {stationTexts.tags.choose}
        </Button>
      </>
    );
  }
  return (
    <Button kind="primary" icon="retry" onClick={() => void startAdding()}>
      {sharedTexts.tryAgain}
    </Button>
  );
}

function Waiting({ untilMs }: { untilMs: number }) {
  const { addTag: texts, tags } = stationTexts;
  const seconds = useSecondsUntil(untilMs);
  const [lying] = present.value;
  return (
    <>
      <HoldPicture state="waiting" />
      <p class="add-tag-title">{texts.hold}</p>
      <p class="soft">{texts.holdText}</p>
      {lying !== undefined && (lying.id !== null || lying.random) && (
        <p class="add-tag-hint">{lying.random ? tags.random : texts.known}</p>
      )}
      <div class="add-tag-time row gap-3" role="timer" aria-label={texts.leftLabel} aria-live="off">
        <div class="add-tag-time-bar">
          <div style={{ '--part': seconds / waitSeconds }} />
        </div>
        <span>{texts.left(seconds)}</span>
      </div>
    </>
  );
}
